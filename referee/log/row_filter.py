"""Filter the rows of a game's log by player, kind of event and turn."""

import json
from typing import NamedTuple

from django.db.models import Q, QuerySet

from referee.models import GameLog, LoggedEvent

KINDS = {
    "throws": ("roll", "utility_roll", "card", "income_tax", "foundation", "pay_fine", "pass"),
    "deals": ("buy", "build", "sell", "mortgage", "redeem", "trade", "bankrupt", "withdraw"),
    "end": ("time", "adjusted", "retain", "circuit", "richest", "cash_count"),
    "corrections": ("undo", "revise", "revert", "recount"),
}
"""Types of events by filter. Two more filters look at who logged the row: `rulings` finds the
chief's own rows, `table` what a tablet logs beside the board."""
TURN_BEGINS = '"kind": "turn"'
"""The mark of a row that begins a turn, as `rows` writes its consequences."""


class RowFilter(NamedTuple):
    """A choice of rows; empty for all of them.

    `player` is the id of a player whom an event names, or who pays or is paid by it; `kind` is one
    of `KINDS`, or "rulings" or "table"; `turn` is the number of the row that begins it.
    """

    player: str = ""
    kind: str = ""
    turn: int | None = None

    def apply_to(self, rows: QuerySet[LoggedEvent], game: GameLog) -> QuerySet[LoggedEvent]:
        """Return the rows of this game that the filter lets through (1 query for a turn)."""
        if self.player:
            of_player = Q(event__contains=f'"{self.player}"')
            for side in ("payer", "payee"):
                of_player |= Q(consequences__contains=f'"{side}": "{self.player}"')
            rows = rows.filter(of_player)
        if self.kind:
            rows = rows.filter(_of_kind(self.kind))
        if self.turn is not None:
            later = _beginnings(game).filter(seq__gt=self.turn).values_list("seq", flat=True)
            rows = rows.filter(seq__gte=self.turn)
            rows = rows.filter(seq__lt=end) if (end := later.first()) else rows
        return rows


EVERY_ROW = RowFilter()


class Turn(NamedTuple):
    """A turn of a game: its number in play, the row that begins it, and whose it is."""

    number: int
    row: int
    player: str


def turns_of(game: GameLog) -> list[Turn]:
    """Return the turns of a game, the last first (1 query).

    A turn whose beginning was taken back counts, as its rows stand in the log.
    """
    rows = _beginnings(game).values_list("seq", "consequences")
    begun = [(seq, _player_of_turn(consequences)) for seq, consequences in rows]
    return [Turn(number, *turn) for number, turn in enumerate(begun, 1)][::-1]


def _beginnings(game: GameLog) -> QuerySet[LoggedEvent]:
    rows = LoggedEvent.objects.filter(game=game, consequences__contains=TURN_BEGINS)
    return rows.order_by("seq")


def _player_of_turn(consequences: str) -> str:
    """Return the id of the player whose turn begins by these consequences."""
    found = (item["payer"] for item in json.loads(consequences) if item["kind"] == "turn")
    return next(found, "")


def _of_kind(kind: str) -> Q:
    if kind == "rulings":
        return Q(kind=LoggedEvent.Kind.CHIEF)
    if kind == "table":
        return Q(kind=LoggedEvent.Kind.ADMIN)
    found = Q()
    for name in KINDS[kind]:
        found |= Q(event__contains=f'"type":"{name}"')
    # A correction holds the events that it puts in.
    return found if kind == "corrections" else found & ~Q(event__contains='"type":"revise"')
