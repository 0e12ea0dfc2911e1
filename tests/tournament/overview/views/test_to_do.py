"""What waits in each event, for whoever can do it, in as many queries for one as for many."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, finish, make_event, result_of, seat_round, table_of
from tests.tournament.registering import confirmed, open_event, registered
from tournament.models import Event, EventRole, Membership, Round
from tournament.overview.views.to_do import ToDo, others_step, to_do, to_do_of_registrations
from tournament.people.services.entries import withdraw_entry
from tournament.results.services.paper import SheetDetails, enter_sheet
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.waiting import CurrentRound, Waiting, waiting_of
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import publish_round
from tournament.rounds.services.steps import take_step
from tournament.rounds.states import State
from tournament.standings.services.reveal import freeze_results, reveal_places, show_results

pytestmark = pytest.mark.django_db


def todo_of(role: str, event: Event) -> list[tuple[str, str]]:
    person, _made = User.objects.get_or_create(username=role)
    Membership.objects.get_or_create(event=event, person=person, defaults={"role": role})
    found = to_do(User.objects.get(pk=person.pk), event, waiting_of([event])[event.pk])
    return [(item.text, item.url) for item in found]


def sentence_for(role: str, event: Event) -> str:
    """For whom the next step waits, as a member in this role is told."""
    todo_of(role, event)
    person = User.objects.get(username=role)
    return others_step(person, event, waiting_of([event])[event.pk])


def test_an_event_waits_for_its_players_then_for_its_draw() -> None:
    event = make_event(players=0)
    assert todo_of("organiser", event) == [
        ("Round 1: Not drawn. Next: Enter the players.", "/organise/open/players/")
    ]
    assert todo_of("registrar", event) == todo_of("organiser", event)
    assert todo_of("chief-referee", event) == []
    full = make_event("full", players=4)
    assert todo_of("organiser", full) == [
        ("Round 1: Not drawn. Next: Draw the round.", "/organise/full/now/?round=1")
    ]
    assert todo_of("chief-referee", full) == []
    assert sentence_for("chief-referee", full) == "Waiting for an organiser: Draw the round."
    assert sentence_for("organiser", full) == ""
    assert todo_of("registrar", full) == [("Check players in", "/organise/full/check-in/")]
    Event.objects.filter(slug="full").update(leaves_out_absent=True)
    assert todo_of("organiser", full) == [
        ("Round 1: Not drawn. Next: Check players in.", "/organise/full/check-in/")
    ]


def test_a_draw_with_players_who_dropped_out_waits_to_be_made_again() -> None:
    event = make_event(players=8)
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), publish=False)
    now = "/organise/open/now/?round=1"
    assert todo_of("organiser", event) == [("Round 1: Drawn. Next: Publish the round.", now)]
    withdraw_entry(entry=entry(event, 8), by=BY)
    again = "Round 1: players who dropped out still have seats. Next: Draw the round again."
    assert todo_of("organiser", event) == [(again, now)]
    assert sentence_for("chief-referee", event) == "Waiting for an organiser: Draw the round again."
    publish_round(round=round_, by=BY)
    replace = (
        "Player 8 has dropped out and still has a seat at table 2.",
        "/organise/open/check-in/late/?round=1",
    )
    start = ("Round 1: Published. Next: Start the clock.", now)
    assert todo_of("organiser", event) == [replace, start]
    assert todo_of("registrar", event) == [replace]
    assert todo_of("chief-referee", event) == [start]
    finish(table_of(round_, 2), 4, 3, 2, 1)
    assert todo_of("organiser", event) == [start]


def test_the_result_desk_reads_which_tables_have_no_result_once_time_is_up() -> None:
    event = make_event(players=8)
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    step_clock(round_=round_, step="start", by=BY)
    assert todo_of("result-desk", event) == []
    step_clock(round_=round_, step="end", by=BY)
    assert todo_of("result-desk", event) == [
        ("Tables 1 and 2 have no result yet.", "/organise/open/results/")
    ]
    assert todo_of("registrar", event) == []


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


def test_once_all_rounds_are_closed_prizes_are_given_and_then_the_event_is_closed() -> None:
    event = make_event(players=4, number_of_rounds=1)
    only = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(only), 4, 3, 2, 1)
    for step in ("confirm", "close"):
        only.refresh_from_db()
        take_step(round_=only, step=step, seen=seen_of(only), by=BY)
    giving = ("All rounds are closed. Next: Prize-giving.", "/organise/open/reveal/")
    closing = ("All rounds are closed. Next: Close the event.", "/organise/open/close/")
    assert todo_of("organiser", event) == [giving]
    event = freeze_results(event=event, by=BY)
    assert todo_of("organiser", event) == [giving]
    for role in ("reader", "chief-referee"):
        assert todo_of(role, event) == []
        assert sentence_for(role, event) == "Waiting for an organiser: Prize-giving."
    event = reveal_places(event=event, up_to=1, seen=None, by=BY)
    assert todo_of("organiser", event) == [closing]
    event = show_results(event=event, by=BY)
    assert todo_of("organiser", event) == [closing]
    event = freeze_results(event=event, by=BY)
    assert todo_of("organiser", event) == [giving]


def test_the_round_that_is_played_is_told_though_an_earlier_one_is_not_closed() -> None:
    event = make_event(players=4, number_of_rounds=3)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    step_clock(round_=seat_round(event, 2, (1, 2, 3, 4)), step="start", by=BY)
    now = "/organise/open/now/?round=2"
    assert todo_of("organiser", event) == []  # nobody does anything before time is up
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


def test_the_desk_is_told_of_the_sheets_that_somebody_else_typed() -> None:
    event = make_event(players=8)
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    ida = User.objects.create_user("result-desk")
    one, other = table_of(round_), table_of(round_, 2)
    enter_sheet(table=one, result=result_of(one, 4, 3, 2, 1), seen="", by=ida)
    assert todo_of("result-desk", event) == []
    assert sentence_for("result-desk", event) == "Waiting for the chief referee: Start the clock."
    told = ("1 result from paper waits to be confirmed.", "/organise/open/results/")
    assert told in todo_of("organiser", event)
    enter_sheet(table=other, result=result_of(other, 4, 3, 2, 1), seen="", by=BY)
    assert todo_of("result-desk", event) == [told]
    # Two who differ wait for who may choose.
    enter_sheet(table=other, result=result_of(other, 1, 2, 3, 4), seen="", by="otto")
    assert todo_of("result-desk", event) == []


def test_the_desk_reads_that_all_is_typed_and_others_confirm_it() -> None:
    event = make_event(players=8)
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    step_clock(round_=round_, step="start", by=BY)
    ida = User.objects.create_user("result-desk")
    one, other = table_of(round_), table_of(round_, 2)
    assert sentence_for("result-desk", event) == ""
    client = signed_in(ida)
    assert "Nothing waits for you now." in client.get("/organise/open/").content.decode()
    enter_sheet(table=one, result=result_of(one, 4, 3, 2, 1), seen="", by=ida)
    assert sentence_for("result-desk", event) == ""  # the other is to be typed
    enter_sheet(table=other, result=result_of(other, 4, 3, 2, 1), seen="", by=ida)
    told = "All results are typed; 2 wait for somebody else to confirm them."
    assert todo_of("result-desk", event) == []
    assert sentence_for("result-desk", event) == told
    for page in ("/organise/", "/organise/open/"):
        shown = client.get(page).content.decode()
        assert told in shown
        assert "Nothing waits for you now." not in shown
    assert sentence_for("organiser", event) == ""  # whoever decides has it to do
    enter_sheet(table=one, result=result_of(one, 4, 3, 2, 1), seen="", by="otto")
    enter_sheet(table=other, result=result_of(other, 1, 2, 3, 4), seen="", by="otto")
    differ = "The two typings of table 2 differ: one is to be chosen."
    assert sentence_for("result-desk", event) == differ


def test_typings_that_differ_are_told_to_who_chooses() -> None:
    event = make_event(players=12, number_of_rounds=2)
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    for step in ("start", "end"):
        step_clock(round_=round_, step=step, by=BY)
    for number in (1, 2, 3):
        table = table_of(round_, number)
        enter_sheet(table=table, result=result_of(table, 4, 3, 2, 1), seen="", by="ida")
    third = table_of(round_, 3)
    enter_sheet(table=third, result=result_of(third, 1, 2, 3, 4), seen="", by="otto")
    differ = "The two typings of table 3 differ: one is to be chosen."
    sheet, now = "/organise/open/r/1/3/position/", "/organise/open/now/?round=1"
    typed = "The results of tables 1 and 2 are typed and wait to be confirmed."
    for role in ("organiser", "chief-referee"):
        assert todo_of(role, event) == [
            (differ, sheet),
            ("2 results from paper wait to be confirmed.", "/organise/open/results/"),
            (f"Round 1: Time is up. {typed}", now),
        ]
    for number in (1, 2):
        finish(table_of(round_, number), 4, 3, 2, 1)
    assert (differ, sheet) in todo_of("organiser", event)
    step_clock(round_=seat_round(event, 2, (1, 2, 3, 4)), step="start", by=BY)
    assert (f"Round 1: {differ}", sheet) in todo_of("organiser", event)


def test_a_chief_is_told_to_let_others_confirm_what_she_typed() -> None:
    event = make_event(players=8, number_of_rounds=1)
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    for number in (1, 2):
        finish(table_of(round_, number), 4, 3, 2, 1)
    round_.refresh_from_db()
    take_step(round_=round_, step="confirm", seen=seen_of(round_), by=BY)
    assert todo_of("chief-referee", event) == [
        ("Round 1: Confirmed. Next: Close the round.", "/organise/open/now/?round=1")
    ]
    chief = User.objects.get(username="chief-referee")
    table, why = table_of(round_, 2), SheetDetails(correction_reason="counted anew")
    enter_sheet(table=table, result=result_of(table, 1, 2, 3, 4), seen="", by=chief, details=why)
    own = "You typed the result of table 2: let somebody else confirm it, or say why nobody"
    assert todo_of("chief-referee", event) == [
        (f"{own} else can.", "/organise/open/r/1/2/position/")
    ]
    corrected = "A corrected result of table 2 is typed: somebody else confirms it."
    assert todo_of("organiser", event) == [
        ("1 result from paper waits to be confirmed.", "/organise/open/results/"),
        (f"Round 1: Confirmed. {corrected}", "/organise/open/now/?round=1"),
    ]
    page = signed_in(chief).get("/organise/open/now/?round=1").content.decode()
    assert own in page
    assert page.count(corrected) == 1  # in the line below the event's name


def test_nobody_is_waited_for_while_results_are_missing() -> None:
    event = make_event(players=4)
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    for step in ("start", "end"):
        step_clock(round_=round_, step=step, by=BY)
    assert sentence_for("reader", event) == ""
    finish(table_of(round_), 4, 3, 2, 1)
    assert sentence_for("reader", event) == "Waiting for the chief referee: Confirm the results."


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
    found = to_do(person, event, Waiting(round_))
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
