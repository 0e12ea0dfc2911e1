"""Events, players, rounds and results for tests."""

import datetime as dt

from django.db import transaction

from scoring.result import GameResult, SeatResult
from tournament.events.services.events import create_event
from tournament.models import Entry, Event, Round, Table
from tournament.results.services.results import record_result
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.services.rounds import ensure_round, publish_round, set_seats

ROLES = ("competitor", "monopolist")
BY = "tests"


def make_event(slug="open", players=0, **fields) -> Event:
    """A published event with so many players: Player 1, Player 2, …"""
    values = {
        "name": slug.title(),
        "starts_on": dt.date(2026, 5, 16),
        "published": True,
        "number_of_rounds": 3,
        **fields,
    }
    # A publisher that runs beside the test sees the event with its players, or none of it.
    with transaction.atomic():
        event = create_event(by=BY, slug=slug, **values)
        enter(event, {number: f"Player {number}" for number in range(1, players + 1)})
    return event


def enter(event: Event, names: dict[int, str]) -> list[Entry]:
    """New players in an event, by seed, without the services' look at each."""
    return Entry.objects.bulk_create(
        Entry(event=event, name=name, seed=seed) for seed, name in names.items()
    )


def entry(event: Event, seed: int) -> Entry:
    """The entry with a seed."""
    return Entry.objects.select_related("event").get(event=event, seed=seed)


def plan(event: Event, number: int, *seeds: int, roles=ROLES) -> TablePlan:
    """A table of the players with these seeds, in order of play, roles alternating."""
    keys = dict(Entry.objects.filter(event=event).values_list("seed", "pk"))
    seats = tuple((keys[seed], roles[i % len(roles)]) for i, seed in enumerate(seeds))
    return TablePlan(number, seats)


def seat_round(event: Event, number: int, *tables: tuple[int, ...], publish=True) -> Round:
    """A round with tables of players given by seed."""
    found = ensure_round(event=event, number=number, by=BY)
    plans = [plan(event, table, *seeds) for table, seeds in enumerate(tables, start=1)]
    found = set_seats(round=found, tables=plans, by=BY)
    return publish_round(round=found, by=BY) if publish else found


def table_of(found: Round, number: int = 1) -> Table:
    """A table of a round."""
    return Table.objects.select_related("round__event").get(round=found, number=number)


def result_of(table: Table, *finals: int, places=None, mode=None, **figures) -> GameResult:
    """A result by final cash in order of play, places following from it."""
    event = table.round.event
    seats = table.seats.select_related("entry").order_by("order")
    places = places or [1 + sum(other > own for other in finals) for own in finals]
    lines = [
        SeatResult(player_id=seat.entry.code, role=seat.role, place=place, final=final, **figures)
        for seat, place, final in zip(seats, places, finals, strict=True)
    ]
    return GameResult(edition=event.edition, mode=mode or event.mode, seats=tuple(lines))


def finish(table: Table, *finals: int, by=BY, reason="The sheet was misread", **more):
    """Record a paper result by final cash in order of play; another one corrects it."""
    return record_result(
        table=table,
        result=result_of(table, *finals, **more),
        source="paper",
        correction_reason=reason,
        by=by,
    )
