"""The filter of a game's log on the chief referee's page.

It filters by player, kind of event and turn.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.log.row_filter import RowFilter, Turn, turns_of
from referee.models import GameLog
from tournament.common.parameters import whole_number

KIND_WORDS = {
    "throws": _("Throws"),
    "deals": _("Purchases, buildings, trades"),
    "end": _("End of the game"),
    "corrections": pgettext_lazy("kind of logged events", "Corrections"),
    "rulings": _("By the chief referee"),
    "table": _("Notes, pauses, confirmations"),
}
MAX_ID_LENGTH = 40


class LogFilter(NamedTuple):
    """The choices of the filter that a reader has, and the one made.

    `address` keeps that choice for older events.
    """

    chosen: RowFilter
    names: dict[str, str]
    turns: list[Turn]
    address: str

    @property
    def kinds(self) -> Mapping[str, object]:
        """Return the kinds of events with their words."""
        return KIND_WORDS

    @property
    def narrows(self) -> bool:
        """Return whether anything is chosen."""
        return any(self.chosen)


def row_filter_from(asked: QueryDict) -> RowFilter:
    """Return the choice of rows that an address spells; a wrong value is left out."""
    player, kind = asked.get("player", ""), asked.get("kind", "")
    return RowFilter(
        player=player if len(player) <= MAX_ID_LENGTH and player.isalnum() else "",
        kind=kind if kind in KIND_WORDS else "",
        turn=whole_number(asked.get("turn", "")),
    )


def log_filter(game: GameLog, chosen: RowFilter, names: dict[str, str]) -> LogFilter:
    """Return the filter of a game's log (1 query)."""
    address = QueryDict(mutable=True)
    address.update({field: str(value) for field, value in chosen._asdict().items() if value})
    told = _told_apart(names)
    turns = [turn._replace(player=told.get(turn.player, "")) for turn in turns_of(game)]
    return LogFilter(chosen, told, turns, address.urlencode())


def _told_apart(names: dict[str, str]) -> dict[str, str]:
    """Return the names by id, with the player's number where two have the same one."""
    count = Counter(names.values())
    return {
        player: name if count[name] == 1 else f"{name} ({player.lstrip('p0')})"
        for player, name in names.items()
    }
