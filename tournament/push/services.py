"""Push subscriptions: browsers that get a message with the player's seat.

Services to add and remove them, to claim those that are due, and to record the outcome. An
outcome leaves no audit row; the subscription keeps it.
"""

import datetime as dt
import logging
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor, delete_any
from tournament.events.services.events import lock_event
from tournament.models import Entry, Event, PersonalLink, PushSubscription
from tournament.models.push import MAX_ENDPOINT
from tournament.people.services.personal_links import BY_PLAYER
from tournament.push.base64url import decode, encode
from tournament.push.encryption import AUTH_BYTES, public_key
from tournament.push.selectors import (
    assignment_of,
    due_subscriptions,
    is_over,
    over_events,
    seat_of,
    shown_seat,
)
from tournament.webhooks.addresses import parse_address
from tournament.webhooks.sending import Answer, Outcome
from tournament.webhooks.services.outbox import wait_after

MAX_SUBSCRIPTIONS = 5
"""The most browsers of one player."""
MAX_TRIES = 5
"""A seat that was tried so often, within a quarter of an hour, is of no use any more."""
TRIED_AGAIN = (408, 425, 429)
"""The refusals that may pass; another one below 500 is given up at once."""
BY_SENDER = "push"

logger = logging.getLogger(__name__)


class Browser(NamedTuple):
    """A subscription as a browser gives it (`PushSubscription.toJSON`)."""

    endpoint: str
    p256dh: str
    auth: str


@transaction.atomic
def subscribe(*, entry: Entry, browser: Browser, language: str) -> PushSubscription:
    """Tell a browser the player's seats from the next one on.

    A known browser gets its present keys. Raise ValidationError for one that cannot be sent to, for
    one too many, or once the event is over.
    """
    browser = _check_browser(browser)
    event = lock_event(entry.event)
    link = PersonalLink.objects.filter(entry=entry).first()
    if link is None or is_over(event, now=timezone.now()):
        raise ValidationError(_("This event is over; there are no more seats to announce."), "over")
    found = link.subscriptions.filter(endpoint=browser.endpoint).first()
    keys = {"p256dh": browser.p256dh, "auth": browser.auth, "language": language}
    if found is not None:
        return audit.update(found, keys, by=BY_PLAYER, event=event)
    if link.subscriptions.count() >= MAX_SUBSCRIPTIONS:
        raise ValidationError(
            _(
                "You can have notifications on at most %(most)d devices. "
                "Turn them off on another one first."
            ),
            "too_many",
            {"most": MAX_SUBSCRIPTIONS},
        )
    new = PushSubscription(
        link=link,
        endpoint=browser.endpoint,
        next_at=timezone.now(),
        **_assignment_fields(shown_seat(entry), timezone.now()),
        **keys,
    )
    return audit.insert(new, by=BY_PLAYER, event=event)


def _check_browser(browser: Browser) -> Browser:
    """Return a browser as it is stored.

    Raise ValidationError if nothing could be sent to it.
    """
    try:
        parse_address(browser.endpoint, inward=settings.PUSH_INWARD, longest=MAX_ENDPOINT)
        point, auth = decode(browser.p256dh), decode(browser.auth)
        public_key(point)
        if len(auth) != AUTH_BYTES:
            raise ValueError(auth)
    except (ValidationError, ValueError) as error:
        raise ValidationError(
            _("This browser cannot receive notifications. Try another one."), "unusable"
        ) from error
    return Browser(browser.endpoint, encode(point), encode(auth))


@transaction.atomic
def unsubscribe(*, entry: Entry, endpoint: str | None) -> None:
    """Stop telling a browser the player's seats, or all of them (None)."""
    event = lock_event(entry.event)
    found = PushSubscription.objects.filter(link__entry=entry).select_related("link__entry")
    for each in found if endpoint is None else found.filter(endpoint=endpoint):
        audit.remove(each, by=BY_PLAYER, event=event)


@transaction.atomic
def end_subscriptions(*, event: Event, by: Actor) -> None:
    """Stop telling anybody the seats of an event."""
    found = PushSubscription.objects.filter(link__entry__event=event)
    if found.exists():
        audit.delete(found)
        audit.log(by=by, action="stop push", instance=event, event=event)


def forget_subscriptions(*, now: dt.datetime) -> None:
    """Delete the browsers of events that are over."""
    events = over_events(now=now)
    delete_any(PushSubscription.objects.filter(link__entry__event__in=events))


def claim_subscriptions(*, now: dt.datetime, most: int) -> list[PushSubscription]:
    """Claim the browsers that are to be told a seat.

    No other process then tells them.
    """
    found = due_subscriptions(now=now).select_related("link__entry__event")[:most]
    return [each for each in found if _claim(each, now)]


def _claim(subscription: PushSubscription, now: dt.datetime) -> bool:
    """Lease a push subscription; return whether no other process changed it first.

    This also counts the attempt for the player's present seat.
    """
    as_read = {
        name: getattr(subscription, name)
        for name in ("pk", "leased_at", "tried", "tries", "last_sent")
    }
    unchanged = PushSubscription.objects.filter(**as_read)
    seat = seat_of(subscription)
    subscription.tries = subscription.tries + 1 if subscription.tried == seat else 1
    return bool(unchanged.update(leased_at=now, tried=seat, tries=subscription.tries))


@transaction.atomic
def record_answer(
    *, subscription: PushSubscription, seat: str, answer: Answer, now: dt.datetime
) -> None:
    """Record an attempt to tell a browser a seat.

    Remove a browser that its service does not know.
    """
    if answer.outcome is Outcome.GONE:
        _remove(subscription)
    elif answer.outcome is Outcome.ARRIVED:
        _mark(subscription, tries=0, **_assignment_fields(seat, now))
    elif subscription.tries >= MAX_TRIES or _is_refused(answer):
        logger.warning("A seat was not pushed: %s", answer.code or answer.text)
        _mark(subscription, tries=0, **_assignment_fields(seat, now))
    else:
        _mark(subscription, next_at=now + wait_after(subscription.tries, answer))


def _assignment_fields(seat: str, now: dt.datetime) -> dict[str, Any]:
    """Return the values of a row once its browser has been told a seat.

    A `seat` of "" stands for none.
    """
    number = assignment_of(seat).round if seat else 0
    return {"last_sent": seat, "last_round": number, "sent_at": now}


def _is_refused(answer: Answer) -> bool:
    code = answer.code or 0
    return 400 <= code < 500 and code not in TRIED_AGAIN


def _remove(subscription: PushSubscription) -> None:
    event = lock_event(subscription.link.entry.event)
    found = PushSubscription.objects.filter(pk=subscription.pk).select_related("link__entry")
    for each in found:
        audit.remove(each, by=BY_SENDER, event=event)


def _mark(subscription: PushSubscription, **values: Any) -> None:
    PushSubscription.objects.filter(pk=subscription.pk).update(leased_at=None, **values)
