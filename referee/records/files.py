"""Reading record files for the command line.

It never reads more of a file than a record may have.
"""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from referee.engine import (
    MAX_RECORD_BYTES,
    Game,
    Step,
    render_line,
    replay_lines,
    replay_steps,
    undone_events,
)
from referee.language import language
from scoring.game.editions import Edition

STDIN = "-"
BLANK = b" \t\r"


class UnreadableError(Exception):
    """A file that cannot be read; its text is a sentence that names it."""


@dataclass(frozen=True, slots=True)
class PlayedFile:
    """A record from a file, and what it led to; `refusal` is "" or `line N: …`."""

    name: str
    content: bytes
    game: Game | None
    refusal: str

    @property
    def names(self) -> dict[str, str]:
        """The players' names by id; empty when the header is refused."""
        return names_of(self.game) if self.game else {}


def names_of(game: Game) -> dict[str, str]:
    """Return the players' names by id."""
    return {player["id"]: player["name"] for player in game.header["players"]}


def printable_name(name: str) -> str:
    """Return a file's name as printable text, whatever bytes it consists of."""
    text = os.fsencode(name).decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def read_file(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`.

    Of a giant file it returns enough to refuse it.
    """
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
        with Path(name).open("rb") as source:
            return source.read(MAX_RECORD_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        facts = {"file": printable_name(name), "reason": reason}
        raise UnreadableError(_("%(file)s cannot be read: %(reason)s") % facts) from error


def play_file(name: str) -> PlayedFile:
    """Replay the record in a file to its end or its first refusal."""
    content = read_file(name)
    replay = replay_lines(content)
    return PlayedFile(name, content, replay.game, replay.describe(language()))


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """One line of a record with its step.

    `step` is None for the header; `undone_by` is a line.
    """

    line: int
    names: dict[str, str]
    game: Game
    step: Step | None
    undone_by: int | None

    @property
    def edition(self) -> Edition:
        """The edition, with the record's own board if it has one."""
        return self.game.state.edition


class NoSuchLineError(Exception):
    """The line asked for cannot be explained; the text says why."""


def explain_line(content: bytes, line: int) -> ExplainedLine:
    """Explain what a line of a record did; raise NoSuchLineError if it holds no event."""
    start = _first_line(content)
    opening = replay_lines(content.split(b"\n")[start - 1])
    if opening.game is None:
        raise NoSuchLineError(replay_lines(content).describe(language()))
    names = names_of(opening.game)
    if line == start:
        return ExplainedLine(line, names, opening.game, None, None)
    step, undone_by = _step_at(content, line)
    return ExplainedLine(line, names, opening.game, step, undone_by)


def _first_line(content: bytes) -> int:
    """Return the number of the first line that is not blank, 1 if there is none."""
    rows = content.split(b"\n")
    return next((n for n, row in enumerate(rows, 1) if row.strip(BLANK)), 1)


def _step_at(content: bytes, line: int) -> tuple[Step, int | None]:
    """Return the step of that line, and the line of its undo or None.

    The undo is the one that took the step back.
    """
    wanted, last = None, None
    accepted: list[tuple[int, dict[str, Any]]] = []
    for last in replay_steps(content):
        if last.line == line:
            wanted = last
        if last.event is not None and last.decision.is_accepted:
            accepted.append((last.line, last.event))
    if wanted is None:
        raise NoSuchLineError(_why_not(content, line, last))
    return wanted, dict(undone_events(accepted).taken_back).get(line)


def _why_not(content: bytes, line: int, last: Step | None) -> str:
    """Say why a line cannot be explained.

    The reason is an earlier refusal, a blank line, or no such line.
    """
    rows = content.split(b"\n")
    if last is not None and not last.decision.is_accepted and line > last.line:
        refusal = render_line(last.decision.refusals[0], last.line, language())
        return _("Nothing after a refused line is applied: %(refusal)s") % {"refusal": refusal}
    written = [number for number, row in enumerate(rows, 1) if row.strip(BLANK)]
    if 1 <= line < written[-1]:
        return _("Line %(line)d is blank.") % {"line": line}
    text = _("There is no line %(line)d; the last one is %(last)d.")
    return text % {"line": line, "last": written[-1]}


def record_line(event: dict[str, Any]) -> str:
    """Return an event as a record writes it."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))
