"""The sender of e-mails, a thread beside the publisher.

It runs in the serving process or in each worker. It asks the database for its work, so that
nothing depends on a message: the next process does the work that one that died left.
Several may run at once; each e-mail is claimed by one of them.
"""

import datetime as dt
import logging
import threading

from django.core.mail import EmailMessage, get_connection
from django.db import connection
from django.utils import timezone

from tournament.emails.sending import Answer, Outcome, message_of, send
from tournament.emails.wording import text_of
from tournament.models import Email, Event, Registration
from tournament.outbox.selectors.due_emails import still_due
from tournament.outbox.services import (
    MAX_AT_ONCE,
    claim_emails,
    mark_dropped,
    mark_failed,
    mark_later,
    mark_refused,
    mark_sent,
    queue_due_emails,
)
from tournament.people.selectors.registrations import may_move_up
from tournament.people.services.personal_links import link_for_email
from tournament.people.services.registration import fill_places

NAP_SECONDS = 2.0
SHORT_NAP_SECONDS = 0.05
"""The nap after a full batch, when more e-mails may be waiting."""
BY_MAILER = "e-mail"

logger = logging.getLogger(__name__)


class Mailer:
    """One process's part in sending: `step` is called again and again."""

    def step(self, *, now: dt.datetime) -> float:
        """Fill free places, write due e-mails and send what waits.

        Return the seconds until the next step.
        """
        waiting = Registration.objects.filter(status=Registration.Status.WAITING)
        for event in Event.objects.filter(pk__in=waiting.values("event")):
            if may_move_up(event):
                fill_places(event=event, now=now)
        queue_due_emails(now=now)
        return SHORT_NAP_SECONDS if send_waiting(now=now) == MAX_AT_ONCE else NAP_SECONDS


def send_waiting(*, now: dt.datetime) -> int:
    """Send e-mails that are due, a few at a time, and return how many were looked at."""
    emails = claim_emails(now=now)
    if not emails:
        return 0
    server, away = get_connection(), None
    for email in emails:
        if away is not None:
            mark_later(email=email, answer=away.text, now=now)
        elif still_due(email, now=now):
            answer = send(_message(email), server)
            _mark(email, answer, now)
            away = answer if answer.outcome is Outcome.SERVER_AWAY else None
        else:
            mark_dropped(email=email)
    server.close()
    return len(emails)


def _message(email: Email) -> EmailMessage:
    entry = email.entry
    token = ""
    # What the organisers write to everybody opens no personal page.
    if entry is not None and email.mailing is None:
        token = link_for_email(entry=entry, address=email.address, by=BY_MAILER)
    return message_of(email, text_of(email, token))


def _mark(email: Email, answer: Answer, now: dt.datetime) -> None:
    if answer.outcome is Outcome.SENT:
        mark_sent(email=email, now=now)
        return
    logger.warning("E-mail %s was not sent: %s", email.key, answer.outcome.value)
    if answer.outcome is Outcome.REFUSED:
        mark_refused(email=email, answer=answer.text)
    elif answer.outcome is Outcome.FAILED:
        mark_failed(email=email, answer=answer.text)
    else:
        mark_later(email=email, answer=answer.text, now=now)


def run(stop: threading.Event, mailer: Mailer) -> None:
    """Send e-mails until `stop` is set; retry where the database does not answer."""
    nap = NAP_SECONDS
    while not stop.wait(nap):
        try:
            nap = mailer.step(now=timezone.now())
        except Exception:
            # One e-mail that cannot be written must not end all others; it is tried again.
            logger.exception("E-mails have to wait.")
            connection.close()
            nap = NAP_SECONDS
