"""The chapters of a game: in order, none of an event that was taken back, no lead unseen."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from referee.engine import undone_events
from referee.records.chapters import chapters_of, winners_of
from referee.records.frames import Frames, frames_of, without_estimates
from scoring.game.editions import load_edition

GOLDEN = Path(__file__).parents[2] / "golden" / "golden"


def frames(name: str) -> Frames:
    text = next(GOLDEN.glob(f"{name}*.amr.jsonl")).read_text("utf-8")
    return frames_of(text, load_edition(json.loads(text.split("\n")[0])["edition"]))


@pytest.mark.parametrize("name", ["02", "06", "08", "12"])
def test_chapters_are_in_order_and_in_force(name: str) -> None:
    game = frames(name)
    found = chapters_of(game)
    assert [each.frame for each in found] == sorted(each.frame for each in found)
    assert not [each for each in found if each.entry and each.entry.undone]
    for each in found:
        if each.entry:
            assert game.by_line[each.entry.line] == each.frame


def test_each_lead_is_somebody_elses_than_the_one_before() -> None:
    game = frames("06")
    leads = [each for each in chapters_of(game) if each.kind == "leader"]
    assert leads
    for before, after in pairwise(leads):
        assert before.players != after.players
    for each in leads:
        players = game.frames[each.frame].board["players"]
        assert [code for code, one in players.items() if one.get("place") == 1] == list(
            each.players
        )


def test_a_finished_game_ends_with_its_winners() -> None:
    game = frames("02")
    last = chapters_of(game)[-1]
    assert (last.kind, last.frame) == ("end", len(game.frames) - 1)
    assert last.players == winners_of(game.frames[-1].board)
    statement = json.loads(next(GOLDEN.glob("02*.statement.json")).read_text("utf-8"))
    assert list(last.players) == statement["winners"]


def test_a_game_that_goes_on_has_no_winner() -> None:
    game = frames("04")
    assert not [each for each in chapters_of(game) if each.kind == "end"]
    assert winners_of(game.frames[-1].board) == ()


def test_without_estimates_nobody_leads() -> None:
    kinds = {each.kind for each in chapters_of(without_estimates(frames("04")))}
    assert "leader" not in kinds
    assert "time" in kinds


@pytest.mark.parametrize("name", ["06", "07", "09"])
def test_what_was_taken_back_changes_no_chapter(name: str) -> None:
    """A game with its undone events, and the same game without them."""
    text = next(GOLDEN.glob(f"{name}*.amr.jsonl")).read_text("utf-8")
    header, *rows = text.splitlines()
    events = [json.loads(row) for row in rows]
    in_force = undone_events((event, event) for event in events).in_force
    assert len(in_force) < len(events)
    edition = load_edition(json.loads(header)["edition"])
    clean = "\n".join([header, *map(json.dumps, in_force)])
    told = [
        [(each.kind, each.players) for each in chapters_of(frames_of(one, edition))]
        for one in (text, clean)
    ]
    assert told[0] == told[1]
