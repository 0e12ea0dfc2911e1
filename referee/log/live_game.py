"""A table's journal as a server process keeps it between requests."""

from collections.abc import Callable
from uuid import UUID

from referee.journal.journal import Journal
from referee.journal.start import TableSetup


class LiveGame(Journal):
    """`rules` are the edition and the organiser's own edition file it was last judged by.

    `usual_writer`, a device and the epoch of its lease, is whose next batch may well be appended in
    the common way (`fast_append`): judging ahead of the database changes the game, which is lost
    for the next request where the database then refuses.
    """

    def __init__(self, setup: Callable[[], TableSetup]) -> None:
        super().__init__(setup)
        self.rules: tuple[str, str] | None = None
        self.usual_writer: tuple[UUID, int] | None = None
