"""Figures of a game, beside those that others count from the same record."""

import json
from pathlib import Path

import pytest

from referee.records.frames import MAX_EVENTS
from referee.records.game_figures import figures_of, figures_or_none
from referee.records.replayed import replay_record
from referee.records.turns import turns_of
from scoring.game.editions import load_edition
from tests.referee.records.test_story import HEADER as START
from tests.referee.records.test_story import RECORDS, edition_of, lines_of, told

EDITION = load_edition("us-2011")


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name[:2])
def test_turns_dice_and_leavers_are_those_of_ledger_and_story(file: Path) -> None:
    lines, text = lines_of(file), file.read_text("utf-8")
    figures, stories = figures_of(text, edition_of(lines)), told(lines)
    ledger = turns_of(replay_record(text, edition_of(lines)).entries)
    assert figures.turns == sum(turn.number is not None for turn in ledger)
    assert figures.out == {code: story.out for code, story in stories.items() if story.out}
    luck = {code: (s.luck.throws, s.luck.pips, s.luck.doubles) for code, s in stories.items()}
    assert figures.dice == {code: counted for code, counted in luck.items() if counted[0]}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name[:2])
def test_rents_are_those_that_were_paid(file: Path) -> None:
    lines = lines_of(file)
    entries = replay_record(file.read_text("utf-8"), edition_of(lines)).entries
    paid = sum(
        item.amount
        for entry in entries
        if not entry.undone and entry.event["type"] != "undo"
        for item in entry.consequences
        if (item.kind == "rent" or item.detail.get("cause") == "rent")
        and item.kind not in ("due", "due_cancelled")
        and item.payee
    )
    figures = figures_of(file.read_text("utf-8"), edition_of(lines))
    assert sum(deed.income for deed in figures.deeds.values()) == paid
    assert all(0 < deed.owned_turns <= figures.turns for deed in figures.deeds.values())
    for square, deed in figures.deeds.items():
        held = [own[square] for own in figures.held.values() if square in own]
        assert sum(own.owned_turns for own in held) == deed.owned_turns
        assert sum(own.income for own in held) <= deed.income


def test_times_make_lengths_and_a_clock_that_went_back_none() -> None:
    rolls = [("p1", "10:00:00"), ("p2", "10:01:00"), ("p1", "10:00:30"), ("p2", "10:02:00")]
    lines: list[object] = [START]
    for player, time in rolls:
        event = {"type": "roll", "player": player, "dice": [1, 2], "at": f"2026-05-16T{time}Z"}
        lines += [event, {"type": "pass", "player": player}]
    figures = figures_or_none("\n".join(map(json.dumps, lines)), EDITION)
    assert figures is None or figures.turn_seconds == (60, 90)


def test_a_record_that_is_refused_or_too_long_has_none() -> None:
    roll = {"type": "roll", "player": "p1", "dice": [1, 2]}
    text = "\n".join(map(json.dumps, (START, roll)))
    assert figures_or_none(text, EDITION)
    assert figures_or_none(f"{text}\n{json.dumps(roll)}", EDITION) is None
    assert figures_or_none(text + "\n" * MAX_EVENTS, EDITION) is None
