"""Writes about signing in: opening a lock, and forgetting what was tried long ago."""

from datetime import datetime, timedelta

from axes.models import AccessAttempt, AccessFailureLog
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from tournament.audit import Actor, delete_any, log

KEPT_FOR = timedelta(days=1)


@transaction.atomic
def unlock_sign_in(*, username: str, by: Actor) -> int:
    """Open every lock of an account, and forget the failures behind them.

    These are the failures of the addresses that made the locks. Return the number of addresses
    that had failed; raise User.DoesNotExist for an unknown account.
    """
    user = User.objects.get(username=username)
    attempts = AccessAttempt.objects.filter(username=username)
    addresses = set(attempts.values_list("ip_address", flat=True))
    attempts.delete()
    AccessFailureLog.objects.filter(ip_address__in=addresses).delete()
    log(by=by, action="unlock sign-in", instance=user, event=None)
    return len(addresses)


def forget_old_failures(*, now: datetime) -> None:
    """Delete attempts of more than a day ago, which limit nobody any more.

    Those in the future go, too: the clock was set back since, and they would lock for as long as it
    was.
    """
    later = now + settings.AXES_COOLOFF_TIME
    for model in (AccessFailureLog, AccessAttempt):
        old = Q(attempt_time__lt=now - KEPT_FOR) | Q(attempt_time__gt=later)
        delete_any(model.objects.filter(old))
