"""A table's final position from paper.

It is judged when it is typed, and again when it is confirmed.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from referee.records.final_position import Judged, TypedPosition, judge_position
from referee.records.services import store_text
from referee.records.table_header import header_of
from tournament.audit import Actor
from tournament.common.editions import edition_of
from tournament.models import PaperSheet, Table


def judged_at(table: Table, typed: TypedPosition) -> Judged:
    """Judge a position by the rules of the table's event (1 query)."""
    event = table.round.event
    where = (table.round.number, table.number)
    return judge_position(header_of(event, _players(table), where), typed, edition_of(event))


def keep_position(sheet: PaperSheet, *, counts: bool, by: Actor) -> None:
    """Store the record of a sheet's position with its table.

    It is stored as the one that `counts`, or beside that one. Raise ValidationError if the
    event's rules by now give another result than the one shown.
    """
    table = Table.objects.select_related("round__event").get(pk=sheet.table_id)
    judged = judged_at(table, TypedPosition.from_json(sheet.position or {}))
    game = judged.game
    if game is None or judged.faults or game.statement() != sheet.statement:
        raise ValidationError(
            _("The event’s rules changed since this position was typed: type it anew.")
        )
    store_text(table, game, judged.text, by, current=counts)


def _players(table: Table) -> list[dict[str, Any]]:
    seats = table.seats.select_related("entry").order_by("order")
    return [{"id": seat.entry.code, "name": seat.entry.name, "role": seat.role} for seat in seats]
