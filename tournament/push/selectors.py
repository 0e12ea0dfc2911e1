"""The browsers that are to be told a seat now.

They are found by looking regularly, as e-mails about seats are. Each look compares what a browser
was told last with what the personal page shows now, whatever published a round or changed its
seats.
"""

import datetime as dt
import hashlib
from typing import NamedTuple

from django.db.models import CharField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from tournament import visibility
from tournament.models import Entry, Event, PushSubscription, Round, Seat
from tournament.outbox.selectors.due_emails import GRACE, seated_lately
from tournament.push.vapid import public_key
from tournament.visibility import Reader
from tournament.webhooks.services.outbox import LEASE

KEPT_FOR = dt.timedelta(days=7)
"""How long browsers are kept after the event's last day."""
MAX_WAIT = dt.timedelta(hours=1)
"""The longest wait between two attempts; a later one was written by a clock that was ahead."""


class Assignment(NamedTuple):
    """A seat as a browser is told it."""

    round: int
    table: int
    order: int
    role: str


class PushOffer(NamedTuple):
    """The facts by which the personal page offers pushing.

    `key` is this server's; `known` are the SHA-256 of the addresses that are told already, by
    which a browser recognises its own.
    """

    key: str
    known: list[str]


def push_offer(entry: Entry) -> PushOffer | None:
    """Return the offer of the player's page; None where no seat will follow.

    2 queries.
    """
    if entry.event.practice or is_over(entry.event, now=timezone.now()):
        return None
    found = PushSubscription.objects.filter(link__entry=entry).values_list("endpoint", flat=True)
    known = [hashlib.sha256(endpoint.encode()).hexdigest() for endpoint in found]
    return PushOffer(public_key(), known)


def due_subscriptions(*, now: dt.datetime) -> QuerySet[PushSubscription]:
    """Return the browsers to tell a seat, the one that is longest due first.

    They were not told their player's present seat. Each has that seat as `seat`, which
    `assignment_of` reads. A seat other than the one that was tried does not wait for the next
    attempt at that.
    """
    rounds = _announced_rounds(now)
    seats = _seats(rounds).filter(
        _is_news(), entry=OuterRef("link__entry"), table__result__isnull=True
    )
    free = Q(leased_at=None) | Q(leased_at__lte=now - LEASE) | Q(leased_at__gt=now + LEASE)
    due = Q(next_at__lte=now) | Q(next_at__gt=now + MAX_WAIT) | ~Q(tried=F("seat"))
    found = PushSubscription.objects.filter(
        free, link__entry__event__in=rounds.values("event")
    ).annotate(seat=Subquery(_last_text(seats)))
    untold = found.filter(due, seat__isnull=False).exclude(last_sent=F("seat"))
    return untold.order_by("next_at", "pk")


def seat_of(subscription: PushSubscription) -> str:
    """Return the seat that such a browser is to be told."""
    seat: str = subscription.seat  # type: ignore[attr-defined]
    return seat


def shown_seat(entry: Entry) -> str:
    """Return the player's last seat that the public sees; "" if none (1 query).

    Its text has the same form as those of `due_subscriptions`. The seat counts with a result
    too: if that is removed, the seat is not told.
    """
    rounds = visibility.rounds(Reader.PUBLIC).filter(event=entry.event)
    return _last_text(_seats(rounds).filter(entry=entry)).first() or ""


def assignment_of(text: str) -> Assignment:
    """Return the seat in such a text."""
    number, table, order, role = text.split("/")
    return Assignment(int(number), int(table), int(order), role)


def over_events(*, now: dt.datetime) -> QuerySet[Event]:
    """Return the events whose players get no seat any more: closed, or ended long ago.

    A postponed event keeps its former days until it gets new ones.
    """
    ended = Q(ends_on__lt=(now - KEPT_FOR).date()) & ~Q(called_off=Event.CalledOff.POSTPONED)
    return Event.objects.filter(Q(closed_at__isnull=False) | ended)


def is_over(event: Event, *, now: dt.datetime) -> bool:
    """Return whether the event is one of those (1 query)."""
    return over_events(now=now).filter(pk=event.pk).exists()


def _announced_rounds(now: dt.datetime) -> QuerySet[Round]:
    """Return the public rounds that players are told of.

    They are told once the rounds can hardly be taken back.
    """
    rounds = visibility.rounds(Reader.PUBLIC).filter(
        seated_lately(now),
        status=Round.Status.PUBLISHED,
        event__called_off="",
        event__closed_at=None,
    )
    return rounds.exclude(published_at__gt=now - GRACE, published_at__lt=now + GRACE)


def _seats(rounds: QuerySet[Round]) -> QuerySet[Seat]:
    """Return the seats in these rounds, but of who has dropped out."""
    return Seat.objects.filter(round__in=rounds.values("pk"), entry__status=Entry.Status.ACTIVE)


def _is_news() -> Q:
    """Return the condition that a seat is in no earlier round than the one told last.

    Such a round is over, even if a result is removed or the later round is taken back, unless it
    was published or seated anew since.
    """
    sent_at = OuterRef("sent_at")
    anew = Q(round__published_at__gt=sent_at) | Q(round__seats_changed_at__gt=sent_at)
    return Q(round__number__gte=OuterRef("last_round")) | anew


def _last_text(seats: QuerySet[Seat]) -> QuerySet[Seat, str]:
    """Return the seat in the last round, as `round/table/order/role`."""
    parts = [
        Cast(name, CharField()) for name in ("round__number", "table__number", "order", "role")
    ]
    slashes = [piece for part in parts for piece in (Value("/"), part)][1:]
    texts = seats.annotate(text=Concat(*slashes)).order_by("-round__number")
    return texts.values_list("text", flat=True)[:1]
