"""The position of a line, and the turns that remain by the record's own pace."""

import json

import pytest

from referee.insight.positions import MAX_TURNS, PositionError, read_position
from tests.referee.insight.positions import PLAYED, opening

ROLLS = [
    {"type": "roll", "player": "p1", "dice": [1, 2]},
    {"type": "roll", "player": "p2", "dice": [2, 4]},
    {"type": "roll", "player": "p3", "dice": [2, 3]},
]


def record(*minutes: int | None) -> bytes:
    """A game whose throws were made at these minutes of an hour."""
    lines = [opening("eu-fr")]
    for event, minute in zip(ROLLS, minutes, strict=False):
        at = {} if minute is None else {"at": f"2026-05-02T14:{minute:02}:00Z"}
        lines.append(json.dumps({**event, **at}).encode())
    return b"\n".join(lines)


def test_the_rest_of_two_hours_is_filled_at_the_pace_so_far() -> None:
    position = read_position(record(0, 5))
    # Two turns in five minutes; 115 minutes are left.
    assert (position.turn, position.pace) == (2, 46)


def test_without_times_there_is_no_pace() -> None:
    assert read_position(record(None, None)).pace is None
    assert read_position(record(0)).pace is None


def test_a_furious_pace_is_capped() -> None:
    one_second = record(0, 0).replace(b'00:00Z"}', b'00:01Z"}', 2).replace(b"00:01Z", b"00:00Z", 1)
    assert read_position(one_second).pace == MAX_TURNS


def test_a_turn_taken_back_does_not_count() -> None:
    undone = record(0, 5) + b'\n{"type":"undo","reason":"slip"}'
    position = read_position(undone)
    assert position.turn == 1
    assert len(position.lines) == 4


def test_a_line_counts_with_blank_ones_and_keeps_what_came_before() -> None:
    content = record(0, 5, 10).replace(b"\n", b"\r\n\r\n")
    position = read_position(content, 5)
    assert (position.line, position.turn, len(position.lines)) == (5, 2, 3)
    assert read_position(content).turn == 3


def test_time_once_called_leaves_no_turn() -> None:
    content = PLAYED.read_bytes()
    called = next(n for n, row in enumerate(content.split(b"\n"), 1) if b'"type":"time"' in row)
    assert read_position(content, called).pace == 0


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (record(0, 5), 9, "There is no line 9; the last one is 3."),
        (record(0, 5), 0, "There is no line 0; the last one is 3."),
        (b"", None, "line 1"),
        (record(0, 5) + b'\n{"type":"buy","player":"p1"}', None, "line 4"),
        (PLAYED.read_bytes(), None, "The game is finished. Choose an earlier line with --at."),
        (record(0).replace(b"two-hour", b"A"), None, "Only a two-hour game can be played out."),
    ],
)
def test_what_cannot_be_played_out_is_refused(
    content: bytes, line: int | None, reason: str
) -> None:
    with pytest.raises(PositionError) as refused:
        read_position(content, line)
    assert reason in str(refused.value)


def test_a_game_with_too_many_events_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.insight.positions.MAX_EVENTS", 2)
    with pytest.raises(PositionError, match="too long"):
        read_position(record(0, 5))
