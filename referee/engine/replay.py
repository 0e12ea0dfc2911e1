"""Replaying a whole record: what was reached, plus the first failure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.engine.game import Game
from referee.engine.refusals import FormFault, RecordRefused, Refusal
from referee.engine.strictjson import read_line
from scoring.game.editions import Edition

LARGEST_RECORD = 16 * 1024 * 1024
"""Bytes; a larger record is refused unread."""
LONGEST_LINE = 256 * 1024
"""Characters."""

_BLANK = " \t\r"


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record led to: the game as far as it could be played, and the first refusal.

    `line` is the line of the refusal, counted from 1 with blank lines; None without one.
    """

    game: Game | None
    refusal: Refusal | None = None
    line: int | None = None


def replay_lines(record: bytes | str | Iterable[str], *, edition: Edition | None = None) -> Replay:
    """Play a whole record (its bytes, its text, or its lines) up to the first refusal."""
    if isinstance(record, bytes):
        return _replay_bytes(record, edition)
    lines = record.split("\n") if isinstance(record, str) else record
    replay = _replay(lines, edition)
    return replay if replay.game or replay.refusal else Replay(None, Refusal("no_header"), 1)


def _replay_bytes(record: bytes, edition: Edition | None) -> Replay:
    """What comes before the first bytes that are not UTF-8 is still judged."""
    if len(record) > LARGEST_RECORD:
        return Replay(None, Refusal("record_too_large", None, {"most": LARGEST_RECORD}), 1)
    try:
        return replay_lines(record.decode("utf-8"), edition=edition)
    except UnicodeDecodeError as error:
        before = record[: error.start].decode("utf-8").split("\n")
    replay = _replay(before[:-1], edition)
    return replay if replay.refusal else Replay(replay.game, Refusal("not_utf8"), len(before))


def _replay(lines: Iterable[str], edition: Edition | None) -> Replay:
    number, game = 1, None
    try:
        for number, text in enumerate(lines, 1):
            if not text.strip(_BLANK):
                continue
            if game is None:
                game = Game.open(_read(text), edition=edition)
            else:
                event = _read(text)
                if not game.advance(event, text):
                    return Replay(game, game.decide(event).refusals[0], number)
    except FormFault as fault:
        return Replay(game, fault.refusal, number)
    except RecordRefused as refused:
        return Replay(None, refused.refusals[0], number)
    return Replay(game)


def _read(text: str) -> Any:
    if len(text) > LONGEST_LINE:
        raise FormFault("line_too_long", most=LONGEST_LINE)
    return read_line(text)
