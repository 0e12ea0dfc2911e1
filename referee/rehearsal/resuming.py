"""The state of a table's log, for a tablet that goes on from it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine import Game
from referee.journal.journal import Journal
from referee.journal.judgement import BrokenLogError
from referee.journal.start import TableSetup
from referee.rehearsal.retries import StuckError

NO_DRAW = TableSetup({}, thrown=False)
"""Rows that the server accepted are not compared with a draw again."""


class Resumed(NamedTuple):
    """The game as far as it was logged.

    It also has the number of board events logged, and whether the game pauses.
    """

    game: Game
    played: int
    paused: bool


def resume_game(rows: Sequence[dict[str, Any]]) -> Resumed | None:
    """Resume a game from all rows of its log; None without a start. Raises StuckError."""
    journal = Journal(lambda: NO_DRAW)
    try:
        for row in rows:
            by_chief = row["device"] is None
            journal.replay(row["seq"], row["hash"], row["event"], chief=by_chief)
        game = journal.game
    except BrokenLogError as error:
        raise StuckError(f"the log is refused: {error}") from error
    return Resumed(game, len(journal.order.events), journal.beside.paused) if game else None
