"""Where a table's log is, for a tablet that goes on from it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine import Game
from referee.journal.order_in_force import OrderInForce
from referee.rehearsal.retries import StuckError


class Resumed(NamedTuple):
    """The game as far as it was logged, how many board events that is, and whether it pauses."""

    game: Game
    played: int
    paused: bool


def resumed(rows: Sequence[dict[str, Any]]) -> Resumed | None:
    """Play all rows of a log; None where it has no start. Raises StuckError."""
    log = OrderInForce()
    for row in rows:
        log.add(row["seq"], row["event"])
    if log.start is None:
        return None
    game = Game.open(log.start["header"])
    for seq, event in log.events:
        if not game.play(event).accepted:
            raise StuckError(f"row {seq} of the log is refused: {event}")
    clock = [kind for row in rows if (kind := row["event"]["type"]) in {"pause", "resume"}]
    return Resumed(game, len(log.events), clock[-1:] == ["pause"])
