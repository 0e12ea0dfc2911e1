"""The port through which the tournament asks about the boards.

`referee`, which keeps the boards' logs, answers.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple, Protocol, cast

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.utils.module_loading import import_string

from scoring.game.editions import Edition
from tournament.common.game_figures import CallFigures, DeedsSoFar, GamesSoFar, LogsSoFar
from tournament.common.hall_clock import LedgerEntry
from tournament.models import Entry, Event, PaperSheet


class TableLog(NamedTuple):
    """The progress of a table's log.

    It has `begun` once something was logged, and is `over` once its result was handed in.
    """

    begun: bool
    over: bool

    @property
    def is_running(self) -> bool:
        """A result of this log is still to come."""
        return self.begun and not self.over


class PauseTime(NamedTuple):
    """The time that a table's own pauses give back.

    `seconds`: of the pauses that are over; `since`: how far the hall's clock had run when the
    present pause began (None: no pause); `began_at`: when the server heard of that.
    """

    seconds: int = 0
    since: int | None = None
    began_at: dt.datetime | None = None


TableNumbers = tuple[int, ...]


class Boards(Protocol):
    """Answers for the tables' logs; tables and rounds are given by their keys."""

    def table_log(self, table: int) -> TableLog | None:
        """Return a table's log (1 query).

        None if no tablet was ever paired with the table.
        """

    def pauses_of_round(self, round_: int, steps: Iterable[LedgerEntry]) -> Mapping[int, PauseTime]:
        """Return the tables' own pauses by table number (1 query).

        `steps` are those of the hall's clock. Tables without a tablet are left out.
        """

    def needs_of_rounds(self, rounds: Collection[int]) -> Mapping[int, Mapping[str, TableNumbers]]:
        """Return the numbers of each round's tables, by what they need (3 queries).

        The needs are `begun`; among these `playing`, `unconfirmed` (the game is over) or
        `disputed`; `called` (the judge is waited for); `set_aside` (events without an answer).
        """

    def tables_with_tablets(self, tables: Collection[int]) -> list[tuple[int, int]]:
        """Return rounds and numbers of the tables with a paired tablet, in order.

        1 query.
        """

    def delete_practice_logs(self, event: Event) -> None:
        """Delete what was logged at the tables of a practice event; of others nothing."""

    def keep_position(self, sheet: PaperSheet, *, counts: bool, by: AbstractBaseUser | str) -> None:
        """Keep the record of a paper sheet's position with its table.

        It becomes the one that `counts`, or is kept beside that. Raise ValidationError if the
        event's rules changed since it was typed.
        """

    def games_so_far(self, event: Event, most: int | None = None) -> GamesSoFar:
        """Return figures of all games with a record; at most `most` are worked out now.

        1 query, and 1 for every 20 games that are worked out.
        """

    def deeds_of(self, entries: Iterable[Entry], most: int) -> DeedsSoFar:
        """Return the deeds that players held in their public games with a record.

        The entries come with their events. At most `most` games are worked out now. 1 query, and 1
        for every 20 of those.
        """

    def logs_so_far(self, event: Event, most: int | None = None) -> LogsSoFar:
        """Return how the logs of all the event's tables were kept (2 queries).

        At most `most` logs not yet counted are read now.
        """

    def if_called_words(self, edition: Edition) -> Mapping[str, str]:
        """Return the words for the end procedure of a running table, by their use.

        They are in the active language, and name the edition's deeds as `deed-SQUARE`.
        """

    def calls_of(self, event: Event) -> list[CallFigures]:
        """Return the calls to the judge, the oldest first (1 query).

        Calls that were withdrawn are left out.
        """


@cache
def boards() -> Boards:
    """Return the port that `settings.BOARDS` names."""
    return cast("Boards", import_string(settings.BOARDS)())
