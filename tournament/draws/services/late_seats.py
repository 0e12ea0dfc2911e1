"""Arrivals, departures and replacements after a round was published.

They take place before games begin. A game in progress is never touched: a player leaves it
by the rules at the table.
"""

from collections.abc import Callable
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import seating
from tournament.audit import Actor
from tournament.boards import boards
from tournament.draws.evaluation import evaluate_round
from tournament.draws.late_seats import late_seats, tables_with_late_seat
from tournament.draws.seats import seat_plans_of, tables_of_round
from tournament.models import Entry, Event, Round
from tournament.people.services.check_in import check_in
from tournament.rounds.services.rounds import lock_open_round, set_seats


@transaction.atomic
def seat_late_player(*, round: Round, entry: Entry, table: int, by: Actor) -> Round:
    """Give a late player, who is there, the last place at a table.

    The role is the one that suits best. Raise ValidationError, changing nothing, if the player
    has a seat or dropped out, or if the table is full.
    """
    event, round = _lock_public_round(round)
    newcomer = check_in(entry=_newcomer(round, entry), by=by)
    options = late_seats(event, evaluate_round(round), newcomer.code, begun_tables(round))
    seat = next((option for option in options if option.table == table), None)
    if seat is None:
        raise ValidationError(
            _("There is no seat at table %(table)d any more: choose another."),
            code="no_seat",
            params={"table": table},
        )
    after = tables_with_late_seat(tables_of_round(round), table, newcomer.code, seat.role)
    return set_seats(round=round, tables=seat_plans_of(event, after), by=by)


@transaction.atomic
def replace_player(*, round: Round, entry: Entry, other: Entry, by: Actor) -> Round:
    """Let `other` take the place in order and the role of `entry`.

    `other` is there without a seat. Raise ValidationError, changing nothing, if the game there
    has begun.
    """
    event, round = _lock_public_round(round)
    newcomer = check_in(entry=_newcomer(round, other), by=by)

    def change(table: seating.Table) -> seating.Table:
        seats = (
            replace(seat, player=newcomer.code) if seat.player == entry.code else seat
            for seat in table.seats
        )
        return replace(table, seats=tuple(seats))

    return _change_table(event, round, entry, change, by)


@transaction.atomic
def take_seat_away(*, round: Round, entry: Entry, by: Actor) -> Round:
    """Take an absent player out of a round.

    If the roles are then uneven, the last player of the commoner one changes sides. Raise
    ValidationError, changing nothing, if the game there has begun, or if too few are left.
    """
    event, round = _lock_public_round(round)

    def change(table: seating.Table) -> seating.Table:
        seats = tuple(seat for seat in table.seats if seat.player != entry.code)
        return replace(table, seats=_balance_roles(seats))

    return _change_table(event, round, entry, change, by)


def begun_tables(round: Round) -> set[int]:
    """Return the numbers of tables whose game has begun, or is over (4 queries)."""
    begun = boards().needs_of_rounds([round.pk]).get(round.pk, {}).get("begun", ())
    finished = round.tables.filter(result__isnull=False).values_list("number", flat=True)
    return {*begun, *finished}


def _lock_public_round(round: Round) -> tuple[Event, Round]:
    """Lock the round as `lock_open_round` does.

    Also raises ValidationError if its seats are not published.
    """
    event, round = lock_open_round(round)
    if round.status not in Round.PUBLIC:
        message = _("The round is not published: draw it again, then everybody is seated.")
        raise ValidationError(message, code="not_published")
    return event, round


def _newcomer(round: Round, entry: Entry) -> Entry:
    """Return the player, freshly read.

    Raises ValidationError if the player cannot be seated in the round.
    """
    found = Entry.objects.get(pk=entry.pk, event=round.event)
    if found.status == Entry.Status.DROPPED:
        raise ValidationError(_("The player dropped out: rejoin first."), code="dropped")
    if found.seats.filter(round=round).exists():
        raise ValidationError(_("The player has a seat in this round."), code="seated")
    return found


def _change_table(
    event: Event,
    round: Round,
    entry: Entry,
    change: Callable[[seating.Table], seating.Table],
    by: Actor,
) -> Round:
    """Change only the table at which a player sits."""
    tables = tables_of_round(round)
    own = [t for t in tables if any(seat.player == entry.code for seat in t.seats)]
    if not own:
        raise ValidationError(_("The player has no seat in this round."), code="no_seat")
    number = own[0].number
    if number in begun_tables(round):
        raise ValidationError(
            _(
                "The game at table %(table)d has begun: a player who leaves it leaves by the rules"
                " of the game."
            ),
            code="begun",
            params={"table": number},
        )
    after = tuple(change(table) if table.number == number else table for table in tables)
    return set_seats(round=round, tables=seat_plans_of(event, after), by=by)


def _balance_roles(seats: tuple[seating.Seat, ...]) -> tuple[seating.Seat, ...]:
    """Return the seats with the roles' numbers at most one apart (rule 4)."""
    roles = [seat.role for seat in seats]
    competitors = roles.count(seating.Role.COMPETITOR)
    monopolists = roles.count(seating.Role.MONOPOLIST)
    if abs(competitors - monopolists) < 2:
        return seats
    more, fewer = seating.Role.COMPETITOR, seating.Role.MONOPOLIST
    if competitors < monopolists:
        more, fewer = fewer, more
    last = max(place for place, role in enumerate(roles) if role == more)
    return (*seats[:last], replace(seats[last], role=fewer), *seats[last + 1 :])
