"""The staff's right to listen to an event, and the state of its tables."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from http import HTTPStatus
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet, Sum
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest

from referee.live.streams.tablets import CALLS_MADE
from referee.models import Call, GameLog, SetAside
from tournament.access import Action, require
from tournament.accounts.sign_in.demand import lacks_second_factor
from tournament.accounts.sign_in.sessions import is_over
from tournament.models import Event

MAY_LISTEN = Action.ACT_AS_CHIEF


@dataclass(frozen=True, slots=True)
class EventState:
    """The progress of an event's tables, together.

    `logs` differs if a log went on, `rest` if somebody else writes, events were set aside, or
    the judge was called. All else leaves audit rows.
    """

    slug: str
    logs: int
    rest: tuple[Any, ...]


def admitted_event(session: str, slug: str) -> HTTPStatus | int:
    """Return the event's key if the session's user may listen to it.

    Otherwise return the refusal's status. It takes some 6 queries.
    """
    user = _user_of(session)
    if not user.is_authenticated:
        return HTTPStatus.UNAUTHORIZED
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        return HTTPStatus.NOT_FOUND
    try:
        require(user, MAY_LISTEN, event)
    except PermissionDenied:
        return HTTPStatus.FORBIDDEN
    except Http404:
        return HTTPStatus.NOT_FOUND
    return event.pk


def _user_of(session: str) -> Any:
    """Return the user of a session, without writing to it.

    Only `get_user` may end it, if the password was changed.
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request = HttpRequest()
    request.session = store(session)
    user = AnonymousUser() if is_over(request.session) else get_user(request)
    return AnonymousUser() if lacks_second_factor(request.session, user) else user


def event_states(keys: Collection[int]) -> dict[int, EventState]:
    """Return the states of events by key (4 queries, whatever their number)."""
    if not keys:
        return {}
    games = GameLog.objects.order_by().filter(table__round__event__in=keys)
    held = SetAside.objects.order_by().filter(game__table__round__event__in=keys)
    moved = _sums(games, "table__round__event", Sum("head_seq"), Sum("lease_epoch"))
    calls = Call.objects.order_by().filter(game__table__round__event__in=keys)
    called = _sums(calls, "game__table__round__event", Count("pk"), CALLS_MADE)
    waiting = _sums(held, "game__table__round__event", Count("pk"), Sum("event_count"))
    slugs = Event.objects.filter(pk__in=keys).values_list("pk", "slug")
    return {
        key: EventState(slug, moved[key][0], (moved[key][1], *waiting[key], *called[key]))
        for key, slug in slugs
    }


def _sums(
    rows: QuerySet[Any], event: str, first: Combinable, second: Combinable
) -> defaultdict[int, tuple[int, int]]:
    """Return two sums over the rows of each event; 0 if it has none."""
    found = rows.values(event).annotate(first=first, second=second)
    sums = {
        key: (first, second) for key, first, second in found.values_list(event, "first", "second")
    }
    return defaultdict(lambda: (0, 0), sums)
