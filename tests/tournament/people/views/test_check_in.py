"""The organiser's page of who is there, and the draw that leaves out who is not."""

import datetime as dt
import re
import time

import pytest
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.draws.problem import problem_of_rounds
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Event, Membership
from tournament.people.services.absences import set_absences
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import withdraw_entry

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/check-in/"


@pytest.fixture
def event() -> Event:
    return make_event(players=9, table_sizes=[4, 3])


def helper(event: Event, user_model, name: str, role: str = "registrar") -> Client:
    person = user_model.objects.create_user(name)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


@pytest.fixture
def client(event: Event, django_user_model) -> Client:
    return helper(event, django_user_model, "rita")


def tap(client: Client, *seeds: int, wanted: str = "in") -> None:
    event = Event.objects.get(slug="open")
    for seed in seeds:
        assert client.post(PAGE + "tap/", {wanted: entry(event, seed).pk}).status_code == 302


def text_of(client: Client, query: str = "") -> str:
    page = re.sub(r"<[^>]+>", " ", client.get(PAGE + query).content.decode())
    return " ".join(page.split())


def absent_of(event: Event, number: int = 1) -> set[str]:
    event = Event.objects.get(pk=event.pk)
    return set(problem_of_rounds(event, range(number, number + 1)).absent.get(number, ()))


def test_a_tap_checks_in_and_another_takes_it_back(client, event):
    tap(client, 1, 2)
    assert "2 checked in · 7 absent" in text_of(client)
    tap(client, 1, wanted="out")
    assert "1 checked in · 8 absent" in text_of(client)
    actions = AuditEntry.objects.filter(kind="entry").values_list("action", flat=True)
    assert sorted(actions) == ["check in", "check in", "undo check-in"]


def test_two_who_tap_the_same_row_want_the_same(client, event, django_user_model):
    other = helper(event, django_user_model, "rob")
    tap(client, 1)
    came = entry(event, 1).checked_in_at
    tap(other, 1)
    assert entry(event, 1).checked_in_at == came
    assert AuditEntry.objects.filter(action="check in").count() == 1
    assert "1 checked in · 8 absent" in text_of(other)


def test_what_other_helpers_tap_is_told_when_it_changes(client, event):
    etag = client.get(PAGE, {"part": "live"})["ETag"]
    again = client.get(PAGE, {"part": "live"}, headers={"If-None-Match": etag})
    assert again.status_code == 304
    tap(client, 3)
    fresh = client.get(PAGE, {"part": "live"}, headers={"If-None-Match": etag})
    assert fresh.status_code == 200
    assert "<html" not in fresh.content.decode()


def test_the_draw_leaves_out_who_is_absent_in_one_step(client, event):
    tap(client, *range(1, 8))
    page = text_of(client)
    assert "If round 1 were drawn now: 3 tables of 3 ; 3 to 6 of each role" in page
    assert "Players who are absent are drawn, too." in page
    assert "Without those who are absent: 1 table of 4 and 1 table of 3" in page
    assert "button primary" not in client.get(PAGE).content.decode()
    assert absent_of(event) == set()
    client.post(PAGE + "absent/", {"do": "leave"})
    assert absent_of(event) == {"p08", "p09"}
    page = text_of(client)
    assert "now: 1 table of 4 and 1 table of 3 ; 3 to 4 of each role" in page
    assert "are drawn, too" not in page
    tap(client, 8)
    assert absent_of(event) == {"p09"}
    client.post(PAGE + "absent/", {"do": "seat"})
    assert absent_of(event) == set()


def test_who_misses_the_next_round_or_dropped_out_is_not_counted(client, event):
    set_absences(entry=entry(event, 9), rounds=[1], by=BY)
    withdraw_entry(entry=entry(event, 8), by=BY)
    tap(client, 9)
    page = text_of(client)
    assert "1 checked in · 7 absent" in page
    assert "now: 1 table of 4 and 1 table of 3" in page
    assert "Player 8" not in page
    answer = client.post(PAGE + "tap/", {"in": entry(event, 8).pk}, follow=True)
    assert "The player dropped out: rejoin first." in answer.content.decode()


def test_another_day_begins_with_nobody(client, event):
    tap(client, 1, 2)
    client.post(PAGE + "absent/", {"do": "leave"})
    client.post(PAGE + "absent/", {"do": "anew"})
    assert "0 checked in · 9 absent" in text_of(client)
    assert absent_of(event) == set()
    assert AuditEntry.objects.get(action="begin check-in anew").before == {"checked_in": [1, 2]}


def test_everybody_else_is_checked_in_at_once(client, event):
    tap(client, 1)
    at = entry(event, 1).checked_in_at
    assert "Check in the 8 absent players" in text_of(client)
    for told in ("8 players are checked in.", "0 players are checked in."):
        answer = client.post(PAGE + "absent/", {"do": "check_in"}, follow=True)
        assert told in answer.content.decode()
    assert "Check in the" not in text_of(client)
    assert "9 checked in · 0 absent" in text_of(client)
    assert entry(event, 1).checked_in_at == at
    row = AuditEntry.objects.get(action="check everybody in")
    assert row.after == {"checked_in": list(range(2, 10))}


def test_the_deadline_is_the_events_time_and_shuts_nobody_out(client, event):
    update_event(event=event, time_zone="Europe/Paris", by=BY)
    client.post(PAGE + "deadline/", {"until": "2026-05-16T09:30"})
    until = Event.objects.get().check_in_until
    assert until == dt.datetime(2026, 5, 16, 7, 30, tzinfo=dt.UTC)
    page = client.get(PAGE).content.decode()
    assert 'value="2026-05-16T09:30"' in page
    client.post(PAGE + "deadline/", {"until": "2026-01-01T09:30"})
    page = client.get(PAGE).content.decode()
    assert "check-in-rows late" in page
    tap(client, 1)
    assert entry(event, 1).checked_in_at is not None
    for typed in ("soon", "0001-01-01T00:00", "9999-12-31T23:59"):
        client.post(PAGE + "deadline/", {"until": typed})
        assert "such as 2026-05-16" in text_of(client)
    client.post(PAGE + "deadline/", {"until": ""})
    assert Event.objects.get().check_in_until is None


def test_the_search_leaves_out_rows_but_counts_everybody(client, event):
    page = text_of(client, "?search=PLAYER 7")
    assert "Player 7" in page
    assert "Player 6" not in page
    assert "0 checked in · 9 absent" in page
    answer = client.post(PAGE + "tap/", {"in": entry(event, 7).pk, "search": "7"})
    assert answer.url == f"{PAGE}?search=7#e{entry(event, 7).pk}"


def test_who_only_reads_cannot_tap(event, django_user_model):
    reader = helper(event, django_user_model, "reader", "reader")
    assert reader.get(PAGE).content.decode().count("disabled") == 9
    assert reader.post(PAGE + "tap/", {"in": entry(event, 1).pk}).status_code == 403


def test_nobody_of_another_event_is_tapped(client, event):
    other = make_event("spring", players=1)
    assert client.post(PAGE + "tap/", {"in": entry(other, 1).pk}).status_code == 404
    assert client.post(PAGE + "tap/", {"in": "x"}).status_code == 404


def test_rounds_that_are_published_are_not_the_next(client, event):
    seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert "If round 2 were drawn now" in text_of(client)


def test_a_draw_is_told_of_only_where_one_comes_next(client, event):
    seat_round(event, event.number_of_rounds, (1, 2, 3, 4))
    assert "were drawn now" not in text_of(client)
    Event.objects.update(number_of_rounds=event.number_of_rounds + 1)
    assert "were drawn now" in text_of(client)
    Event.objects.update(finals=[4])
    assert "were drawn now" not in text_of(client)


@pytest.mark.parametrize("number", [1, 3, 100])
def test_the_page_asks_a_fixed_number_of_queries(
    number, django_user_model, django_assert_num_queries
):
    event = make_event("many", players=number)
    for one in event.entries.all()[:50]:
        set_absences(entry=one, rounds=[1], by=BY)
    client = helper(event, django_user_model, "reader", "reader")
    with django_assert_num_queries(11):
        client.get("/organise/many/check-in/")


def test_five_hundred_players_take_no_time(django_user_model):
    event = make_event("many", players=500)
    for one in event.entries.all()[:5]:
        check_in(entry=one, by=BY)
    client = helper(event, django_user_model, "rita")
    client.get("/organise/many/check-in/")
    before = time.process_time()
    assert "Player 500" in client.get("/organise/many/check-in/").content.decode()
    assert time.process_time() - before < 0.3
