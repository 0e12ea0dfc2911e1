"""What waits in each event, for whoever can do it, in as many queries for one as for many."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.accounts import signed_in
from tests.tournament.making import BY, finish, make_event, result_of, seat_round, table_of
from tests.tournament.registering import confirmed, open_event, registered
from tournament.models import Event, EventRole, Membership, Round
from tournament.overview.views.to_do import ToDo, to_do, to_do_of_registrations
from tournament.results.services.paper import enter_sheet
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.waiting import CurrentRound, Waiting, waiting_of
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.steps import take_step
from tournament.rounds.states import State

pytestmark = pytest.mark.django_db


def todo_of(role: str, event: Event) -> list[tuple[str, str]]:
    person, _made = User.objects.get_or_create(username=role)
    Membership.objects.get_or_create(event=event, person=person, defaults={"role": role})
    found = to_do(User.objects.get(pk=person.pk), event, waiting_of([event])[event.pk])
    return [(item.text, item.url) for item in found]


def test_an_event_waits_for_its_players_then_for_its_draw() -> None:
    event = make_event(players=0)
    assert todo_of("organiser", event) == [
        ("No players are entered yet.", "/organise/open/players/")
    ]
    assert todo_of("chief-referee", event) == []
    full = make_event("full", players=4)
    assert todo_of("organiser", full) == [
        ("Round 1: Not drawn. Next: Draw the round.", "/organise/full/now/?round=1")
    ]


def test_the_first_round_that_is_not_closed_is_told() -> None:
    event = make_event(players=4, number_of_rounds=2)
    first = seat_round(event, 1, (1, 2, 3, 4))
    assert todo_of("organiser", event) == [
        ("Round 1: Published. Next: Start the clock.", "/organise/open/now/?round=1")
    ]
    finish(table_of(first), 4, 3, 2, 1)
    for step in ("confirm", "close"):
        first.refresh_from_db()
        take_step(round_=first, step=step, seen=seen_of(first), by=BY)
    assert todo_of("organiser", event) == [
        ("Round 2: Not drawn. Next: Draw the round.", "/organise/open/now/?round=2")
    ]
    assert todo_of("registrar", event) == []


def test_an_event_whose_rounds_are_closed_is_closed_next() -> None:
    event = make_event(players=4, number_of_rounds=1)
    only = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(only), 4, 3, 2, 1)
    for step in ("confirm", "close"):
        only.refresh_from_db()
        take_step(round_=only, step=step, seen=seen_of(only), by=BY)
    (told,) = todo_of("organiser", event)
    assert told == ("All rounds are closed. Next: Close the event.", "/organise/open/close/")
    event.frozen_at = timezone.now()
    (told,) = todo_of("organiser", event)
    assert told == ("All rounds are closed. Next: Prize-giving.", "/organise/open/reveal/")
    assert todo_of("reader", event) == []


def test_the_round_that_is_played_is_told_though_an_earlier_one_is_not_closed() -> None:
    event = make_event(players=4, number_of_rounds=3)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    step_clock(round_=seat_round(event, 2, (1, 2, 3, 4)), step="start", by=BY)
    now = "/organise/open/now/?round=2"
    assert todo_of("organiser", event) == [("Round 2: Running.", now)]
    playing = Round.objects.get(event=event, number=2)
    step_clock(round_=playing, step="pause", by=BY)
    assert todo_of("organiser", event) == [("Round 2: Paused.", now)]
    step_clock(round_=playing, step="end", by=BY)
    missing = "Round 2: Time is up. Table 1 has no result yet."
    assert todo_of("organiser", event) == [(missing, now)]


def test_sheets_are_told_to_who_may_confirm_them() -> None:
    event = make_event(players=4)
    table = table_of(seat_round(event, 1, (1, 2, 3, 4)))
    enter_sheet(table=table, result=result_of(table, 4, 3, 2, 1), seen="", by=BY)
    told = ("1 result from paper waits to be confirmed.", "/organise/open/results/")
    assert told in todo_of("chief-referee", event)
    assert todo_of("reader", event) == []


def test_registrations_are_told_once_somebody_has_to_enter_them(settings: Any) -> None:
    event = open_event(players=2, registration_limit=2)
    confirmed(event, "Ada One")
    person = User.objects.create_user("rita")
    Membership.objects.create(event=event, person=person, role=EventRole.REGISTRAR)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_FILE_PATH = None
    assert to_do_of_registrations(person, event) == []  # it waits for a place
    registered(event, "Bea Two", "bea@example.org")
    event.registration_limit = 3
    assert to_do_of_registrations(person, event) == []  # who waits moves up
    seat_round(event, 1, (1, 2))
    waiting = ToDo("1 registration waits.", "/organise/open/players/registrations/")
    assert to_do_of_registrations(person, event) == [waiting]
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert to_do_of_registrations(person, event)[0].text == "2 registrations wait."
    assert to_do_of_registrations(User.objects.create_user("nobody"), event) == []


def test_a_table_that_calls_comes_first() -> None:
    event = make_event(players=4)
    round_ = CurrentRound(1, State.RUNNING, "call_time", {"called": (3, 7)})
    person = User.objects.create_user("chief")
    Membership.objects.create(event=event, person=person, role=EventRole.CHIEF_REFEREE)
    found = to_do(person, event, Waiting(no_players=False, round=round_, sheets=0))
    assert [(item.text, item.urgent) for item in found] == [
        ("Tables 3 and 7 called the judge: answer the calls.", True),
        ("Round 1: Running. Next: Call time.", False),
    ]


def test_the_home_lists_it_in_as_many_queries_for_many_events(
    django_assert_max_num_queries: Any,
) -> None:
    person = User.objects.create_user("olga")
    client = signed_in(person)
    for number in range(6):
        event = make_event(f"event-{number}", players=4, published=False)
        seat_round(event, 1, (1, 2, 3, 4))
        Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    client.get("/organise/")
    with django_assert_max_num_queries(18):
        page = client.get("/organise/").content.decode()
    assert page.count("Round 1: Published. Next: Start the clock.") == 6
