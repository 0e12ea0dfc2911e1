"""The chances of a running table as pages show them.

They are always a range, with its sample.

Whether there are any, and how far behind, is in the board's public values.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from referee.chances.selectors import published_chances, win_ranges
from referee.insight.wording import percents_text
from tournament.public.selectors.running import RunningPlayer, running_table
from tournament.public.selectors.versions import newest_state
from tournament.standings.selectors.pages import TablePage


@dataclass(frozen=True, slots=True)
class ShownChance:
    """A player's chance to win, in whole percent.

    `low` and `high` are over the policies, `least` and `most` where the sample leaves them.
    """

    player: RunningPlayer
    low: int
    high: int
    least: int
    most: int
    range: str
    sample: str

    @property
    def width(self) -> int:
        """The width of the range in a drawing, where one percent is seen too."""
        return max(self.high - self.low, 1)

    @property
    def sample_width(self) -> int:
        """The width of what the sample leaves open."""
        return max(self.most - self.least, 1)


@dataclass(frozen=True, slots=True)
class LiveChances:
    """The chances of a table's players in order of play.

    `at` is None as long as there are none. `told_at` is that moment as the board tells it. They
    are `behind` events ago, with so many `playouts` of each policy and `turns` to come.
    """

    at: dt.datetime | None
    told_at: str
    behind: int
    playouts: int
    turns: int
    rows: Sequence[ShownChance]


def chances_of_page(page: TablePage) -> LiveChances | None:
    """Return the chances of a running table, None if the public sees none (3 queries)."""
    state = newest_state(page.event.pk)
    table = running_table(state, page.table.round, page.table.number)
    if table is None:
        return None
    told = state["boards"][str(table.round)][str(table.number)].get("chances")
    if told is None:
        return None
    stored = published_chances(page.event.pk, state, table.round, table.number)
    if stored is None:
        return LiveChances(None, "", 0, 0, 0, ())
    win = win_ranges(stored, [player.code for player in table.players])
    rows = tuple(_player_chance(player, *win[player.code]) for player in table.players)
    at, behind = told["at"], told["behind"]
    return LiveChances(stored.computed_at, at, behind, stored.playouts, stored.turns, rows)


def _player_chance(
    player: RunningPlayer, low: int, high: int, least: int, most: int
) -> ShownChance:
    sample = gettext("sample: {low}–{high} %").format(low=least, high=most)
    return ShownChance(player, low, high, least, most, percents_text(low, high), sample)
