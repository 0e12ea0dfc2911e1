"""Golden games entered by tapping: the taps are few, and the result is the golden one."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from referee.engine import Game, undone_events
from tests.e2e.app import lower_die_first
from tests.e2e.tablet_screens.conftest import OpenTable, read_record

GOLDEN = Path(__file__).parents[2] / "golden" / "golden"
ORDINARY = 1
"""The most taps of an ordinary turn: throw, move, pay."""
MEDIAN = 2
MOST = {"us-2011": 5, "us-wooden": 6, "eu-fr": 4, "ru-2014": 6}
"""The most taps of 19 turns in 20. Six to eight turns in a hundred of random play have a trade
at an amount of up to three digits, each of which is a tap."""
TYPED = {"trade", "recount"}
PLAIN = 5
"""The most taps of 19 turns in 20 in which no amount is typed."""
GAMES = {
    "us-2011": ["02_us-2011_two-hour_5p_recount", "06_us-2011_A_3p_position_bankrupt_withdraw"],
    "us-wooden": ["12_us-wooden_two-hour_3p", "14_us-wooden_two-hour_6p_position_withdraw_recount"],
    "eu-fr": ["24_eu-fr_two-hour_6p_board_recount_pass"],
    "ru-2014": ["32_ru-2014_two-hour_4p", "33_ru-2014_two-hour_4p_position_board_withdraw"],
}

Event = dict[str, Any]


def turns(
    header: dict[str, Any], events: list[Event], taps: list[int]
) -> list[list[tuple[str, int]]]:
    """Each turn in play as (type of event, taps); what was taken back has not happened."""
    counted = zip(events, taps, strict=True)
    game = Game.open(header)
    found: list[list[tuple[str, int]]] = []
    for event, count in undone_events(((event, count), event) for event, count in counted).in_force:
        decision = game.play(event)
        assert decision.is_accepted, decision.refusals
        if game.status not in ("playing", "closing") or event["type"] == "time":
            continue
        if any(each.kind == "turn" for each in decision.consequences):
            found.append([])
        if found:
            found[-1].append((event["type"], count))
    return found


def total(turn: Iterable[tuple[str, int]]) -> int:
    """The taps of one turn."""
    return sum(count for _, count in turn)


def p95(counts: list[int]) -> float:
    """What 19 turns in 20 take at most."""
    return statistics.quantiles(counts, n=20)[-1]


def counts_without(kinds: set[str], played: list[list[tuple[str, int]]]) -> list[int]:
    """The taps of the turns in which none of these was entered."""
    return [total(turn) for turn in played if not kinds & {kind for kind, _ in turn}]


@pytest.mark.parametrize(
    "edition",
    [*GAMES],
)
def test_golden_games_are_entered_with_few_taps(
    edition: str,
    open_table: OpenTable,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    played: list[list[tuple[str, int]]] = []
    for name in GAMES[edition]:
        header, events = read_record(GOLDEN / f"{name}.amr.jsonl")
        page = open_table(header)
        taps = page.evaluate("events => window.enterEvents(events)", events)
        statement = page.evaluate("() => window.tablet.statement()")
        golden = (GOLDEN / f"{name}.statement.json").read_text()
        assert statement == json.loads(golden, object_hook=lower_die_first)
        played += turns(header, events, taps)
    counts = [total(turn) for turn in played]
    plain = counts_without(TYPED, played)
    ordinary = [total(turn) for turn in played if [kind for kind, _ in turn] == ["roll"]]
    terminal = request.config.pluginmanager.getplugin("terminalreporter")
    with capsys.disabled():
        terminal.write_line(
            f"{edition}: {len(counts)} turns, taps a turn: median "
            f"{statistics.median(counts):.0f}, p95 {p95(counts):.1f}, "
            f"without trades and counts {p95(plain):.1f}"
        )
    assert statistics.median(counts) <= MEDIAN
    assert p95(plain) <= PLAIN
    assert p95(counts) <= MOST[edition]
    assert max(ordinary) <= ORDINARY
