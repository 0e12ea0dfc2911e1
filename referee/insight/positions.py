"""The position that chances are asked for.

It is a record up to a line, and the turns that remain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.engine import Game, Step, ledger, replay_lines
from referee.engine.game import MAX_EVENTS
from referee.engine.replay import MAX_RECORD_BYTES
from referee.engine.state import FINISHED, PLAYING, TWO_HOUR, State
from referee.journal.times import read_moment
from referee.language import language

GAME_SECONDS = 2 * 60 * 60
"""How long a two-hour game is played before time is called (R2)."""
MAX_TURNS = 1000
"""The most turns that a play-out may have before time is called."""
_BLANK = b" \t\r"


class PositionError(Exception):
    """No chances can be told for this line; the text says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game at a line of its record.

    `lines` are the record's up to there: the header, then all events, undos among them. `steps` are
    the events in force. `turn` is the number of the turn in progress, counting those in force from
    1. `pace` is an estimate of the turns still to begin, None where the record has no times.
    """

    line: int
    lines: tuple[str, ...]
    game: Game
    steps: tuple[Step, ...]
    turn: int
    pace: int | None

    @property
    def state(self) -> State:
        """The state at that line."""
        return self.game.state


def read_position(content: bytes, line: int | None = None, *, finished: bool = False) -> Position:
    """Return the position of a record after `line`, by default its last one.

    A finished game is refused unless `finished` allows it.
    Raise PositionError if the record is refused before that line or cannot be played out from it.
    """
    rows = content.split(b"\n")
    written = [number for number, row in enumerate(rows, 1) if row.strip(_BLANK)]
    last = written[-1] if written else 1
    line = last if line is None else line
    if not 1 <= line <= last:
        text = _("There is no line %(line)d; the last one is %(last)d.")
        raise PositionError(text % {"line": line, "last": last})
    head = b"\n".join(rows[:line])
    replay = replay_lines(head)
    if replay.game is None or replay.refusal is not None:
        raise PositionError(replay.describe(language()))
    _check_playable(replay.game, len(head), finished=finished)
    steps = tuple(ledger(head))
    lines = tuple(row.decode().strip() for row in rows[:line] if row.strip(_BLANK))
    turn = sum(begins_turn(step) for step in steps)
    return Position(line, lines, replay.game, steps, turn, _pace(replay.game, steps, turn))


def _check_playable(game: Game, size: int, *, finished: bool) -> None:
    """Refuse games that cannot be played out.

    Such games have no end procedure ahead, or leave no room for a play-out's events.
    """
    if game.state.mode != TWO_HOUR:
        raise PositionError(_("Only a two-hour game can be played out."))
    if game.status == FINISHED and not finished:
        raise PositionError(_("The game is finished. Choose an earlier line with --at."))
    if size > MAX_RECORD_BYTES // 2 or len(game.events) > MAX_EVENTS // 2:
        raise PositionError(_("The record is too long to be played out."))


def begins_turn(step: Step) -> bool:
    """Return whether a turn begins with an accepted event."""
    return step.decision.facts[0][0] == "turn"


def _pace(game: Game, steps: Sequence[Step], turn: int) -> int | None:
    """Return the number of turns left in the two hours at the pace so far.

    It is None if the pace is unknown.
    """
    if game.status != PLAYING:
        return 0
    moments = [read_moment(step.event["at"]) for step in steps if step.event and "at" in step.event]
    known = [moment for moment in moments if moment is not None]
    seconds = (known[-1] - known[0]).total_seconds() if known else 0
    if seconds <= 0 or not turn:
        return None
    left = max(GAME_SECONDS - seconds, 0)
    return min(round(turn * left / seconds), MAX_TURNS)
