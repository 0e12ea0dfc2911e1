"""What narrows a game's log on the chief referee's page: player, kind of event, turn."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from referee.log.row_filter import RowFilter, Turn, turns_of
from referee.models import GameLog
from tournament.common.parameters import whole_number

KIND_WORDS = {
    "throws": _("Throws"),
    "deals": _("Purchases, buildings, trades"),
    "end": _("End of the game"),
    "corrections": _("Corrections"),
    "rulings": _("By the chief referee"),
    "table": _("Notes, pauses, confirmations"),
}
MAX_ID_LENGTH = 40


class LogFilter(NamedTuple):
    """What a reader may choose from, and what is chosen; `address` keeps it for older events."""

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


def asked_rows(asked: QueryDict) -> RowFilter:
    """Return which rows an address asks for; what it spells wrong is left out."""
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
    turns = [turn._replace(player=names.get(turn.player, "")) for turn in turns_of(game)]
    return LogFilter(chosen, names, turns, address.urlencode())
