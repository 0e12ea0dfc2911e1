"""Two players of a round exchange seats."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit import Actor
from tournament.draws.seats import (
    digest_of_seats,
    seat_plans_of,
    tables_after_swap,
    tables_of_round,
)
from tournament.events.services.events import lock_event
from tournament.models import Round
from tournament.rounds.services.rounds import set_seats


@transaction.atomic
def swap_seats(*, round: Round, one: str, other: str, seen: str, by: Actor) -> Round:
    """Let two players, named by their codes, take each other's seat.

    A seat is a place in order and a role. `seen` is the digest of the seats the organiser
    looked at. Raise ValidationError, changing nothing, if the seats changed meanwhile, a player
    has no seat, a seat of theirs is kept, or a table has a result.
    """
    event = lock_event(round.event)
    tables = tables_of_round(round)
    if digest_of_seats(tables) != seen:
        raise ValidationError(_("The seats were changed meanwhile: look at them again, then swap."))
    if {one, other} & set(Round.objects.get(pk=round.pk).kept):
        raise ValidationError(_("A seat that is kept is not swapped: untick it first."))
    try:
        after = tables_after_swap(tables, one, other)
    except KeyError as error:
        raise ValidationError(_("Choose two players who have seats in this round.")) from error
    return set_seats(round=round, tables=seat_plans_of(event, after), by=by)
