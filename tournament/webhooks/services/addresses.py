"""The addresses of an event: added, changed, switched off and on, tried, removed."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.rate_limits import allow_attempt
from tournament.events.services.events import lock_event
from tournament.models import Event, Webhook, WebhookMessage
from tournament.models.webhooks import TEST
from tournament.webhooks.addresses import parse_address
from tournament.webhooks.facts import Kind
from tournament.webhooks.sending import new_secret

MAX_WEBHOOKS = 5
MAX_BY_HAND = 30
BY_HAND_SECONDS = 600
"""So many messages an event's staff may send by hand in so many seconds."""
TRIED_FOR = dt.timedelta(days=1)
"""How long a message is tried, and for how long an address may be silent."""
Status = WebhookMessage.Status


@transaction.atomic
def add_webhook(
    *, event: Event, url: str, format: str, language: str, kinds: Sequence[str], by: Actor
) -> Webhook:
    """Add an address, with a new secret.

    Raise ValidationError by field, or for one address too many.
    """
    event = lock_event(event)
    if Webhook.objects.filter(event=event).count() >= MAX_WEBHOOKS:
        raise ValidationError(
            _("An event can have at most %(most)d addresses: remove one first."),
            params={"most": MAX_WEBHOOKS},
        )
    try:
        url = parse_address(url, inward=settings.WEBHOOKS_INWARD).geturl()
    except ValidationError as error:
        raise ValidationError({"url": error}) from error
    webhook = Webhook(
        event=event,
        url=url,
        format=format,
        language=language,
        kinds=_known_kinds(kinds),
        secret=new_secret(),
        next_at=timezone.now(),
    )
    return audit.insert(webhook, by=by, event=event)


@transaction.atomic
def change_webhook(*, webhook: Webhook, kinds: Sequence[str], language: str, by: Actor) -> Webhook:
    """Change the kinds of message and the language of an address.

    Raise ValidationError by field.
    """
    webhook = _lock(webhook)
    changes = {"kinds": _known_kinds(kinds), "language": language}
    return audit.update(webhook, changes, by=by, event=webhook.event)


def _known_kinds(kinds: Sequence[str]) -> list[str]:
    """Return known kinds in their own order (ValidationError without any)."""
    found = [kind for kind in Kind.values if kind in kinds]
    if not found:
        raise ValidationError({"kinds": _("Choose at least one thing to be told.")})
    return found


@transaction.atomic
def rotate_secret(*, webhook: Webhook, by: Actor) -> Webhook:
    """Give an address a new secret; the one before signs, too, for a day."""
    webhook = _lock(webhook)
    now = timezone.now()
    changes = {"old_secret": webhook.secret, "secret": new_secret(), "rotated_at": now}
    return audit.update(webhook, changes, by=by, event=webhook.event, action="rotate secret")


def secrets_of(webhook: Webhook, *, now: dt.datetime) -> list[str]:
    """Return the secrets that sign now, the newest first."""
    since = webhook.rotated_at
    is_fresh = since is not None and abs(now - since) < TRIED_FOR
    return [webhook.secret, *([webhook.old_secret] if is_fresh and webhook.old_secret else [])]


@transaction.atomic
def pause_webhook(*, webhook: Webhook, by: Actor) -> Webhook:
    """Switch an address off: nothing is sent there until it is switched on."""
    return switch_off(webhook=webhook, why=Webhook.Off.PAUSED, by=by)


@transaction.atomic
def switch_off(*, webhook: Webhook, why: str, by: Actor) -> Webhook:
    """Switch an address off for a reason; nothing happens where it is off already."""
    webhook = _lock(webhook)
    if webhook.off:
        return webhook
    changes = {"off": why, "off_at": timezone.now()}
    return audit.update(webhook, changes, by=by, event=webhook.event, action="switch off")


@transaction.atomic
def resume_webhook(*, webhook: Webhook, by: Actor) -> Webhook:
    """Switch an address on again. What has waited for longer than a day is given up."""
    webhook = _lock(webhook)
    now = timezone.now()
    old = WebhookMessage.objects.filter(webhook=webhook, status=Status.WAITING)
    old.filter(at__lt=now - TRIED_FOR).update(status=Status.FAILED)
    old.update(due_at=now)
    changes: dict[str, Any] = {"off": "", "off_at": None, "failures": 0, "failing_since": None}
    changes |= {"next_at": now}
    return audit.update(webhook, changes, by=by, event=webhook.event, action="switch on")


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: Actor) -> None:
    """Remove an address with its messages and its log."""
    webhook = _lock(webhook)
    audit.remove(webhook, by=by, event=webhook.event)


@transaction.atomic
def send_test(*, webhook: Webhook, by: Actor) -> WebhookMessage:
    """Queue a test message.

    Raise ValidationError while the address is off, or after too many.
    """
    webhook = _lock_to_send(webhook)
    now = timezone.now()
    waiting = webhook.messages.filter(kind=TEST, status=Status.WAITING).first()
    message = waiting or WebhookMessage(webhook=webhook, kind=TEST, at=now, due_at=now)
    if waiting is None:
        audit.save_valid(message, force_insert=True)
    _make_due(message, now)
    audit.log(by=by, action="send test", instance=webhook, event=webhook.event)
    return message


@transaction.atomic
def send_again(*, message: WebhookMessage, by: Actor) -> None:
    """Queue a message once more, with the same id (ValidationError as `send_test`)."""
    webhook = _lock_to_send(message.webhook)
    _make_due(message, timezone.now())
    audit.log(by=by, action="send again", instance=message, event=webhook.event)


def _make_due(message: WebhookMessage, now: dt.datetime) -> None:
    """Have a message sent at once, however long its address was to wait."""
    WebhookMessage.objects.filter(pk=message.pk).update(status=Status.WAITING, due_at=now)
    Webhook.objects.filter(pk=message.webhook_id).update(next_at=now)


def _lock_to_send(webhook: Webhook) -> Webhook:
    webhook = _lock(webhook)
    if webhook.off:
        raise ValidationError(_("Nothing is sent to this address now: switch it on first."))
    if not allow_attempt(f"webhooks:{webhook.event_id}", MAX_BY_HAND, BY_HAND_SECONDS):
        raise ValidationError(_("Too many messages were sent by hand: wait ten minutes."))
    return webhook


def _lock(webhook: Webhook) -> Webhook:
    """Lock the event and return the webhook as it is now.

    Raise ValidationError if it was removed.
    """
    lock_event(webhook.event)
    found = Webhook.objects.select_related("event").filter(pk=webhook.pk).first()
    if found is None:
        raise ValidationError(_("Somebody has removed this address."))
    return found
