"""The seats of a round as the draw sees them, and as plans to be saved."""

import hashlib
import json
from dataclasses import replace

from django.db.models import QuerySet

from tournament import seating
from tournament.models import Entry, Event, Round, Seat
from tournament.rounds.seat_plans import TablePlan


def tables_of_round(round: Round) -> seating.Round:
    """Return the seats of a round as the draw sees them (1 query)."""
    return tables_by_round(Seat.objects.filter(round=round)).get(round.pk, ())


def tables_by_round(seats: QuerySet[Seat]) -> dict[int, seating.Round]:
    """Return the tables of each round as the draw sees them (1 query).

    They are by the round's key. `seats` may be of several rounds.
    """
    rounds: dict[int, dict[int, list[seating.Seat]]] = {}
    ordered = seats.select_related("table", "entry")
    for seat in ordered.order_by("round_id", "table__number", "order"):
        role = seating.Role(seat.role) if seat.role else None
        tables = rounds.setdefault(seat.round_id, {})
        tables.setdefault(seat.table.number, []).append(seating.Seat(seat.entry.code, role))
    return {
        key: tuple(seating.Table(number, tuple(row)) for number, row in tables.items())
        for key, tables in rounds.items()
    }


def seat_plans_of(event: Event, tables: seating.Round) -> list[TablePlan]:
    """Return the draw's tables as plans for the event's seats (1 query).

    Raise KeyError for a code that no player has.
    """
    keys = {entry.code: entry.pk for entry in Entry.objects.filter(event=event)}
    return [
        TablePlan(
            table.number, tuple((keys[seat.player], str(seat.role or "")) for seat in table.seats)
        )
        for table in tables
    ]


def tables_after_swap(tables: seating.Round, one: str, other: str) -> seating.Round:
    """Return the tables after two players swapped their seats.

    They swap their places in order and their roles. Raise KeyError if either has no seat.
    """
    seats = {seat.player for table in tables for seat in table.seats}
    if not {one, other} <= seats:
        raise KeyError(one, other)
    turned = {one: other, other: one}
    return tuple(
        replace(
            table,
            seats=tuple(replace(s, player=turned.get(s.player, s.player)) for s in table.seats),
        )
        for table in tables
    )


def digest_of_seats(tables: seating.Round) -> str:
    """Return a short digest of a round's seats, by which a later change is noticed."""
    text = json.dumps(seating.rounds_to_json((tables,)), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
