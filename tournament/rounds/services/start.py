"""The announced start of a round: e-mails remind players of it. It moves no clock."""

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.models import ClockEntry, Round
from tournament.rounds.services.rounds import lock_open_round


@transaction.atomic
def announce_start(*, round_: Round, at: dt.datetime | None, by: Actor) -> Round:
    """Announce when a round begins, or that no time is set.

    Raise ValidationError for a round that has begun or is closed.
    """
    event, round_ = lock_open_round(round_)
    if ClockEntry.objects.filter(round=round_, kind=ClockEntry.Kind.START).exists():
        raise ValidationError(_("The round has begun already."), "begun")
    changed_at = round_.starts_changed_at if at == round_.starts_at else timezone.now()
    changes = {"starts_at": at, "starts_changed_at": changed_at}
    return audit.update(round_, changes, by=by, event=event, action="announce start")
