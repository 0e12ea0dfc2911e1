"""What happened to each player of a game, from its record alone."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee.engine import undone_events
from referee.records.luck import CHANCES, Luck, luck_of_throw
from referee.records.story import MonopolyLost, MonopolyMade, RentPaid, stories_of
from scoring.game.editions import Edition, load_edition
from tests.referee.tables import GOLDEN

RECORDS = sorted(GOLDEN.glob("*.amr.jsonl"))
SAMPLE = sorted(Path("referee/sample_event").glob("round-*/*.amr.jsonl"))


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def text_of(lines: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in lines)


def edition_of(lines: list[dict[str, Any]]) -> Edition:
    edition = load_edition(lines[0]["edition"])
    return edition.with_board(lines[0]["board"]) if "board" in lines[0] else edition


def told(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return stories_of(text_of(lines), edition_of(lines))


def golden(name: str) -> list[dict[str, Any]]:
    return lines_of(next(GOLDEN.glob(f"{name}*.amr.jsonl")))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name[:2])
def test_throws_are_counted_and_what_one_is_lucky_by_the_others_are_not(file: Path) -> None:
    lines = lines_of(file)
    stories = told(lines)
    in_force = undone_events((event, event) for event in lines[1:]).in_force
    for player, story in stories.items():
        throws = [e["dice"] for e in in_force if e["type"] == "roll" and e["player"] == player]
        luck = story.luck
        assert (luck.throws, luck.pips) == (len(throws), sum(map(sum, throws)))
        assert luck.doubles == sum(first == second for first, second in throws)
    assert sum((story.luck.rents for story in stories.values()), Fraction(0)) == 0


@pytest.mark.parametrize("file", SAMPLE, ids=lambda file: f"{file.parent.name}/{file.name[:7]}")
def test_nobody_but_the_winner_led_to_the_end(file: Path) -> None:
    stories = told(lines_of(file))
    to_the_end = [player for player, story in stories.items() if story.led_from is not None]
    assert len(to_the_end) == 1
    assert all(stories[player].led_until is None for player in to_the_end)


def test_what_was_taken_back_did_not_happen() -> None:
    lines = lines_of(next(f for f in SAMPLE if '"undo"' in f.read_text("utf-8")))
    in_force = undone_events((event, event) for event in lines[1:]).in_force
    assert len(in_force) < len(lines) - 1
    assert told([lines[0], *in_force]) == told(lines)


def test_a_monopoly_is_made_and_lost_in_a_trade() -> None:
    story = told(golden("01"))["p2"]
    assert [made.city for made in story.made] == ["New York"]
    assert story.lost == (MonopolyLost(61, "New York", "p1"),)
    assert story.made[0] == MonopolyMade(story.made[0].turn, "New York")
    assert 0 < story.made[0].turn < 61


def test_a_mortgaged_monopoly_is_lost_to_nobody() -> None:
    lost = told(golden("21"))["p1"].lost
    assert [(one.turn, one.to) for one in lost] == [(97, "")]


def test_who_leads_and_who_is_out() -> None:
    stories = told(golden("11"))
    assert (stories["p1"].led_from, stories["p1"].led_until) == (99, None)
    assert (stories["p2"].led_from, stories["p2"].led_until) == (None, 98)
    assert (stories["p1"].out, stories["p2"].out) == (None, 112)


HEADER: dict[str, Any] = {
    "record": "amr/1",
    "edition": "us-2011",
    "mode": "two-hour",
    "players": [
        {"id": "p1", "name": "Ada", "role": "competitor"},
        {"id": "p2", "name": "Ben", "role": "monopolist"},
    ],
}


def test_the_rent_of_a_throw_is_compared_with_the_mean_of_all() -> None:
    lines: list[dict[str, Any]] = [
        HEADER,
        {"type": "roll", "player": "p1", "dice": [1, 2]},
        {"type": "buy", "player": "p1"},
        {"type": "roll", "player": "p2", "dice": [1, 2]},
    ]
    stories = told(lines)
    due = 6 * (1 - CHANCES[3])  # one deed of 60, reached by a throw of 3
    assert stories["p1"].luck == Luck(1, 3, 0, 0, due)
    assert stories["p2"].luck == Luck(1, 3, 0, 0, -due)
    assert stories["p2"].dearest == RentPaid(2, 6, "p1")
    missed = told([*lines[:3], {"type": "roll", "player": "p2", "dice": [3, 1]}])
    assert missed["p2"].luck.rents == 6 * CHANCES[3]


def test_cards_count_by_what_they_bring() -> None:
    drawn: dict[str, Any] = {"type": "card", "player": "p1", "dice": [3, 5]}
    lines: list[dict[str, Any]] = [HEADER, {"type": "roll", "player": "p1", "dice": [4, 3]}, drawn]
    stories = told(lines)
    assert (stories["p1"].luck.cards, stories["p2"].luck.cards) == (75, 0)
    each = {**drawn, "dice": [2, 2]}  # 25 from each monopolist
    stories = told([*lines[:2], each])
    assert (stories["p1"].luck.cards, stories["p2"].luck.cards) == (25, -25)


def test_only_a_throw_to_move_is_a_throw() -> None:
    assert luck_of_throw(None, {"type": "utility", "dice": [1, 1]}) == {}  # type: ignore[arg-type]
    assert sum(CHANCES.values()) == 1
    assert sum(total * chance for total, chance in CHANCES.items()) == 7
