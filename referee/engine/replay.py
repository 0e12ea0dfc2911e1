"""Replaying a whole record: the position reached, and the first refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.engine.game import Game
from referee.engine.judge import Decision
from referee.engine.messages import render_line
from referee.engine.reading import read_event
from referee.engine.refusals import FormError, RecordRefusedError, Refusal
from referee.engine.state import State
from referee.engine.strictjson import read_line
from referee.engine.undos import undone_events
from scoring.game.editions import Edition

MAX_RECORD_BYTES = 16 * 1024 * 1024
"""The largest record, in bytes; a larger one is refused unread."""
MAX_LINE_LENGTH = 256 * 1024
"""The longest line, in characters."""

_BLANK = " \t\r"


class UnreadableLineError(Exception):
    """Raised if a line is too long or not text, or the record is too large."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(line)
        self.line, self.refusal = line, refusal


Record = bytes | str | Iterable[str]
"""A record as bytes, text or lines. Prefer bytes: only then is every fault reported."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The outcome of a replay: the game and the first refusal.

    The game is played as far as it could be. `line` is the refusal's line, counted from 1 with
    blank lines; None without a refusal.
    """

    game: Game | None
    refusal: Refusal | None = None
    line: int | None = None

    def describe(self, language: str = "en") -> str:
        """Return the refusal as `line 17: R11: …`; "" if there is none."""
        if self.refusal is None or self.line is None:
            return ""
        return render_line(self.refusal, self.line, language)


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a record: its line, the state before it, and the decision on it.

    `event` is None when the line could not be read.
    """

    line: int
    event: dict[str, Any] | None
    before: State
    decision: Decision


def replay_lines(record: Record, *, edition: Edition | None = None) -> Replay:
    """Play a whole record (its bytes, its text, or its lines) up to the first refusal."""
    texts, fault = _texts(record)
    number, game = 0, None
    try:
        for number, text in enumerate(texts, 1):
            if (text[:1] != "{" or len(text) > MAX_LINE_LENGTH) and _is_blank(number, text):
                continue
            if game is None:
                game = Game.open(read_line(text), edition=edition)
            elif not game.advance(reading := read_event(text), text):
                return Replay(game, game.decide(reading[0]).refusals[0], number)
    except (FormError, UnreadableLineError) as unread:
        return Replay(game, unread.refusal, number)
    except RecordRefusedError as refused:
        return Replay(None, refused.refusals[0], number)
    if fault is not None:
        return Replay(game, fault, number + 1)
    return Replay(game) if game else Replay(None, Refusal("no_header"), 1)


def replay_steps(record: Record, *, edition: Edition | None = None) -> Iterator[Step]:
    """Yield each event of a record as a step, up to the first refused one.

    The refused event is included. Raise RecordRefusedError if the header is refused or cannot
    be read.
    """
    lines = _lines(record)
    game = _open_game(lines, edition)
    try:
        for number, text in lines:
            step = _step(game, number, text)
            yield step
            if not step.decision.is_accepted:
                return
    except UnreadableLineError as fault:
        yield Step(fault.line, None, game.state.copy(), Decision((fault.refusal,)))


def ledger(record: Record, *, edition: Edition | None = None) -> list[Step]:
    """Return the accepted steps in force, without undos and the steps they took back."""
    steps = replay_steps(record, edition=edition)
    return undone_events(
        (step, step.event) for step in steps if step.event is not None and step.decision.is_accepted
    ).in_force


def _open_game(lines: Iterator[tuple[int, str]], edition: Edition | None) -> Game:
    try:
        for _, text in lines:
            return Game.open(read_line(text), edition=edition)
    except (FormError, UnreadableLineError) as fault:
        raise RecordRefusedError((fault.refusal,)) from None
    raise RecordRefusedError((Refusal("no_header"),))


def _step(game: Game, number: int, text: str) -> Step:
    before = game.state.copy()
    try:
        event = read_line(text)
    except FormError as fault:
        return Step(number, None, before, Decision((fault.refusal,)))
    return Step(number, event, before, game.play(event))


def _lines(record: Record) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that is not blank.

    Raise UnreadableLineError at the first line that is too long or not text.
    """
    texts, fault = _texts(record)
    number = 0
    for number, text in enumerate(texts, 1):
        if not _is_blank(number, text):
            yield number, text
    if fault is not None:
        raise UnreadableLineError(number + 1, fault)


def _is_blank(number: int, text: str) -> bool:
    if len(text) > MAX_LINE_LENGTH:
        raise UnreadableLineError(number, Refusal("line_too_long", None, {"most": MAX_LINE_LENGTH}))
    return not text.strip(_BLANK)


def _texts(record: Record) -> tuple[Iterable[str], Refusal | None]:
    """Return the lines that can be decoded, and the refusal of the rest, if any."""
    if isinstance(record, bytes):
        return _decode_lines(record)
    return (record.split("\n") if isinstance(record, str) else record), None


def _decode_lines(record: bytes) -> tuple[list[str], Refusal | None]:
    """Return the lines before the first that is not UTF-8, and its refusal, if any.

    A record that is too large is refused without lines.
    """
    if len(record) > MAX_RECORD_BYTES:
        return [], Refusal("record_too_large", None, {"most": MAX_RECORD_BYTES})
    try:
        return record.decode("utf-8").split("\n"), None
    except UnicodeDecodeError as error:
        before = record[: error.start].decode("utf-8").split("\n")
        return before[:-1], Refusal("not_utf8")
