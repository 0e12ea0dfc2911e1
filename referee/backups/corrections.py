"""Corrections of results that an earlier state of the event would not have."""

import datetime as dt

from django.db.models import Q

from referee.models import LoggedEvent
from tournament.models import Event, Result, ResultCorrection

_IS_CORRECTION = Q(event__contains='"type":"revise"') | Q(event__contains='"type":"revert"')


def count_corrections_since(event: Event, at: dt.datetime) -> int:
    """Return how many corrections of results people made after a moment (3 queries).

    They are changed, removed and chosen results, and the chief referee's corrections of the logs
    behind results. A table's own are left out: its tablet sends them again.
    """
    typed = ResultCorrection.objects.filter(event=event, at__gt=at)
    chosen = Result.objects.filter(table__round__event=event, decided_at__gt=at)
    logged = LoggedEvent.objects.filter(
        _IS_CORRECTION,
        kind=LoggedEvent.Kind.CHIEF,
        game__table__round__event=event,
        game__table__result__isnull=False,
        received_at__gt=at,
    )
    return typed.count() + chosen.count() + logged.count()
