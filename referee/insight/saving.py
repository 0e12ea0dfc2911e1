"""Every play-out as a game record, so that anybody can replay and count them."""

from __future__ import annotations

import json
from pathlib import Path

from referee.insight.playouts import Playout
from referee.insight.positions import Position

NOTE = "x-playout"
"""The header's key that says which play-out a record is."""


def record_of(position: Position, playout: Playout, *, method: str, seed: str, turns: int) -> str:
    """Return a play-out as a whole record.

    The record is the game as it was played, then the play-out.
    """
    header = json.loads(position.lines[0])
    header[NOTE] = {
        "method": method,
        "number": playout.number,
        "seed": seed,
        "turns": turns,
        "after_line": position.line,
    }
    first = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
    return "\n".join([first, *position.lines[1:], *playout.lines, ""])


def record_path(folder: Path, method: str, number: int) -> Path:
    """Return where a play-out's record lies in the folder of all of them."""
    return folder / f"{method}-{number:05}.amr.jsonl"
