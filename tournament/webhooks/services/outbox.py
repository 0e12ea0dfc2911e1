"""The outbox of webhooks: messages written, claimed and recorded.

A message is written with the version that it tells. These services write no audit rows for
messages, because each one's own rows say how it ended.
"""

import datetime as dt
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from tournament.audit import delete_any
from tournament.models import Webhook, WebhookAttempt, WebhookMessage
from tournament.webhooks.facts import Fact, Kind, new_facts
from tournament.webhooks.sending import Answer, Outcome
from tournament.webhooks.services.addresses import TRIED_FOR, switch_off

BACK_OFF = (5, 30, 120, 600, 1800, 3600, 7200, 14400)
"""Seconds to wait after each failed attempt; the last one again and again."""
LEASE = dt.timedelta(seconds=60)
"""An address that has been sent to for so long was left by a process that died.

An attempt takes 10 seconds, and resolving a name at most about half a minute before.
"""
SETTLED = dt.timedelta(seconds=10)
"""How long standings settle before they are told: those of many tables change all the time."""
MAX_WAITING = 2_000
"""The most messages that wait for one address."""
KEPT_FOR = dt.timedelta(days=14)
BY_SENDER = "webhooks"
Status = WebhookMessage.Status

logger = logging.getLogger(__name__)


@transaction.atomic
def queue_messages(
    *, event: int, before: dict[str, Any], after: dict[str, Any], now: dt.datetime
) -> None:
    """Write the messages of a new public version, in its transaction.

    This takes 1 query without addresses.
    """
    webhooks = list(Webhook.objects.filter(event=event, off="").select_related("event"))
    if not webhooks:
        return
    try:
        facts = new_facts(before, after)
    except Exception:
        # Publishing must go on, whatever is wrong with messages.
        logger.exception("The webhooks of event %d are not told of a version.", event)
        return
    for webhook in webhooks:
        _queue_for(webhook, [fact for fact in facts if fact.kind in webhook.kinds], now)


def _queue_for(webhook: Webhook, facts: list[Fact], now: dt.datetime) -> None:
    waiting = WebhookMessage.objects.filter(webhook=webhook, status=Status.WAITING)
    if facts and waiting.count() + len(facts) > MAX_WAITING:
        # Later, because locks come in another order there, and publishing must not fail by it.
        transaction.on_commit(lambda: _switch_off(webhook, Webhook.Off.FULL), robust=True)
        return
    new = [_message(webhook, fact, now) for fact in _not_merged(waiting, facts)]
    WebhookMessage.objects.bulk_create(new)


def _switch_off(webhook: Webhook, why: str) -> None:
    """Switch an address off, unless somebody has removed it meanwhile."""
    with suppress(ValidationError):
        switch_off(webhook=webhook, why=why, by=BY_SENDER)


def _message(webhook: Webhook, fact: Fact, now: dt.datetime) -> WebhookMessage:
    later = SETTLED if fact.kind == Kind.STANDINGS else dt.timedelta(0)
    return WebhookMessage(
        webhook=webhook, kind=fact.kind, facts=fact.facts, at=now, due_at=now + later
    )


def _not_merged(waiting: Any, facts: Iterable[Fact]) -> Iterable[Fact]:
    """Yield the facts that need a message: standings replace those never sent before."""
    for fact in facts:
        untold = waiting.filter(kind=Kind.STANDINGS, tries=0)
        if fact.kind != Kind.STANDINGS or not untold.update(facts=fact.facts):
            yield fact


def claim_messages(*, now: dt.datetime, most: int) -> list[WebhookMessage]:
    """Claim the next due message of each address.

    No other process then takes the address.

    A message that was never tried, or is due later than any attempt could be, is due whatever
    the clock said when that was written.
    """
    latest = now + dt.timedelta(seconds=max(BACK_OFF))
    mine = WebhookMessage.objects.filter(webhook=OuterRef("pk"), status=Status.WAITING)
    due = Q(next_at__lte=now) | Q(next_at__gt=latest)
    free = Q(leased_at=None) | Q(leased_at__lte=now - LEASE) | Q(leased_at__gt=now + LEASE)
    found = Webhook.objects.filter(due, free, Exists(mine.filter(_is_due(now))), off="")
    claimed = [_claim(each, now) for each in found.order_by("next_at", "pk")[:most]]
    return [message for message in claimed if message is not None]


def _is_due(now: dt.datetime) -> Q:
    return Q(due_at__lte=now) | Q(due_at__gt=now + dt.timedelta(seconds=max(BACK_OFF)))


def _claim(webhook: Webhook, now: dt.datetime) -> WebhookMessage | None:
    """Lease an address, and return its next message.

    None if another process was first, or if no message is due.
    """
    unchanged = Webhook.objects.filter(pk=webhook.pk, leased_at=webhook.leased_at, off="")
    if not unchanged.update(leased_at=now):
        return None
    waiting = WebhookMessage.objects.filter(_is_due(now), webhook=webhook, status=Status.WAITING)
    key = waiting.order_by("pk").values_list("pk", flat=True).first()
    if key is None:
        Webhook.objects.filter(pk=webhook.pk, leased_at=now).update(leased_at=None)
        return None
    messages = WebhookMessage.objects.filter(pk=key)
    messages.update(tries=F("tries") + 1)
    # Read only now: until it counts as tried, newer standings may replace what it tells.
    return messages.select_related("webhook__event").first()


@transaction.atomic
def drop_message(*, message: WebhookMessage) -> None:
    """Mark a message as dropped: the public may not see any more what it tells."""
    _mark(message, status=Status.DROPPED)
    _release(message)


def record_answer(*, message: WebhookMessage, answer: Answer, now: dt.datetime) -> None:
    """Record an attempt, and what follows for the message and its address.

    The address is switched off in a transaction of its own, whose locks come in another order. If
    that is missed, the next failure does it.
    """
    why = _record_attempt(message, answer, now)
    if why:
        _switch_off(message.webhook, why)


@transaction.atomic
def _record_attempt(message: WebhookMessage, answer: Answer, now: dt.datetime) -> str:
    """Record an attempt, and return the reason to switch off its address.

    It is "" if there is none.
    """
    # The lock, too, lest a removed address gets an attempt.
    webhook = Webhook.objects.select_for_update().filter(pk=message.webhook_id).first()
    if webhook is None:
        return ""
    WebhookAttempt.objects.create(
        message=message,
        at=now,
        number=message.tries,
        code=answer.code,
        milliseconds=answer.milliseconds,
        answer=answer.text,
    )
    if answer.outcome is Outcome.ARRIVED:
        _mark(message, status=Status.SENT)
        _release(message, failures=0, failing_since=None, next_at=now)
        return ""
    return _record_failure(webhook, message, answer, now)


def _record_failure(
    webhook: Webhook, message: WebhookMessage, answer: Answer, now: dt.datetime
) -> str:
    if now - message.at >= TRIED_FOR:
        _mark(message, status=Status.FAILED)
    else:
        _mark(message, due_at=now + wait_after(message.tries, answer))
    since = webhook.failing_since or now
    next_at = now + wait_after(webhook.failures + 1, answer)
    _release(message, failures=F("failures") + 1, failing_since=since, next_at=next_at)
    if answer.outcome is Outcome.GONE:
        return Webhook.Off.GONE
    return Webhook.Off.SILENT if now - since >= TRIED_FOR else ""


def wait_after(failures: int, answer: Answer) -> dt.timedelta:
    """Return the time to wait after so many failures in a row.

    The last of them had this answer.
    """
    seconds = BACK_OFF[min(failures, len(BACK_OFF)) - 1]
    return dt.timedelta(seconds=max(seconds, answer.wait))


def _mark(message: WebhookMessage, **values: Any) -> None:
    WebhookMessage.objects.filter(pk=message.pk).update(**values)


def _release(message: WebhookMessage, **values: Any) -> None:
    Webhook.objects.filter(pk=message.webhook_id).update(leased_at=None, **values)


def forget_old_messages(*, now: dt.datetime) -> None:
    """Delete messages that are over, with their attempts, after two weeks."""
    over = WebhookMessage.objects.exclude(status=Status.WAITING)
    delete_any(over.filter(at__lt=now - KEPT_FOR))
    given_up = WebhookMessage.objects.exclude(webhook__off="")
    delete_any(given_up.filter(at__lt=now - KEPT_FOR))
