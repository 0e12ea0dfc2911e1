"""The chapters of a game, in order of play and without words.

A reader of the replay can jump to each of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.engine.state import FINISHED
from referee.records.board import Board
from referee.records.frames import Frames
from referee.records.replayed import LedgerEntry
from referee.records.turns import BANKRUPTCY, MONOPOLY, TIME, TRADE, moments_of

LEAD, RETENTION, CIRCUIT, RICHEST, END = "leader", "retention", "circuit", "richest", "end"
_OF_THE_PROCEDURE = {"retain": RETENTION, "circuit": CIRCUIT, "richest": RICHEST}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A moment with its frame; `kind` is one of those above or of `turns`.

    `players` (ids) are who leads from then on, or who won; `entry` is None where no event is meant.
    """

    frame: int
    kind: str
    entry: LedgerEntry | None = None
    players: tuple[str, ...] = ()


def chapters_of(frames: Frames) -> list[Chapter]:
    """Return the chapters in order of play; events taken back make none.

    Without estimates in the frames, nobody is said to lead.
    """
    found = [*_events(frames), *_leads(frames), *_end(frames)]
    return sorted(found, key=lambda chapter: chapter.frame)


def winners_of(board: Board) -> tuple[str, ...]:
    """Return the winners (ids), in order of play.

    There are none before the game is finished.
    """
    return _first(board) if board["status"] == FINISHED else ()


def _events(frames: Frames) -> Iterator[Chapter]:
    for moment in moments_of(frames.game.entries):
        entry = moment.entry
        kind = _OF_THE_PROCEDURE.get(entry.event["type"], moment.kind)
        if kind in (MONOPOLY, TRADE, BANKRUPTCY, TIME, RETENTION, CIRCUIT, RICHEST):
            yield Chapter(frames.by_line[entry.line], kind, entry)


def _leads(frames: Frames) -> Iterator[Chapter]:
    """Yield a chapter for each change of the sole leader at the end of a turn.

    A chapter is due when a player leads alone who did not before. The first leader has none.
    """
    leader: tuple[str, ...] = ()
    for entry in frames.game.entries:
        if not entry.begins_turn or entry.undone:
            continue
        ended = frames.frames[frames.by_line[entry.line] - 1]
        first = _first(ended.board)
        if len(first) != 1 or first == leader:
            continue
        if leader:
            yield Chapter(ended.number, LEAD, players=first)
        leader = first


def _end(frames: Frames) -> Iterator[Chapter]:
    last = frames.frames[-1]
    if winners := winners_of(last.board):
        yield Chapter(last.number, END, players=winners)


def _first(board: Board) -> tuple[str, ...]:
    return tuple(code for code, told in board["players"].items() if told.get("place") == 1)
