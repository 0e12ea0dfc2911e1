"""One event, three shapes: every golden game survives log, wire, record and log unchanged."""

import json
from typing import Any
from uuid import UUID

import pytest

from referee.journal.record import events_of_record
from referee.log import journal_cache
from referee.log.append import append
from referee.log.record import record_lines, record_text
from referee.log.rows import event_of
from referee.log.verify import faults_of
from referee.log.wire import WireEvent
from referee.models import GameLog, LoggedEvent
from tests.referee.tables import AT, GOLDEN, golden, make_table, paired
from tests.shares import sampled

NAMES = sorted(path.name.split(".")[0] for path in GOLDEN.glob("*.amr.jsonl"))
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", sampled(NAMES))
def test_a_golden_game_survives_the_log(name: str) -> None:
    journal_cache.forget()
    lines = golden(name)
    tablet = paired(make_table(lines[0]))
    pairs = enumerate(zip(lines, events_of_record(lines), strict=True), start=1)
    wires = [_wire(n, line, event) for n, (line, event) in pairs]
    for at in range(0, len(wires), 100):
        done = append(device=tablet.device, batch=tablet.batch(*wires[at : at + 100]))
        assert {verdict.verdict for verdict in done.verdicts} == {"accepted"}
        tablet.acknowledge(done.game)
    game = GameLog.objects.get(pk=tablet.game)
    exported = record_lines(game)
    assert _bare(exported) == _bare(lines)
    assert [line["id"] for line in exported[1:]] == [str(wire.event_id) for wire in wires[1:]]
    logged = LoggedEvent.objects.filter(game=game).order_by("seq")
    assert [event_of(row) for row in logged] == events_of_record(exported)
    _same_statement(name, game)
    assert [json.loads(text) for text in record_text(game).splitlines()] == exported
    assert faults_of(game) == []


def _wire(n: int, line: dict[str, Any], event: dict[str, Any]) -> WireEvent:
    """The event as a tablet would send it, under the record's own id and time."""
    event_id = UUID(line["id"]) if "id" in line else UUID(int=n)
    return WireEvent.build(event_id, f"{n:032x}", line.get("at", AT), event)


def _same_statement(name: str, game: GameLog) -> None:
    path = GOLDEN / f"{name}.statement.json"
    expected = json.loads(path.read_text(encoding="utf-8"))
    found = json.loads(game.snapshot)["statement"]
    assert found == json.loads(json.dumps(expected).replace('"p', '"p0').replace('"p0la', '"pla'))


def _bare(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what the log adds: ids, times, the engine's digest."""
    added = ("id", "at", "x-engine")
    return [{key: value for key, value in line.items() if key not in added} for line in lines]
