"""Limits of attempts to sign in.

Attempts are in the database, so that limits survive a restart and hold across processes.

An account is locked for the address that failed (django-axes): a stranger elsewhere locks nobody
out. An address alone, which a venue shares, is slowed only.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock

from axes.models import AccessAttempt, AccessFailureLog
from django.conf import settings
from django.db.models import Max
from django.utils import timezone

MAX_FAILURES = 20
"""The most wrong passwords from one address within MINUTE, for any accounts."""
MINUTE = timedelta(minutes=1)
MAX_WAITING = 8
"""The most sign-ins in this process at once: one is hashed while the others wait."""
MAX_WAITING_OF_ADDRESS = 4


class NoFreeSlotError(Exception):
    """Too many wait already."""


class PasswordCheckSlots:
    """Slots for sign-ins with a password to check, limited by address.

    Nobody takes all of them from one address.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold_slot(self, address: str) -> Iterator[None]:
        """Hold a slot for the address; raise NoFreeSlotError if there is none."""
        with self._lock:
            full = self._held.total() >= MAX_WAITING
            if full or self._held[address] >= MAX_WAITING_OF_ADDRESS:
                raise NoFreeSlotError
            self._held[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._held[address] -= 1
                self._held += Counter()  # forgets addresses that hold none


def seconds_to_wait(address: str) -> int:
    """Return the seconds until an address may try again, 0 if it may now (1 query).

    Failures noted more than a minute ahead are ignored: the clock has been set back since.
    """
    now = timezone.now()
    lately = {"attempt_time__gt": now - MINUTE, "attempt_time__lt": now + MINUTE}
    failures = AccessFailureLog.objects.filter(ip_address=address, **lately)
    times = failures.order_by("-attempt_time").values_list("attempt_time", flat=True)
    last = list(times[:MAX_FAILURES])
    if len(last) < MAX_FAILURES:
        return 0
    wait: timedelta = last[-1] + MINUTE - now
    return max(1, round(wait.total_seconds()))


def seconds_locked(account: str, address: str) -> int:
    """Return the seconds until an account's lock for an address opens, at least 1."""
    tried = AccessAttempt.objects.filter(username=account, ip_address=address)
    last: datetime | None = tried.aggregate(last=Max("attempt_time"))["last"]
    opens = (last or timezone.now()) + settings.AXES_COOLOFF_TIME
    return max(1, round((opens - timezone.now()).total_seconds()))
