"""The page Now: every table with what it needs, at a fixed price, and calls on their way."""

import datetime as dt
import json
import re
import time
from html import unescape
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.chief.call_wording import call_answered
from referee.log.calls import claim_call, escalate_call, open_call, reopen_call, resolve_call
from referee.log.control_room import control_room
from referee.models import Call, Device
from tests.accounts import signed_in, staff
from tests.referee.chief.pages import EVENTS, LINES
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, make_table, paired
from tests.tournament.making import BY, make_event, result_of, seat_round
from tournament.access import Action
from tournament.models import (
    ClockEntry,
    Entry,
    Event,
    EventRole,
    Membership,
    PaperSheet,
    Round,
    Table,
)
from tournament.people.services.entries import withdraw_entry
from tournament.results.services.paper import enter_sheet, mark_of
from tournament.rounds.services.clock import grant_extra, step_clock

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/now/"


@pytest.fixture
def table() -> Table:
    return make_table(LINES[0], tables=3, published=True)


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table)


@pytest.fixture
def chief() -> Client:
    return signed_in(staff("chiara", Action.ACT_AS_CHIEF, Action.MOVE_CLOCK, Action.SEE_EVENT))


def text(client: Client, query: str = "") -> str:
    response = client.get(PAGE + query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_typed_result_waits_on_its_card_and_on_the_chiefs_page(table: Table) -> None:
    rights = (Action.ACT_AS_CHIEF, Action.SEE_EVENT, Action.ENTER_RESULTS)
    chief = signed_in(staff("chiara", *rights))
    assert "Type the result" in card(text(chief), 1)
    players = range(table.seats.count(), 0, -1)
    enter_sheet(table=table, result=result_of(table, *players), seen="", by="otto")
    typed = card(text(chief), 1)
    assert "Typed by <bdi>otto</bdi>, to be confirmed" in typed
    assert "Type the result" not in typed
    address = f"/organise/open/r/1/{table.number}/position/"
    assert address in typed
    assert address in chief.get("/organise/open/now/").content.decode()
    assert shown_order(text(chief))[0] == 1


def test_a_card_names_both_who_typed_different_results_before_one_to_confirm(table: Table) -> None:
    rights = (Action.ACT_AS_CHIEF, Action.SEE_EVENT, Action.ENTER_RESULTS)
    chief = signed_in(staff("chiara", *rights))
    players = range(table.seats.count(), 0, -1)
    enter_sheet(table=table, result=result_of(table, *players), seen="", by="otto")
    other = table.round.tables.get(number=2)
    players = range(other.seats.count(), 0, -1)
    for by, order in (("otto", players), ("olga", reversed(players))):
        seen = mark_of(PaperSheet.objects.filter(table=other).first())
        enter_sheet(table=other, result=result_of(other, *order), seen=seen, by=by)
    assert shown_order(text(chief)) == [2, 1, 3]
    shown = card(text(chief), 2)
    assert "<bdi>otto</bdi> and <bdi>olga</bdi> typed different results" in shown
    assert "Compare the results" in shown


def test_a_table_without_a_tablet_plays_by_the_halls_clock(table: Table) -> None:
    chief = signed_in(staff("chiara", Action.ACT_AS_CHIEF, Action.SEE_EVENT))
    assert "Not started" in card(text(chief), 1)
    step_clock(round_=table.round, step="start", by=BY)
    page = text(chief)
    assert "Being played" in card(page, 1)
    assert "Nothing is waiting for you" in page
    assert "data-face" in page
    step_clock(round_=table.round, step="end", by=BY)
    page = text(chief)
    assert "Waiting for the result" in card(page, 1)
    assert "Nothing is waiting for you" not in page
    assert "data-face" not in page


def member(event: Event, role: str) -> Client:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def test_a_step_of_somebody_else_is_named_and_no_heading_is_left_empty(table: Table) -> None:
    event = table.round.event
    Event.objects.filter(pk=event.pk).update(number_of_rounds=2)
    chief, desk = member(event, "chief-referee"), member(event, "result-desk")
    page = text(chief, "?round=2")
    assert "Waiting for an organiser: Draw the round." in page
    assert 'id="next"' in page
    assert "Draw the round</a>" not in page
    assert "Waiting for the chief referee: Start the clock." in text(desk, "?round=1")
    step_clock(round_=table.round, step="start", by=BY)
    # Time is left: nobody is waited for, and there is no heading without anything below.
    assert 'id="next"' not in text(desk, "?round=1")
    assert 'id="next"' in text(chief, "?round=1")


def test_nothing_waits_only_where_no_step_of_ones_own_comes_next(
    chief: Client, table: Table
) -> None:
    page = text(chief)
    assert "Start the clock</button>" in page
    assert "Nothing is waiting for you" not in page
    step_clock(round_=table.round, step="start", by=BY)
    assert "Nothing is waiting for you" in text(chief)


def test_a_desk_confirms_on_its_card_what_somebody_else_typed(table: Table) -> None:
    desk = member(table.round.event, "result-desk")
    players = range(table.seats.count(), 0, -1)
    ida = User.objects.get(username="result-desk")
    enter_sheet(table=table, result=result_of(table, *players), seen="", by=ida)
    typed = card(text(desk), 1)
    assert "Somebody else confirms it." in typed
    assert "Confirm table 1" not in typed
    PaperSheet.objects.update(entered_by="otto", entered_by_user=None)
    assert "Confirm table 1" in card(text(desk), 1)


def test_who_dropped_out_of_a_round_that_is_played_is_named(table: Table) -> None:
    rights = (Action.ACT_AS_CHIEF, Action.SEE_EVENT, Action.EDIT_PLAYERS)
    chief = signed_in(staff("chiara", *rights))
    seat = table.seats.order_by("order")[0]
    told = f"<bdi>{seat.entry.name}</bdi> has dropped out and still has a seat at table 1."
    assert told not in text(chief)
    withdraw_entry(entry=seat.entry, by=BY)
    page = text(chief)
    assert told in page
    replace = 'href="/organise/open/check-in/late/?round=1"'
    assert replace in page
    home = "/organise/open/"
    assert replace in chief.get(home).content.decode()
    tablet = paired(table)
    send(tablet, *tablet.made_of(*EVENTS[:1]))  # its game has begun: it is left by the rules
    assert replace not in text(chief)
    assert replace not in chief.get(home).content.decode()


def shown_order(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="table-(\d+)"', page)]


def card(page: str, number: int) -> str:
    found = re.search(rf'id="table-{number}".*?</li>', page)
    assert found
    return found[0]


def call_of(table: Table, topic: str = "rules") -> Call:
    return open_call(device=paired(table).device, call_id=uuid4(), topic=topic)


def third(table: Table) -> Table:
    return Table.objects.select_related("round__event").get(round=table.round, number=3)


def test_a_table_shows_its_phase_last_event_tablet_and_what_waits(
    chief: Client, table: Table, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:3]))
    Device.objects.update(pending=2, last_seen_at=timezone.now() - dt.timedelta(minutes=3))
    step_clock(round_=table.round, step="start", by=BY)
    grant_extra(table=table, seconds=300, reason="dice lost", by=BY)
    first = card(text(chief), 1)
    assert "On turn:" in first
    assert re.search(r'class="control-event"><bdi>[^<]+</bdi>', first)
    assert "silent since" in first
    assert "3 min" in first
    assert "2 events wait on the tablet" in first
    assert "Extra time 5:00" in first
    assert f'href="/organise/chief/games/{tablet.game}/"' in first
    assert "No tablet" in card(text(chief), 2)
    assert "dice lost" in text(chief)  # the ledger


def test_calling_time_says_before_whose_extra_time_it_ends(chief: Client, table: Table) -> None:
    step_clock(round_=table.round, step="start", by=BY)
    told = "Table 1 has extra time left; calling time ends it."
    assert told not in text(chief)
    grant_extra(table=table, seconds=300, reason="dice lost", by=BY)
    assert told in text(chief)
    step_clock(round_=table.round, step="end", by=BY)
    assert told not in text(chief)


def test_who_needs_somebody_comes_first_unless_the_numbers_are_asked_for(
    chief: Client, table: Table
) -> None:
    assert shown_order(text(chief)) == [1, 2, 3]
    call = call_of(third(table))
    assert shown_order(text(chief)) == [3, 1, 2]
    assert shown_order(text(chief, "?sort=number")) == [1, 2, 3]
    claim_call(call_id=call.pk, by=BY)
    call_of(Table.objects.get(round=table.round, number=2))
    assert shown_order(text(chief)) == [2, 3, 1]  # somebody is on the way to 3


def test_the_part_that_changes_is_asked_for_by_its_version(chief: Client, table: Table) -> None:
    response = chief.get(PAGE, {"part": "live"})
    assert "<html" not in response.content.decode()
    headers = {"If-None-Match": response["ETag"]}
    assert chief.get(PAGE, {"part": "live"}, headers=headers).status_code == 304
    call_of(table)
    assert chief.get(PAGE, {"part": "live"}, headers=headers).status_code == 200


def test_the_clock_is_moved_from_here_and_back(chief: Client, table: Table) -> None:
    page = text(chief)
    values = dict(re.findall(r'name="(seen|back|step)" (?:type="hidden" )?value="(\w+)"', page))
    address = "/organise/open/r/1/timing/"
    assert f'action="{address}"' in page
    answer = chief.post(address, {**values, "step": "start"})
    assert answer["Location"] == f"{PAGE}?round=1"
    assert 'data-clock="running"' in text(chief)
    (warnings,) = re.findall(r'data-warn="([^"]*)"', text(chief))
    assert json.loads(unescape(warnings)) == {
        "0": "Time is up in the hall",
        "60": "1 min left in the hall",
        "300": "5 min left in the hall",
        "900": "15 min left in the hall",
    }
    extra = {"table": "2", "minutes": "5", "reason": "late", "back": "now"}
    answer = chief.post("/organise/open/r/1/clock/extra/", extra)
    assert answer["Location"] == f"{PAGE}?round=1"
    assert "Extra time 5:00" in card(text(chief), 2)


def test_a_call_is_answered_as_one_before_and_the_chief_passes_none_on(table: Table) -> None:
    event = table.round.event
    organiser, chief = (User.objects.create_user(name) for name in ("olga", "chris"))
    roles = {organiser: EventRole.ORGANISER, chief: EventRole.CHIEF_REFEREE}
    for person, role in roles.items():
        Membership.objects.create(event=event, person=person, role=role)
    call = call_of(table)
    resolve_call(call_id=call.pk, resolution="The dice count", seconds=0, by=BY)
    resolve_call(call_id=call_of(table).pk, resolution="The dice count", seconds=0, by=BY)
    call_of(table)
    for page in (PAGE, "/organise/open/now/"):
        shown = {person: signed_in(person).get(page).content.decode() for person in roles}
        for text_ in shown.values():
            assert text_.count('<option value="The dice count">') == 1
            assert 'list="answers"' in text_
        assert "Pass on to the chief referee" in shown[organiser]
        assert "Pass on to the chief referee" not in shown[chief]


def test_a_call_is_claimed_passed_on_and_resolved_from_here(chief: Client, table: Table) -> None:
    call = call_of(table)
    address = f"/organise/chief/calls/{call.pk}/"

    def press(step: str, **typed: str) -> str:
        answer = chief.post(address, {"step": step, "back": "now", **typed})
        assert answer["Location"] == f"{PAGE}?round=1"
        return text(chief)

    said = press("claim")
    assert "chiara" in card(said, 1)
    assert "Table 1: you are on your way." in said
    assert "chiara is on the way already." in press("claim")
    said = press("release")
    assert "I am on my way" in card(said, 1)
    assert "nobody is on the way any more" in said
    assert "The call is already waiting for somebody." in press("release")
    assert "passed on to the chief referee" in press("escalate")
    call.refresh_from_db()
    assert (call.state, call.claimed_by, call.escalated_by) == ("open", "", "chiara")
    assert "For the chief referee" in card(text(chief), 1)
    said = press("resolve", resolution="pay")
    assert "Table 1: the call is resolved." in said
    assert "What was decided" not in card(said, 1)
    assert "answered or taken back already" in press("resolve", resolution="again")
    assert shown_order(said) == [1, 2, 3]


def test_who_claims_a_moment_later_is_not_told_to_be_on_the_way(table: Table) -> None:
    ben, chiara = (User.objects.create_user(name) for name in ("ben", "chiara"))
    seen = call_of(table)
    claim_call(call_id=seen.pk, by=ben)
    after = claim_call(call_id=seen.pk, by=chiara)
    assert call_answered(seen, after, "claim", chiara.pk) == ""
    assert call_answered(seen, after, "claim", ben.pk) == "Table 1: you are on your way."


def test_two_of_one_name_are_told_apart(chief: Client, table: Table) -> None:
    call = call_of(table)
    namesake = User.objects.create_user("chiara2", first_name="Chiara")
    User.objects.filter(username="chiara").update(first_name="Chiara")
    seen = Call.objects.get(pk=call.pk)
    after = claim_call(call_id=seen.pk, by=User.objects.get(username="chiara"))
    assert call_answered(seen, after, "claim", namesake.pk) == ""
    own = User.objects.get(username="chiara").pk
    assert call_answered(seen, after, "claim", own) == "Table 1: you are on your way."
    assert "I am not coming" in text(chief)
    Call.objects.update(claimed_by_user_id=namesake.pk)
    said = text(chief)
    assert "I am not coming" not in said
    assert "Nobody is on the way" in said


def test_a_call_that_was_resolved_by_mistake_is_opened_again(chief: Client, table: Table) -> None:
    call = call_of(table)
    claim_call(call_id=call.pk, by="ben")
    address = f"/organise/chief/calls/{call.pk}/"
    given = {"step": "resolve", "resolution": "pay", "minutes": "5", "back": "now"}
    chief.post(address, given)
    said = text(chief)
    assert "Table 1: the call is resolved, 5 min credited." in said
    assert "Open the call again" in card(said, 1)
    assert "Extra time 5:00" in card(said, 1)
    chief.post(address, {"step": "reopen", "back": "now"})
    said = text(chief)
    assert "Table 1: the call is open again." in said
    assert "ben" in card(said, 1)
    assert "Extra time" not in card(said, 1)
    call.refresh_from_db()
    assert (call.state, call.resolution, call.credited_seconds) == ("claimed", "", 0)
    assert "ben is on the way already." in press_again(chief, address)
    lines = ClockEntry.objects.order_by("pk").values_list("seconds", "reason")
    assert list(lines) == [(300, "pay"), (-300, "Call opened again")]


def press_again(chief: Client, address: str) -> str:
    chief.post(address, {"step": "reopen", "back": "now"})
    return text(chief)


def test_a_call_that_was_answered_long_ago_stays_answered(chief: Client, table: Table) -> None:
    call = call_of(table)
    resolve_call(call_id=call.pk, resolution="pay", seconds=0, by=BY)
    handed_in = call_of(third(table), topic="cleared")
    assert "Open the call again" not in card(text(chief), 3)
    Call.objects.update(resolved_at=timezone.now() - dt.timedelta(minutes=11))
    assert "Open the call again" not in card(text(chief), 1)
    for each in (call, handed_in):
        assert reopen_call(call_id=each.pk, by=BY).state == "resolved"


def test_a_call_passed_on_can_be_taken_and_stays_marked(table: Table) -> None:
    call = call_of(table)
    escalate_call(call_id=call.pk, by="rita")
    claim_call(call_id=call.pk, by="chiara")
    escalate_call(call_id=call.pk, by="chiara")
    call.refresh_from_db()
    assert (call.state, call.claimed_by, call.escalated_by) == ("open", "", "rita")
    resolve_call(call_id=call.pk, resolution="", seconds=0, by=BY)
    assert escalate_call(call_id=call.pk, by=BY).state == "resolved"


@pytest.mark.parametrize(
    ("ran", "minutes"),
    [(0, 0), (20, 1), (60, 1), (61, 2), (3 * 3600, 60)],
)
def test_the_time_that_a_call_cost_is_credited_by_itself(
    table: Table, ran: int, minutes: int
) -> None:
    call, now = call_of(table), timezone.now()
    Call.objects.update(opened_at=now - dt.timedelta(seconds=ran))
    step_clock(round_=table.round, step="start", by=BY, now=now - dt.timedelta(hours=4))
    if not ran:
        step_clock(round_=table.round, step="pause", by=BY, now=now - dt.timedelta(hours=1))
    resolve_call(call_id=call.pk, resolution="pay", seconds=None, by=BY)
    call.refresh_from_db()
    assert call.credited_seconds == minutes * 60
    lines = ClockEntry.objects.filter(kind="extra").values_list("table", "seconds", "reason")
    assert list(lines) == ([(table.pk, minutes * 60, "pay")] if minutes else [])


def test_a_table_is_granted_no_more_than_an_hour_by_its_calls(table: Table) -> None:
    call, now = call_of(table), timezone.now()
    step_clock(round_=table.round, step="start", by=BY, now=now - dt.timedelta(hours=2))
    grant_extra(table=table, seconds=3540, reason="late", by=BY)
    Call.objects.update(opened_at=now - dt.timedelta(minutes=5))
    assert resolve_call(call_id=call.pk, resolution="", seconds=None, by=BY).credited_seconds == 60
    with pytest.raises(ValidationError):
        grant_extra(table=table, seconds=60, reason="more", by=BY)


def test_a_call_credits_no_time_once_the_results_are_confirmed(chief: Client, table: Table) -> None:
    call, now = call_of(table), timezone.now()
    assert 'name="minutes"' in card(text(chief), 1)
    step_clock(round_=table.round, step="start", by=BY, now=now - dt.timedelta(minutes=5))
    Call.objects.update(opened_at=now - dt.timedelta(minutes=5))
    Round.objects.update(confirmed_at=now)
    assert 'name="minutes"' not in card(text(chief), 1)
    with pytest.raises(ValidationError, match="take the confirmation back first"):
        resolve_call(call_id=call.pk, resolution="pay", seconds=60, by=BY)
    assert resolve_call(call_id=call.pk, resolution="pay", seconds=None, by=BY).state == "resolved"
    assert not ClockEntry.objects.filter(kind="extra").exists()


def test_a_round_is_chosen_and_the_one_that_is_played_is_the_first_choice(
    chief: Client, table: Table
) -> None:
    for number, status in ((2, "published"), (3, "drawn")):
        Round.objects.create(event=table.round.event, number=number, status=status)
    shown = [chief.get(PAGE + query).context["number"] for query in ("", "?round=2", "?round=3")]
    assert shown == [1, 2, 3]
    Round.objects.filter(number=1).update(status="finished")
    assert chief.get(PAGE).context["number"] == 2
    assert chief.get(PAGE + "?round=99").status_code == 404


def test_after_a_closed_round_the_next_is_shown_and_the_others_can_be_chosen(
    chief: Client, table: Table
) -> None:
    chosen = re.compile(r'href="/organise/open/now/\?round=(\d)"\s+aria-current="true"')

    def shown(query: str = "") -> tuple[int, list[str]]:
        page = chief.get(PAGE + query)
        return page.context["number"], chosen.findall(page.content.decode())

    Event.objects.update(number_of_rounds=2)
    now = timezone.now()
    Round.objects.update(status="finished", confirmed_at=now)
    assert shown() == (1, ["1"])  # it is to be closed
    Round.objects.update(closed_at=now)
    assert shown() == (2, ["2"])
    assert shown("?round=1") == (1, ["1"])
    assert "Round 2: Not drawn." in text(chief)


def test_before_its_draw_and_its_publication_a_round_shows_the_step_that_leads_on(
    admin_client: Client,
) -> None:
    make_event(players=4)
    shown, etag = text(admin_client), admin_client.get(PAGE, {"part": "live"})["ETag"]
    assert "Draw the round" in shown
    assert "Check-in: 0 of 4 here" in shown
    Entry.objects.filter(seed=2).update(checked_in_at=timezone.now())
    changed = admin_client.get(PAGE, {"part": "live"}, headers={"If-None-Match": etag})
    assert "Check-in: 1 of 4 here" in " ".join(changed.content.decode().split())
    seat_round(Event.objects.get(), 1, (1, 2, 3, 4), publish=False)
    assert "Publish the round" in text(admin_client)


def test_it_costs_as_many_queries_for_many_tables_as_for_one(chief: Client) -> None:
    counts = []
    for slug, tables in (("one", 1), ("three", 3), ("hundred", 100)):
        table = make_table(LINES[0], tables=tables, slug=slug, published=True)
        send(paired(table), *paired(table).made_of(*EVENTS[:1]))
        chief.get(f"/organise/{slug}/now/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert chief.get(f"/organise/{slug}/now/").status_code == 200
        counts.append(len(queries))
    assert counts == [counts[0]] * 3
    assert counts[0] <= 45


def test_a_hundred_and_twenty_five_tables_are_read_in_little_time() -> None:
    table = make_table(LINES[0], tables=125)
    began = time.process_time()
    room = control_room(table.round)
    assert len(room.tables) == 125
    assert time.process_time() - began <= 0.3


def test_what_other_places_change_reaches_an_open_page(chief: Client, table: Table) -> None:
    event = table.round.event
    rounds = Round.objects.filter(event=event)
    rounds.update(status="finished", confirmed_at=timezone.now(), closed_at=timezone.now())
    etag = chief.get(PAGE, {"part": "live"})["ETag"]

    def changed() -> bool:
        nonlocal etag
        answer = chief.get(PAGE, {"part": "live"}, headers={"If-None-Match": etag})
        etag = answer.headers.get("ETag", etag)
        return answer.status_code == 200

    assert not changed()
    Event.objects.update(number_of_rounds=event.number_of_rounds + 1)
    assert changed()
    Event.objects.update(closed_at=timezone.now())
    assert changed()
    shown = text(chief)
    assert "The event is closed." in shown
    assert "Reopen" not in shown


def test_a_call_of_an_earlier_round_is_told_before_the_next_is_made(
    chief: Client, table: Table
) -> None:
    Event.objects.update(number_of_rounds=2)
    call_of(third(table))
    assert "Round 1: somebody waits at table 3" in text(chief, "?round=2")


def test_earlier_rounds_whose_results_wait_to_be_confirmed_are_named(
    chief: Client, table: Table
) -> None:
    rounds = Round.objects.filter(event=table.round.event)
    rounds.update(status="finished")
    Round.objects.create(event=table.round.event, number=2, status="published")
    etag = chief.get(PAGE, {"part": "live"})["ETag"]
    shown = text(chief)
    assert chief.get(PAGE).context["number"] == 2
    assert 'Results to be confirmed: <a href="/organise/open/now/?round=1">Round 1</a>' in shown
    assert "Nothing is waiting for you" not in shown
    rounds.filter(number=1).update(confirmed_at=timezone.now())
    answer = chief.get(PAGE, {"part": "live"}, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "Nothing is waiting for you" in text(chief)
