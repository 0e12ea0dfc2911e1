"""Papers of a round: its seats, and slips for results.

Names are as the public sees them.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.common.names import alphabetic_key
from tournament.prints.document import Order
from tournament.rounds.selectors.players import players_of
from tournament.rounds.selectors.rounds import (
    TableView,
    by_table,
    seats_with_results,
    table_view,
)
from tournament.visibility import Reader


def seats_by_name(order: Order) -> dict[str, Any]:
    """Return each seated player's table and seat, in order of names (3 queries)."""
    rows = [
        (seat.player.name, table.number, seat.order)
        for table in _tables(order)
        for seat in table.seats
    ]
    rows.sort(key=lambda row: (alphabetic_key(row[0]), row[1:]))
    return {
        **order.heading(_("Seats by name")),
        "columns": [_("Player"), pgettext("in the hall", "Table"), pgettext("at a table", "Seat")],
        "rows": [
            {"name": name, "table": str(table), "seat": str(seat)} for name, table, seat in rows
        ],
    }


def seats_by_table(order: Order) -> dict[str, Any]:
    """Return the tables with their players in order of play (3 queries)."""
    return {
        **order.heading(_("Seats by table")),
        "columns": [pgettext("at a table", "Seat"), _("Player"), _("Role")],
        "tables": [
            _seats_of_table(table, _("Table %(number)s") % {"number": table.number})
            for table in _tables(order)
        ],
    }


def result_slips(order: Order) -> dict[str, Any]:
    """Return a round's result slips: seats, with columns to fill in (3 queries)."""
    label = _("Table %(number)s")
    return {
        **order.heading(_("Result slips")),
        "columns": [
            pgettext("at a table", "Seat"),
            _("Player"),
            _("Role"),
            _("Final cash"),
            pgettext("at the table", "Place"),
            _("Signature"),
        ],
        "note": _("Have everybody at the table sign this slip, then hand it in."),
        "tables": [
            _seats_of_table(table, f"{order.round_title} · {label % {'number': table.number}}")
            for table in _tables(order)
        ],
    }


def _tables(order: Order) -> list[TableView]:
    event, round_ = order.event, order.round
    seats = seats_with_results(round=round_)
    players = players_of(event, Reader.PUBLIC)
    return [table_view(event, table, players, Reader.STAFF) for table in by_table(seats)]


def _seats_of_table(table: TableView, label: str) -> dict[str, Any]:
    return {
        "label": label,
        "seats": [
            {"order": str(seat.order), "name": seat.player.name, "role": seat.role_label}
            for seat in table.seats
        ],
    }
