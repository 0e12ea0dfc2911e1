"""A record as frames: the board after each of its events, for a replay.

The frames are pure values. They need no rules to be shown: a page adds nothing up. The
circuit has a frame for each deed (rules.md, end procedure, step C).
"""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.engine import Consequence, Game
from referee.records import board
from referee.records.board import Board, board_of
from referee.records.replayed import LedgerEntry, ReplayedRecord, replayed_record
from scoring.game.editions import Edition

MAX_EVENTS = 1_500
"""The most events of a record to replay; two-hour games have a few hundred."""
CIRCUIT = "circuit"


class TooLongError(Exception):
    """The record has more events than a replay shows, or took too long to be judged."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a game.

    `number` counts from 0, the start, which has no `entry`; `effects` is what followed; `square` is
    the deed of the circuit that this frame pays for.
    """

    number: int
    entry: LedgerEntry | None
    effects: tuple[Consequence, ...]
    board: Board
    square: int | None = None


@dataclass(frozen=True, slots=True)
class Frames:
    """The whole game as frames in order, with the game they were replayed from.

    `by_line` has, for each line of the record, the frame that shows it first.
    """

    game: ReplayedRecord
    frames: tuple[Frame, ...]
    by_line: dict[int, int]


@lru_cache(maxsize=8)
def frames_of(text: str, edition: Edition) -> Frames:
    """Return the frames of a stored record.

    Raise TooLongError, or the errors of `replayed_record`.
    """
    return frames_of_game(replayed_record(text, edition), text, edition)


def frames_of_game(
    game: ReplayedRecord, text: str, edition: Edition, *, until: float | None = None
) -> Frames:
    """Return the frames of a replayed record.

    Raise TooLongError for too many events, or once the monotonic clock is past `until`.
    """
    if len(game.entries) > MAX_EVENTS:
        raise TooLongError(f"more than {MAX_EVENTS} events")
    frames = tuple(_number_frames(_frames(game, text, edition, until)))
    return Frames(game, frames, frame_numbers(game.entries))


def frame_numbers(entries: Iterable[LedgerEntry]) -> dict[int, int]:
    """Return by line of the record the number of the first frame that shows it."""
    numbers, number = {}, 1
    for entry in entries:
        numbers[entry.line] = number
        number += 1 + (entry.event["type"] == CIRCUIT) * _deeds(entry)
    return numbers


def _deeds(entry: LedgerEntry) -> int:
    return sum(item.kind == CIRCUIT for item in entry.effects)


def without_estimates(frames: Frames) -> Frames:
    """Return the frames without estimates of the final result."""
    told = tuple(
        replace(frame, board=board.without_estimates(frame.board)) for frame in frames.frames
    )
    return replace(frames, frames=told)


def _number_frames(frames: Iterable[Frame]) -> Iterator[Frame]:
    for number, frame in enumerate(frames):
        yield replace(frame, number=number)


def _frames(
    game: ReplayedRecord, text: str, edition: Edition, until: float | None
) -> Iterator[Frame]:
    header = next(row for row in text.split("\n") if row.strip())
    again = Game.open(json.loads(header), edition=edition)
    board = board_of(again.state)
    yield Frame(0, None, (), board)
    for entry in game.entries:
        if until is not None and time.monotonic() > until:
            raise TooLongError("out of time")
        again.play(entry.event)
        before, board = board, board_of(again.state)
        if entry.event["type"] == CIRCUIT:
            yield from _deed_by_deed(entry, before)
        rest = tuple(item for item in entry.effects if item.kind != CIRCUIT)
        yield Frame(0, entry, rest, board)


def _deed_by_deed(entry: LedgerEntry, board: Board) -> Iterator[Frame]:
    """Yield the frames of the circuit, one owned deed after another."""
    players = board["players"]
    for item in entry.effects:
        if item.kind != CIRCUIT:
            continue
        if item.payee is not None and item.amount:
            owner = players[item.payee]
            paid = {**owner, "cash": owner["cash"] + item.amount}
            players = {**players, item.payee: paid}
        yield Frame(0, entry, (item,), {**board, "players": players}, item.square)
