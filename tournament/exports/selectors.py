"""The rows of each table to download, read a few at a time."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Max, Min, QuerySet

from tournament.audit import without_sealed
from tournament.models import (
    AuditEntry,
    Entry,
    Event,
    HandPrize,
    Penalty,
    Round,
    RoundAbsence,
    Seat,
)
from tournament.models.people import code_of
from tournament.people.attendance import next_round
from tournament.people.fees import fee_of
from tournament.rounds.selectors.players import players_of
from tournament.rounds.selectors.rounds import SeatView, TableView, rounds_of
from tournament.standings.selectors.pages import event_page
from tournament.standings.selectors.standings import StandingsRow
from tournament.visibility import Reader

ROWS_AT_ONCE = 500
Row = Sequence[Any]


class Sheet(NamedTuple):
    """A table: the names of its columns, and its rows with a value for each."""

    columns: tuple[str, ...]
    rows: Iterator[Row]


PLAYERS = (
    "seed",
    "code",
    "name",
    "club",
    "team",
    "email",
    "external_id",
    "status",
    "name_display",
    "pinned_table",
    "missed_rounds",
)
FEES = (
    "fee_currency",
    "fee_due",
    "fee_paid",
    "fee_open",
    "fee_waived",
    "fee_noted_at",
    "fee_noted_by",
)
CHECK_IN = (
    "seed",
    "code",
    "name",
    "club",
    "checked_in",
    "checked_in_at",
    "next_round",
    "misses_next_round",
)
SEATS = ("round", "round_status", "table", "order", "seed", "code", "name", "club", "role")
RESULTS = (
    "round",
    "table",
    "order",
    "seed",
    "code",
    "name",
    "role",
    "place",
    "shared_place",
    "final_cash",
    "before_retention",
    "retained",
    "circuit_income",
    "points",
    "outcome",
    "source",
    "revision",
    "under_review",
    "abandoned_reason",
    "confirmed_at",
)
STANDINGS = (
    "rank",
    "shared_rank",
    "seed",
    "code",
    "name",
    "club",
    "team",
    "points",
    "played",
    "wins",
    "final_cash",
    "stage",
    "final_points",
    "role_correction",
    "points_taken_off",
)
PENALTIES = (
    "seed",
    "code",
    "name",
    "kind",
    "round",
    "points",
    "places",
    "reason",
    "public",
    "drops_out",
    "decided_at",
    "decided_by",
    "withdrawn_at",
    "withdrawn_by",
)
HAND_PRIZES = ("title", "seed", "code", "name", "note")
AUDIT = ("at", "by", "action", "kind", "object_id", "label", "before", "after")


def players(event: Event) -> Sheet:
    """Return all players by seed, dropped-out ones too (2 queries).

    They have columns of fees where the event has a fee.
    """
    return Sheet((*PLAYERS, *(FEES if event.fee is not None else ())), _players(event))


def _players(event: Event) -> Iterator[Row]:
    missed = _missed_rounds(event)
    for entry in _entries(event).iterator(ROWS_AT_ONCE):
        yield (
            entry.seed,
            entry.code,
            entry.name,
            entry.club,
            entry.team,
            entry.email,
            entry.external_id,
            entry.status,
            entry.name_display,
            entry.pinned_table,
            ", ".join(map(str, missed[entry.pk])),
            *_fee(event, entry),
        )


def _fee(event: Event, entry: Entry) -> Row:
    fee = fee_of(event, entry)
    if fee is None:
        return ()
    amounts = (Fraction(fee.due), Fraction(fee.paid), Fraction(fee.open))
    return fee.currency, *amounts, fee.waived, entry.fee_paid_at, entry.fee_paid_by


def check_in(event: Event) -> Sheet:
    """Return the check-in of the players who have not dropped out (3 queries).

    A row says whether the player has arrived.
    """
    return Sheet(CHECK_IN, _check_in(event))


def _check_in(event: Event) -> Iterator[Row]:
    missed, number = _missed_rounds(event), next_round(event)
    for entry in _entries(event).filter(status=Entry.Status.ACTIVE).iterator(ROWS_AT_ONCE):
        yield (
            entry.seed,
            entry.code,
            entry.name,
            entry.club,
            entry.checked_in_at is not None,
            entry.checked_in_at,
            number,
            number in missed[entry.pk],
        )


def seats(event: Event) -> Sheet:
    """Return the seats of all rounds, those not published yet too (1 query)."""
    return Sheet(SEATS, _seats(event))


def _seats(event: Event) -> Iterator[Row]:
    found = Seat.objects.filter(round__event=event)
    rows = found.order_by("round__number", "table__number", "order").values_list(
        "round__number",
        "round__status",
        "table__number",
        "order",
        "entry__seed",
        "entry__name",
        "entry__club",
        "role",
    )
    for number, status, table, order, seed, name, club, role in rows.iterator(ROWS_AT_ONCE):
        yield number, status, table, order, seed, code_of(seed), name, club, role


def results(event: Event) -> Sheet:
    """Return a row for each seat of the tables with a result (4 queries).

    The results are as staff see them.
    """
    return Sheet(RESULTS, _results(event))


def _results(event: Event) -> Iterator[Row]:
    rounds = rounds_of(event, players_of(event, Reader.STAFF), Reader.STAFF)
    for round_ in rounds:
        if round_.status in Round.PUBLIC:
            for table in round_.tables:
                yield from (_result(table, seat) for seat in table.seats if table.finished)


def _result(table: TableView, seat: SeatView) -> Row:
    return (
        table.round,
        table.number,
        seat.order,
        seat.player.seed,
        seat.player.code,
        seat.player.name,
        seat.role,
        seat.place,
        seat.shared_place,
        seat.final,
        seat.before_retention,
        seat.retained,
        seat.circuit_income,
        seat.points,
        seat.outcome,
        table.source,
        table.revision,
        table.under_review,
        table.abandoned_reason,
        table.confirmed_at,
    )


def standings(event: Event) -> Sheet:
    """Return the standings as staff see them (6 queries).

    There is a column for each tie-break.
    """
    tie_breaks = (f"tie_break_{code.replace('-', '_')}" for code in event.tie_breaks)
    return Sheet((*STANDINGS, *tie_breaks), _standings(event))


def _standings(event: Event) -> Iterator[Row]:
    page = event_page(event.slug, Reader.STAFF)
    return map(_standing, page.standings.rows if page else ())


def _standing(row: StandingsRow) -> Row:
    return (
        row.rank if row.ranked else None,
        row.shared,
        row.player.seed,
        row.player.code,
        row.player.name,
        row.player.club,
        row.player.team,
        row.points,
        row.played,
        row.wins,
        row.final_cash,
        row.stage,
        row.final_points,
        row.correction,
        sum(penalty.points or 0 for penalty in row.penalties),
        *(value.value for value in row.values),
    )


def penalties(event: Event) -> Sheet:
    """Return all cautions and penalties, the oldest first (1 query).

    Withdrawn ones are among them.
    """
    return Sheet(PENALTIES, _penalties(event))


def _penalties(event: Event) -> Iterator[Row]:
    found = Penalty.objects.filter(entry__event=event).select_related("entry").order_by("pk")
    for row in found.iterator(ROWS_AT_ONCE):
        yield (
            row.entry.seed,
            row.entry.code,
            row.entry.name,
            row.kind,
            row.round_number,
            None if row.points is None else Fraction(row.points),
            row.places,
            row.reason,
            row.public,
            row.drops,
            row.decided_at,
            row.decided_by,
            row.withdrawn_at,
            row.withdrawn_by,
        )


def hand_prizes(event: Event) -> Sheet:
    """Return the prizes given by hand, the oldest first (1 query).

    `code` is empty for guests.
    """
    return Sheet(HAND_PRIZES, _hand_prizes(event))


def _hand_prizes(event: Event) -> Iterator[Row]:
    found = HandPrize.objects.filter(event=event).select_related("entry").order_by("pk")
    for row in found.iterator(ROWS_AT_ONCE):
        seed, code = (row.entry.seed, row.entry.code) if row.entry else (None, "")
        yield row.title, seed, code, row.winner, row.note


def audit_log(event: Event) -> Sheet:
    """Return every write in the event, the oldest first (2 queries)."""
    return Sheet(AUDIT, _audit_log(event))


def _audit_log(event: Event) -> Iterator[Row]:
    for row in _audit_entries(event).iterator(ROWS_AT_ONCE):
        yield (
            row.at,
            row.by,
            row.action,
            row.kind,
            row.object_id,
            row.label,
            without_sealed(row.kind, row.before),
            without_sealed(row.kind, row.after),
        )


def _audit_entries(event: Event) -> QuerySet[AuditEntry]:
    """Return the audit rows of the event.

    Rows of other events that had its address before are left out. The rows begin with the first
    one about the event itself, or behind the last deletion of an event.
    """
    found = AuditEntry.objects.filter(event_slug=event.slug)
    of_events = found.filter(kind="event")
    own = of_events.filter(object_id=event.pk).aggregate(first=Min("pk"))["first"]
    deleted = of_events.filter(action="delete").aggregate(last=Max("pk"))["last"]
    return found.filter(pk__gte=own or 0, pk__gt=deleted or 0).order_by("pk")


def _entries(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event).order_by("seed")


def _missed_rounds(event: Event) -> dict[int, list[int]]:
    """Return the rounds that players miss by the key of their entry."""
    found: dict[int, list[int]] = defaultdict(list)
    absences = RoundAbsence.objects.filter(entry__event=event).order_by("round_number")
    for entry, number in absences.values_list("entry", "round_number"):
        found[entry].append(number)
    return found
