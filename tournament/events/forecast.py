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
    def competitors(self) -> int:
        """The number of competitors: half the players, rounded up (rule 4)."""
        return (self.players + 1) // 2

    @property
    def monopolists(self) -> int:
        """The number of monopolists: half the players, rounded down."""
        return self.players // 2

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
    """Return the tables that `players` would fill with `sizes`, the preferred size first."""
    tables = table_sizes(players, sizes) if players and sizes else None
    if tables:
        return Forecast(players, tables)
    if not players or not sizes:
        return Forecast(players, ())
    return Forecast(players, (), *nearest_counts(players, sizes))


def _tables(count: int, size: int) -> str:
    text = ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
    return text % {"count": count, "size": size}
