"""Deletion of rows and files once their time is over.

It runs in a thread beside the mailer. The table in docs/operations.md says who deletes
what.
"""

import datetime as dt
import logging
import threading
from collections.abc import Callable

from django.db import connection
from django.utils import timezone

EVERY_SECONDS = 60.0

logger = logging.getLogger(__name__)


def clean_up(*, now: dt.datetime) -> None:
    """Delete all that is old.

    A deletion that fails is tried again the next time, and stops no other.
    """
    for work in _clean_up_steps():
        try:
            work(now=now)
        except Exception:
            logger.exception("Something old could not be deleted.")
            connection.close_if_unusable_or_obsolete()


def _clean_up_steps() -> tuple[Callable[..., object], ...]:
    # Models are there once Django has started.
    from referee.devices.services import forget_old_pairings
    from referee.live.publishing.versions import forget_old_versions
    from tournament.accounts.services.account_emails import forget_account_emails
    from tournament.accounts.services.account_sessions import forget_old_sessions
    from tournament.accounts.services.sign_in import forget_old_failures
    from tournament.events.services import clean_up
    from tournament.people.services.registration import forget_expired
    from tournament.push.services import forget_subscriptions
    from tournament.webhooks.services.outbox import forget_old_messages

    return (
        forget_expired,
        forget_account_emails,
        forget_old_sessions,
        forget_old_failures,
        forget_old_pairings,
        forget_old_versions,
        forget_old_messages,
        forget_subscriptions,
        clean_up.forget_old_emails,
        clean_up.forget_old_invitations,
        clean_up.forget_old_jobs,
        clean_up.forget_unfinished_files,
        clean_up.forget_archives,
        clean_up.forget_mail_files,
    )


def run(stop: threading.Event) -> None:
    """Delete what is old at each interval until `stop` is set.

    The interval is a minute because an unconfirmed registration takes a place. A look at an
    empty table costs one query.
    """
    while not stop.wait(EVERY_SECONDS):
        clean_up(now=timezone.now())
