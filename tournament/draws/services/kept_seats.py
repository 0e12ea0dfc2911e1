"""Seats that an organiser keeps when a round is drawn again."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.draws.seats import tables_of_round
from tournament.events.services.events import lock_event
from tournament.models import Round


@transaction.atomic
def keep_seats(
    *, round: Round, players: Collection[str], by: Actor, seen: Collection[str] | None = None
) -> Round:
    """Keep the seats of these players, and of nobody else, in later draws.

    Players are named by their codes. `seen` are those kept when the form was shown. Raise
    ValidationError, changing nothing, if one of them has no seat, or if others were kept
    meanwhile.
    """
    event = lock_event(round.event)
    round = Round.objects.select_related("event").get(pk=round.pk)
    if seen is not None and sorted(seen) != round.kept:
        raise ValidationError(
            _("Other seats were kept meanwhile: look which are ticked now."), "changed"
        )
    seated = {seat.player for table in tables_of_round(round) for seat in table.seats}
    if not set(players) <= seated:
        raise ValidationError(_("Only seats of this round can be kept: load the page again."))
    return audit.update(round, {"kept": sorted(set(players))}, by=by, event=event, action="keep")
