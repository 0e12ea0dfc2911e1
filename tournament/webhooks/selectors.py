"""Reads: the addresses of an event, their log, and the public names in a message."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Count, Q, QuerySet

from tournament import visibility
from tournament.models import (
    Entry,
    Event,
    PublicVersion,
    Webhook,
    WebhookAttempt,
    WebhookMessage,
)
from tournament.models.people import code_of
from tournament.visibility import Reader
from tournament.webhooks.facts import Kind, facts_left

MAX_IN_LOG = 100


def webhooks_of(event: Event) -> QuerySet[Webhook]:
    """Return an event's addresses with the number of messages that wait (1 query)."""
    waiting = Count("messages", Q(messages__status=WebhookMessage.Status.WAITING))
    return Webhook.objects.filter(event=event).annotate(waiting=waiting).order_by("pk")


def stopped_webhooks(event: int) -> list[Webhook]:
    """Return the addresses that are off although nobody switched them off (1 query)."""
    off = Webhook.objects.filter(event=event).exclude(off__in=["", Webhook.Off.PAUSED])
    return list(off.order_by("pk"))


def log_of(webhook: Webhook) -> list[WebhookAttempt]:
    """Return the last attempts, the newest first (1 query)."""
    attempts = WebhookAttempt.objects.filter(message__webhook=webhook)
    return list(attempts.select_related("message").order_by("-pk")[:MAX_IN_LOG])


def public_facts(message: WebhookMessage) -> dict[str, Any]:
    """Return the facts of a message as the public sees them now.

    They are {} if the public sees nothing (3 queries at most). What was hidden a moment ago may
    still be in the newest version: its round, announcement and event are asked, too.
    """
    if not _is_known(message):
        return {}
    if message.kind == Kind.ANNOUNCEMENT:
        return dict(message.facts)
    versions = PublicVersion.objects.filter(event=message.webhook.event_id).order_by("-number")
    newest = json.loads(versions.values_list("snapshot", flat=True).first() or "{}")
    return facts_left(message.kind, message.facts, newest) if newest else {}


def _is_known(message: WebhookMessage) -> bool:
    """Return whether the public may know of the event and the subject.

    The subject is the announcement or the round.
    """
    event = message.webhook.event
    if not visibility.events(Reader.PUBLIC).filter(pk=event.pk).exists():
        return False
    if message.kind == Kind.ANNOUNCEMENT:
        shown = visibility.announcements(Reader.PUBLIC).filter(event=event)
        return shown.filter(pk=message.facts["announcement"]).exists()
    number = message.facts.get("round")
    if number is None:
        return True
    return visibility.rounds(Reader.PUBLIC).filter(event=event, number=number).exists()


def announcement_text(message: WebhookMessage) -> str:
    """Return the text of the announcement that a message tells (1 query).

    It is "" if the message tells none.
    """
    key = message.facts.get("announcement")
    if key is None:
        return ""
    shown = visibility.announcements(Reader.PUBLIC).filter(pk=key)
    return shown.values_list("text", flat=True).first() or ""


def public_names(message: WebhookMessage) -> dict[str, str]:
    """Return the players' public names of now, by their codes.

    This takes 1 query, and 0 without players.
    """
    codes = set(_codes_in(message.facts))
    if not codes:
        return {}
    seeds = [int(code[1:]) for code in codes]
    entries = Entry.objects.filter(event=message.webhook.event_id, seed__in=seeds)
    found = {code_of(entry.seed): entry for entry in entries}
    return {code: visibility.name_of(Reader.PUBLIC, found[code]) for code in codes if code in found}


def _codes_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "player" in value:
            yield value["player"]
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str):
        for each in value:
            yield from _codes_in(each)
