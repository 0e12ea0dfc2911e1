"""The sender of pushed seats.

It is a thread beside that of webhooks, and sends in the same way.
"""

import datetime as dt
from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django.conf import settings

from tournament.models import PushSubscription
from tournament.models.push import MAX_ENDPOINT
from tournament.push.base64url import decode
from tournament.push.encryption import encrypt
from tournament.push.selectors import assignment_of, seat_of
from tournament.push.services import claim_subscriptions, record_answer
from tournament.push.vapid import authorization
from tournament.push.wording import text_of
from tournament.webhooks.addresses import parse_address
from tournament.webhooks.sender import QueueSender
from tournament.webhooks.sending import Answer, Post, post

KEPT_SECONDS = 3600
"""How long a push service keeps a message for a phone that is away: then the round has begun."""
TOPIC = "seat"
"""A newer seat takes the place of one that the phone has not got yet."""


class PushSender(QueueSender[PushSubscription]):
    """The sender of pushed seats."""

    def claim(self, *, now: dt.datetime, most: int) -> list[PushSubscription]:
        """Claim the browsers that are to be told a seat."""
        return claim_subscriptions(now=now, most=most)

    def sending_of(
        self, item: PushSubscription, *, now: dt.datetime
    ) -> Callable[[], Answer] | None:
        """Return the call that tells a browser its seat."""
        return partial(post, message_to(item, now=now))

    def record(self, item: PushSubscription, answer: Answer, now: dt.datetime) -> None:
        """Record an attempt to tell a browser its seat."""
        record_answer(subscription=item, seat=seat_of(item), answer=answer, now=now)


def message_to(subscription: PushSubscription, *, now: dt.datetime) -> Post:
    """Return the message with a browser's seat.

    Raise ValidationError for an address that may not be sent to any more.
    """
    seat = assignment_of(seat_of(subscription))
    address = parse_address(
        subscription.endpoint, inward=settings.PUSH_INWARD, longest=MAX_ENDPOINT
    ).geturl()
    text = text_of(
        subscription.link.entry.event,
        seat,
        language=subscription.language,
        changed=subscription.last_round == seat.round,
    )
    body = encrypt(text, browser=decode(subscription.p256dh), auth=decode(subscription.auth))
    headers = {
        "Authorization": authorization(address, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": TOPIC,
        "Urgency": "high",
    }
    gone = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
    return Post(address, headers, body, settings.PUSH_INWARD, gone)
