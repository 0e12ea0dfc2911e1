"""What the chief's page says of each table: its stage, what needs the chief, its tablet."""

import datetime as dt
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from referee.devices.services import revoke
from referee.log.calls import open_call
from referee.log.control_room import control_room
from referee.log.table_setup import setup_of
from referee.log.table_states import SILENT_AFTER, TableState
from referee.models import Device, GameLog
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.tournament.making import BY, result_of
from tournament.models import Table
from tournament.results.services.results import record_result
from tournament.rounds.services.clock import grant_extra, step_clock

pytestmark = pytest.mark.django_db

LINES = golden("01")
EVENTS = log_events(LINES)
# Those of the second table, whose players are others.
OTHERS = json.loads(json.dumps(EVENTS).replace('"p0', '"p1'))


@pytest.fixture
def table() -> Table:
    return make_table(LINES[0], tables=2)


def state_of(table: Table) -> TableState:
    states = (line.state for line in control_room(table.round).tables)
    return next(state for state in states if state.key == table.pk)


def stages(table: Table) -> tuple[str, str]:
    state = state_of(table)
    return state.stage, state.step


def test_before_anything_a_table_has_not_started_and_no_tablet(table: Table) -> None:
    state = state_of(table)
    assert (state.stage, state.tablet, state.needs, state.game) == ("waiting", "", (), None)


def test_the_stages_of_a_game_in_turn(table: Table) -> None:
    tablet = paired(table)
    assert state_of(table).tablet == "Tablet"
    time = next(number for number, event in enumerate(EVENTS) if event["type"] == "time")
    seen = []
    one_by_one = ([event] for event in EVENTS[time:])
    for events in (EVENTS[:1], EVENTS[1:time], *one_by_one):
        send(tablet, *tablet.made_of(*events))
        if stages(table) not in seen:
            seen.append(stages(table))
    assert seen == [
        ("playing", "playing"),
        ("procedure", "adjusting"),
        ("procedure", "adjusted"),
        ("procedure", "retained"),
        ("unconfirmed", "finished"),
    ]
    players = [player["id"] for player in LINES[0]["players"]]
    assert state_of(table).missing == len(players)
    confirm(tablet, players[0])
    assert state_of(table).missing == len(players) - 1
    confirm(tablet, *players[1:])
    assert (stages(table), state_of(table).missing) == (("confirmed", "finished"), 0)


def test_who_is_on_turn_is_named(table: Table) -> None:
    tablet = paired(table)
    send(tablet, *tablet.made_of(*EVENTS[:3]))
    names = {player["id"]: player["name"] for player in LINES[0]["players"]}
    assert state_of(table).on_turn == names["p02"]


def test_a_pause_of_the_table_and_one_of_the_hall(table: Table) -> None:
    tablet = paired(table)
    send(tablet, *tablet.made_of(EVENTS[0], {"type": "pause", "reason": "a spill"}))
    assert state_of(table).paused
    send(tablet, *tablet.made_of({"type": "resume"}))
    assert not state_of(table).paused
    step_clock(round_=table.round, step="start", by=BY)
    step_clock(round_=table.round, step="pause", by=BY)
    assert state_of(table).paused


def test_time_is_up_for_all_but_those_with_extra_time(table: Table) -> None:
    other = Table.objects.get(round=table.round, number=2)
    step_clock(round_=table.round, step="start", by=BY)
    assert not state_of(table).time_called
    grant_extra(table=other, seconds=600, reason="a spill", by=BY)
    length = dt.timedelta(minutes=table.round.event.length_minutes)
    entry = table.round.clock_entries.get(kind="start")
    type(entry).objects.filter(pk=entry.pk).update(at=timezone.now() - length)
    assert (state_of(table).time_called, state_of(other).time_called) == (True, False)
    step_clock(round_=table.round, step="end", by=BY)
    assert state_of(other).time_called


def start_of(tablet: Tablet) -> dict[str, Any]:
    return {"type": "start", "header": setup_of(GameLog.objects.get(pk=tablet.game)).header}


def call(tablet: Tablet) -> None:
    open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="")


def dispute(tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(start_of(tablet), *OTHERS[1:]))
    send(tablet, *tablet.made_of({"type": "dispute", "player": "p11", "reason": "rent"}))


def set_aside(tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(start_of(tablet)))
    send(tablet, *tablet.made_of({"type": "dance"}))


@pytest.mark.parametrize(
    ("does", "need"), [(call, "call"), (dispute, "dispute"), (set_aside, "set_aside")]
)
def test_what_needs_the_chief_comes_first(
    table: Table, does: Callable[[Tablet], Any], need: str
) -> None:
    second = Table.objects.get(round=table.round, number=2)
    does(paired(second))
    shown = [line.state for line in control_room(table.round).tables]
    assert [(state.number, state.needs) for state in shown] == [(2, (need,)), (1, ())]


def test_a_tablet_that_is_not_heard_of_is_silent_until_the_game_is_over(table: Table) -> None:
    tablet = paired(table)
    assert state_of(table).silent_since is None
    past = timezone.now() - SILENT_AFTER - dt.timedelta(seconds=1)
    Device.objects.update(last_seen_at=past)
    assert state_of(table).silent_since == past
    send(tablet, *tablet.made_of(*EVENTS))
    confirm(tablet, *(player["id"] for player in LINES[0]["players"]))
    Device.objects.update(last_seen_at=past)
    assert state_of(table).silent_since is None


def test_a_revoked_tablet_is_none(table: Table) -> None:
    tablet = paired(table)
    revoke(device_id=tablet.device.pk, by=BY)
    assert state_of(table).tablet == ""


def test_a_result_by_hand_needs_no_log(table: Table) -> None:
    result = result_of(table, 4, 3)
    record_result(table=table, result=result, source="paper", by=BY)
    assert state_of(table).stage == "entered"
