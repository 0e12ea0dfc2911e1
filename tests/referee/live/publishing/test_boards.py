"""The boards of running games in the public state: what they tell, when, and how little of it
travels."""

import datetime as dt
import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.live.publishing.documents import canonical
from referee.live.publishing.newest import version_number
from referee.live.publishing.publisher import publish_due
from referee.live.publishing.versions import publish, state_of
from referee.log import journal_cache
from referee.log.calls import claim_call, open_call, withdraw_call
from referee.log.table_setup import setup_of
from referee.models import GameLog
from scoring.game.rents import street_rent
from tests.referee.live.declared import check_declared
from tests.referee.live.publishing.test_merge_patch import applied
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.shares import sampled
from tests.tournament.making import BY, entry, finish
from tournament.events.services.events import update_event
from tournament.models import Event, PublicVersion, Round, Table
from tournament.people.services.entries import update_entry
from tournament.rounds.services.clock import step_clock

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
SECOND = dt.timedelta(seconds=1)
LINES = golden("01")
EVENTS = log_events(LINES)
MAX_PATCH = 700


@pytest.fixture
def tablet() -> Iterator[Tablet]:
    """The tablet of the only table of a published event; nothing is logged yet."""
    yield paired(make_table(LINES[0], published=True))
    journal_cache.forget()


def event_of(tablet: Tablet) -> Event:
    return tablet.device.game.table.round.event


def log(tablet: Tablet, *events: dict[str, Any]) -> None:
    done = send(tablet, *tablet.made_of(*events))
    assert {verdict.verdict for verdict in done.verdicts} == {"accepted"}, done.verdicts


def published(tablet: Tablet) -> Any:
    """The newest state, once everything that waits is published."""
    assert publish(event_of(tablet).pk, now=NOW)
    newest = PublicVersion.objects.filter(event=event_of(tablet)).latest("number")
    assert newest.snapshot == canonical(state_of(event_of(tablet).pk))
    assert "null" not in newest.snapshot
    state = json.loads(newest.snapshot)
    if state:
        check_declared(state)
    return state


def board(tablet: Tablet) -> Any:
    return published(tablet)["boards"]["1"]["1"]


@pytest.mark.parametrize("at_once", sampled([16, 1], every=2))
def test_each_event_of_a_game_is_on_the_board(tablet: Tablet, at_once: int) -> None:
    names = {one["id"]: one["name"] for one in LINES[0]["players"]}
    shown = published(tablet)
    assert (shown["boards"], shown["projected"]) == ({}, {})
    statuses = []
    for first in range(0, len(EVENTS), at_once):
        *others, event = EVENTS[first : first + at_once]
        log(tablet, *others, event)
        seq = first + len(others) + 1
        state = published(tablet)
        version = PublicVersion.objects.latest("number")
        shown = applied(shown, json.loads(version.patch))
        assert shown == state
        log_ = GameLog.objects.get(pk=tablet.game)
        game = journal_cache.current_journal(log_, partial(setup_of, log_)).require_game()
        drawn = state["boards"]["1"]["1"]
        assert (drawn["seq"], drawn["status"]) == (seq, game.status)
        expected = {row["id"]: row for row in game.if_time_were_called()["players"]}
        for player, code in enumerate(game.state.ids):
            told = drawn["players"][code]
            assert told["cash"] == game.state.cash[player]
            assert told["square"] == game.state.square[player]
            assert told["place"] == expected[code]["place"]
            assert told["expected"] == (expected[code]["final"] or 0)
            assert told["retained"] == expected[code]["retained"]
            assert told["circuit_income"] == expected[code]["circuit_income"]
            assert told["circuit_income"] == sum(
                deed["earns"] for deed in drawn["deeds"].values() if deed["owner"] == code
            )
        owned = {n for n in game.state.board.deeds if game.state.owner[n] >= 0}
        assert {int(number) for number in drawn["deeds"]} == owned
        places = [row["rank"] for row in state["projected"]["rows"].values()]
        assert sorted(places)[0] == 1
        if event["type"] == "roll":
            assert names[event["player"]] in drawn["last"]["ru"]
            assert others or len(version.patch.encode()) < MAX_PATCH
        statuses.append(game.status)
    assert statuses[0] == "playing"
    assert statuses[-1] == "finished"
    assert state["projected"]["tables"] == 1
    assert state["standings"]["tables_finished"] == 0


def test_the_last_event_is_told_in_each_language(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:2])
    name, dice = LINES[0]["players"][0]["name"], EVENTS[1]["dice"]
    assert EVENTS[1]["type"] == "roll"
    thrown = f"{dice[0]} + {dice[1]}"
    assert board(tablet)["last"] == {
        "en": f"{name} throws {thrown}",
        "fr": f"{name} lance {thrown}",
        "ru": board(tablet)["last"]["ru"],
    }
    log(tablet, {"type": "undo", "reason": "Ingrid’s secret"})
    assert board(tablet)["last"]["en"] == "The last event is taken back."
    assert "secret" not in canonical(published(tablet))


def test_a_name_that_is_hidden_is_nowhere(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:2])
    name = LINES[0]["players"][0]["name"]
    assert name in canonical(published(tablet))
    update_entry(entry=entry(event_of(tablet), 1), by=BY, name_display="number")
    assert name not in canonical(published(tablet))
    log(tablet, EVENTS[2])
    assert name not in canonical(published(tablet))
    assert PublicVersion.objects.filter(snapshot__contains=name).count() == 0


def test_an_event_can_switch_estimates_off(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:2])
    update_event(event=event_of(tablet), by=BY, advice=Event.Advice.AFTER)
    state = published(tablet)
    assert state["projected"] == {}
    assert "expected" not in state["boards"]["1"]["1"]["players"]["p01"]
    assert "place" not in state["boards"]["1"]["1"]["players"]["p01"]


def test_a_best_adjustment_is_told_as_the_event_says(tablet: Tablet) -> None:
    """To spectators alone: once the player has declared to be done. Everywhere: at any time."""
    decided = next(n for n, event in enumerate(EVENTS) if event["type"] == "adjusted") + 1
    retained = next(n for n, event in enumerate(EVENTS) if event["type"] == "retain") + 1
    event = event_of(tablet)

    def told_of(advice: str) -> set[str]:
        update_event(event=event, by=BY, advice=advice)
        players = board(tablet)["players"]
        return {code for code, told in players.items() if "plan" in told}

    everybody = {one["id"] for one in LINES[0]["players"]}
    log(tablet, *EVENTS[: decided - 1])
    assert told_of("public") == set()
    assert told_of("everywhere") == everybody
    assert told_of("after") == set()
    log(tablet, EVENTS[decided - 1])
    assert told_of("public") == {EVENTS[decided - 1]["player"]}
    assert told_of("after") == set()
    log(tablet, *EVENTS[decided:retained])
    assert told_of("everywhere") == set()


@pytest.mark.parametrize("hidden", ["frozen", "round", "event", "result"])
def test_a_board_is_seen_only_while_it_may_be(tablet: Tablet, hidden: str) -> None:
    log(tablet, *EVENTS[:2])
    assert board(tablet)["seq"] == 2
    if hidden == "frozen":
        update_event(event=event_of(tablet), by=BY, frozen_at=NOW)
    elif hidden == "round":
        Round.objects.update(status=Round.Status.DRAWN)
        update_event(event=event_of(tablet), by=BY, venue="Old Hall")
    elif hidden == "event":
        update_event(event=event_of(tablet), by=BY, published=False)
    else:
        finish(
            Table.objects.get(log=tablet.game),
            *([40, 30, 20, 10, 5, 4][: len(LINES[0]["players"])]),
        )
    state = published(tablet)
    assert state.get("boards", {}) == {}
    assert state.get("projected", {}) == {}
    log(tablet, EVENTS[2])
    assert published(tablet).get("boards", {}) == {}


def test_a_call_to_the_judge_is_on_the_board(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:2])
    assert board(tablet)["judge"] == ""
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="between us")
    assert publish_due(now=NOW + SECOND).published == 1
    assert board(tablet)["judge"] == "called"
    claim_call(call_id=call.pk, by="chief")
    assert board(tablet)["judge"] == "coming"
    assert "between us" not in canonical(published(tablet))
    withdraw_call(device=tablet.device, call_id=call.pk)
    assert publish_due(now=NOW + 2 * SECOND).published == 1
    assert board(tablet)["judge"] == ""


def test_a_tables_own_pause_is_in_its_clock(tablet: Tablet) -> None:
    step_clock(round_=Round.objects.get(), step="start", by=BY)
    log(tablet, *EVENTS[:2])
    assert board(tablet)["clock"] == {}
    log(tablet, {"type": "pause", "reason": "a spill"})
    assert board(tablet)["clock"].keys() == {"paused_seconds", "paused_at"}
    log(tablet, {"type": "resume", "seconds": 0})
    assert board(tablet)["clock"] == {"paused_seconds": 0}


def test_an_event_at_one_table_costs_few_queries(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:2])
    published(tablet)
    log(tablet, EVENTS[2])
    with CaptureQueriesContext(connection) as asked:
        assert publish(event_of(tablet).pk, now=NOW)
    assert "tournament_seat" not in str(asked.captured_queries)
    assert "referee_loggedevent" not in str(asked.captured_queries)


def test_a_publisher_elsewhere_reads_the_rows_it_lacks(tablet: Tablet) -> None:
    for event in EVENTS[:6]:
        log(tablet, event)
        journal_cache.forget()
    assert board(tablet)["seq"] == 6


def test_projected_anew_is_only_what_is_expected_otherwise(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:2])
    before = published(tablet)
    newest = PublicVersion.objects.latest("number")
    # Told apart from what is computed: a roll that moves no money keeps it.
    marked = {**before, "projected": {**before["projected"], "tables": 99}}
    PublicVersion.objects.filter(pk=newest.pk).update(snapshot=canonical(marked), digest="marked")
    log(tablet, {"type": "note", "text": "Tea"})
    publish(event_of(tablet).pk, now=NOW)
    state = json.loads(PublicVersion.objects.latest("number").snapshot)
    assert state["boards"]["1"]["1"]["seq"] == 3
    assert state["projected"]["tables"] == 99


def at_second_table(events: list[dict[str, Any]]) -> Any:
    """The same events by the players of the second table."""
    text = re.sub(r'"p0(\d)"', r'"p1\1"', json.dumps(events))
    moved = json.loads(text)
    moved[0]["header"]["table"] = 2
    return moved


def test_a_log_that_did_not_go_on_is_not_read_for_the_next_version() -> None:
    one = paired(make_table(LINES[0], published=True, tables=2))
    other = paired(Table.objects.get(number=2))
    there = at_second_table(EVENTS[:3])
    log(one, *EVENTS[:2])
    log(other, *there[:2])
    before = published(one)["boards"]["1"]
    # As where more games are played than this process has journals of.
    journal_cache.forget()
    log(one, EVENTS[2])
    with CaptureQueriesContext(connection) as asked:
        assert publish(event_of(one).pk, now=NOW)
    assert "referee_loggedevent" not in str(asked.captured_queries)
    after = published(one)["boards"]["1"]
    assert after["1"]["seq"] == 3
    assert after["2"] == before["2"]


def numbers_of_parts() -> tuple[int, dict[str, int]]:
    parts = PublicVersion.objects.latest("number").parts
    boards = {table: version_number(version) for table, version in parts["boards"].items()}
    return version_number(parts["event"]), boards


def test_a_version_says_when_each_part_became_what_it_is() -> None:
    one = paired(make_table(LINES[0], published=True, tables=2))
    other = paired(Table.objects.get(number=2))
    there = at_second_table(EVENTS[:2])
    log(one, EVENTS[0])
    log(other, there[0])
    published(one)
    log(other, there[1])
    published(one)
    assert numbers_of_parts() == (1, {"1/1": 1, "1/2": 2})
    update_event(event=event_of(one), by=BY, venue="Old Hall")
    published(one)
    assert numbers_of_parts() == (3, {"1/1": 1, "1/2": 2})
    journal_cache.forget()


def test_a_board_tells_the_rents_as_the_rules_charge_them(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:100])
    told = board(tablet)
    rents = {n: deed["rent"] for n, deed in told["deeds"].items() if "rent" in deed}
    assert rents
    assert {told["deeds"][n]["mortgaged"] for n, rent in rents.items() if not rent} <= {True}
    row = GameLog.objects.get(pk=tablet.game)
    state = journal_cache.current_journal(row, partial(setup_of, row)).require_game().state
    streets = [int(n) for n in rents if state.board.kinds[int(n)] == "street" and rents[n]]
    assert {rents[str(n)] for n in streets} == {street_rent(state, n).amount for n in streets}


def test_a_board_tells_how_worth_went_only_with_estimates(tablet: Tablet) -> None:
    log(tablet, *EVENTS[:40])
    before = board(tablet)["worth"]
    assert {*before} == {"0", "8", "16", "24", "32"}
    assert all(len(values) == len(LINES[0]["players"]) for values in before.values())
    journal_cache.forget()
    log(tablet, EVENTS[40])
    assert {count: board(tablet)["worth"][count] for count in before} == before
    update_event(event=Event.objects.get(), by=BY, advice=Event.Advice.AFTER)
    assert "worth" not in board(tablet)
