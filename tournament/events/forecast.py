"""A forecast of the draw: tables and roles, before anybody is seated."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from tournament.seating.table_sizes import nearest_counts, table_sizes


@dataclass(frozen=True, slots=True)
class Forecast:
    """The tables that so many players would fill.

    `tables` are the sizes, the largest first. There are none if the players do not fit the allowed
    sizes; then `more` and `fewer` are how many to add or to leave out, if that helps.
    """

    players: int
    tables: tuple[int, ...]
    more: int | None = None
    fewer: int | None = None

    @property
    def fewest_of_a_role(self) -> int:
        """The fewest players of a role: at a table of 5 there are 2 or 3 of each (R4)."""
        return sum(size // 2 for size in self.tables)

    @property
    def most_of_a_role(self) -> int:
        """The most players of a role."""
        return self.players - self.fewest_of_a_role

    @property
    def tables_text(self) -> str:
        """`5 tables of 4 and 2 tables of 3`, or what to do where nothing fits."""
        if not self.tables:
            return self._remedy()
        counts = sorted(Counter(self.tables).items(), reverse=True)
        parts = [_tables(count, size) for size, count in counts]
        return get_text_list(parts, gettext("and"))

    def _remedy(self) -> str:
        if not self.players:
            return gettext("Nobody is there to be seated yet.")
        if self.more is None and self.fewer is None:
            return gettext("They fit no tables of the sizes allowed.")
        if self.fewer is None:
            text = gettext("They fit no tables of the sizes allowed: %(more)d more would.")
        elif self.more is None:
            text = gettext("They fit no tables of the sizes allowed: %(fewer)d fewer would.")
        else:
            text = gettext(
                "They fit no tables of the sizes allowed: %(more)d more or %(fewer)d fewer would."
            )
        return text % {"more": self.more, "fewer": self.fewer}


def forecast(players: int, sizes: Sequence[int]) -> Forecast:
    """Return the tables that `players` would fill with these sizes.

    The preferred size comes first in `sizes`.
    """
    tables = table_sizes(players, sizes) if players and sizes else None
    if tables:
        return Forecast(players, tables)
    if not players or not sizes:
        return Forecast(players, ())
    return Forecast(players, (), *nearest_counts(players, sizes))


def _tables(count: int, size: int) -> str:
    text = ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
    return text % {"count": count, "size": size}
