"""A record as frames: what each of them shows is what the engine has after that event."""

import json
import time
from pathlib import Path

import pytest

from referee.engine import Game
from referee.engine.header import open_state
from referee.records import frames as module
from referee.records.board import board_of
from referee.records.frames import Frames, TooLongError, frames_of, frames_of_game
from referee.records.replayed import replayed_record
from scoring.game.editions import Edition
from tests.shares import sampled

GOLDEN = Path(__file__).parents[2] / "golden" / "golden"
RECORDS = sorted(GOLDEN.glob("*.amr.jsonl"))


def text_and_edition(path: Path) -> tuple[str, Edition]:
    text = path.read_text("utf-8")
    return text, open_state(json.loads(text.split("\n")[0]), None).edition


def golden(path: Path) -> Frames:
    return frames_of(*text_and_edition(path))


@pytest.mark.parametrize("path", sampled(RECORDS), ids=lambda path: path.name.split("_")[0])
def test_every_frame_is_the_position_after_its_event(path: Path) -> None:
    text, edition = text_and_edition(path)
    frames = golden(path)
    lines = [json.loads(line) for line in text.splitlines()]
    game = Game.open(lines[0], edition=edition)
    assert [frame.number for frame in frames.frames] == list(range(len(frames.frames)))
    assert frames.frames[0].board == board_of(game.state)
    whole = [frame for frame in frames.frames[1:] if frame.square is None]
    assert len(whole) == len(lines) - 1
    for line, frame in zip(lines[1:], whole, strict=True):
        assert game.play(line).is_accepted
        assert frame.board == board_of(game.state)
        assert not frame.board["on_turn"] or game.state.status in ("playing", "closing")
        assert sum(one["cash"] for one in frame.board["players"].values()) == -game.state.cash[-1]


@pytest.mark.parametrize("path", sampled(RECORDS), ids=lambda path: path.name.split("_")[0])
def test_the_circuit_is_paid_deed_by_deed_up_to_what_the_engine_says(path: Path) -> None:
    frames = golden(path).frames
    deeds = [frame for frame in frames if frame.square is not None]
    items = golden(path).game.state.circuit
    assert [frame.square for frame in deeds] == [item.square for item in items]
    if not deeds:
        return
    ids = golden(path).game.state.ids
    for before, frame, item in zip(
        [frames[deeds[0].number - 1], *deeds], deeds, items, strict=False
    ):
        for place, code in enumerate(ids):
            paid = item.rent.amount if place == item.owner else 0
            cash = [one.board["players"][code]["cash"] for one in (before, frame)]
            assert cash[1] - cash[0] == paid
    last = frames[deeds[-1].number + 1]
    kept = {code: one["cash"] for code, one in deeds[-1].board["players"].items()}
    assert kept == {code: one["cash"] for code, one in last.board["players"].items()}


@pytest.mark.parametrize("path", sampled(RECORDS), ids=lambda path: path.name.split("_")[0])
def test_each_line_leads_to_its_first_frame(path: Path) -> None:
    frames = golden(path)
    assert sorted(frames.by_line) == [entry.line for entry in frames.game.entries]
    for line, number in frames.by_line.items():
        frame, before = frames.frames[number], frames.frames[number - 1]
        assert frame.entry is not None
        assert frame.entry.line == line
        assert before.entry is None or before.entry.line != line


def test_what_comes_after_a_circuit_is_counted_behind_its_deeds() -> None:
    text, edition = text_and_edition(next(GOLDEN.glob("01_*.amr.jsonl")))
    again = text + '{"type":"undo","reason":"a slip"}\n'
    frames = frames_of(again, edition)
    last = frames.frames[-1]
    assert last.entry is not None
    assert last.entry.event["type"] == "undo"
    assert frames.by_line[last.entry.line] == last.number
    before = frames.by_line[last.entry.line - 1]
    assert frames.frames[before].square is not None
    assert last.board == frames.frames[before - 1].board


def test_a_record_that_is_too_long_or_takes_too_long_has_no_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text, edition = text_and_edition(RECORDS[0])
    game = replayed_record(text, edition)
    with pytest.raises(TooLongError, match="out of time"):
        frames_of_game(game, text, edition, until=time.monotonic())
    monkeypatch.setattr(module, "MAX_EVENTS", len(game.entries) - 1)
    with pytest.raises(TooLongError, match="more than"):
        frames_of_game(game, text, edition)
