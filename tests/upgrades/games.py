"""The games of the museum: what each position of them came to, as one digest."""

import hashlib
from collections.abc import Sequence
from typing import Any

from referee.engine import Game
from referee.journal.canonical import canonical


def statements_digest(lines: Sequence[dict[str, Any]]) -> str:
    """Return the SHA-256 over the statements of a record: the opening's, and each event's.

    Raise ValueError if an event is refused.
    """
    game, digest = Game.open(lines[0]), hashlib.sha256()
    digest.update(_text(game))
    for event in lines[1:]:
        if not game.play(event).is_accepted:
            raise ValueError(f"refused: {event}")
        digest.update(_text(game))
    return digest.hexdigest()


def _text(game: Game) -> bytes:
    return canonical(game.statement()).encode() + b"\n"
