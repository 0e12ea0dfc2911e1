"""Access rights: one question, `may(person, action, event)`, asked everywhere.

It is answered from the person's role in the event (`Membership`) or, for the people of the
platform, from Django's permissions, which hold for all events alike. Views, the admin and templates
name an action and an event; only this module knows how the answer is found.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Protocol

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from tournament.models import Event, EventRole, Membership


class Action(Enum):
    """An action that a person can be allowed; the value is its name in templates."""

    ORGANISE = "organise"
    ENTER_ADMIN = "enter_admin"
    MANAGE_STAFF = "manage_staff"
    SEE_EVENT = "see_event"
    ADD_EVENT = "add_event"
    EDIT_EVENT = "edit_event"
    DELETE_EVENT = "delete_event"
    PUBLISH = "publish"
    SEE_PLAYERS = "see_players"
    EDIT_PLAYERS = "edit_players"
    IMPORT_PLAYERS = "import_players"
    SEE_DRAW = "see_draw"
    DRAW = "draw"
    MOVE_CLOCK = "move_clock"
    ANNOUNCE = "announce"
    SEE_RESULTS = "see_results"
    SEE_PENALTIES = "see_penalties"
    ENTER_RESULTS = "enter_results"
    DECIDE_RESULTS = "decide_results"
    SEE_RECORDS = "see_records"
    ACT_AS_CHIEF = "act_as_chief"
    PAIR_TABLETS = "pair_tablets"
    SEE_AUDIT = "see_audit"


PERMISSIONS = {
    Action.SEE_EVENT: "tournament.view_event",
    Action.ADD_EVENT: "tournament.add_event",
    Action.EDIT_EVENT: "tournament.change_event",
    Action.MANAGE_STAFF: "tournament.change_event",
    Action.DELETE_EVENT: "tournament.delete_event",
    Action.PUBLISH: "tournament.publish_event",
    Action.SEE_PLAYERS: "tournament.view_entry",
    Action.EDIT_PLAYERS: "tournament.change_entry",
    Action.IMPORT_PLAYERS: "tournament.import_players",
    Action.SEE_DRAW: "tournament.view_round",
    Action.DRAW: "tournament.draw_round",
    Action.MOVE_CLOCK: "tournament.move_clock",
    Action.ANNOUNCE: "tournament.move_clock",
    Action.SEE_RESULTS: "tournament.view_result",
    Action.SEE_PENALTIES: "tournament.view_result",
    Action.ENTER_RESULTS: "tournament.enter_results",
    Action.DECIDE_RESULTS: "tournament.enter_results",
    Action.SEE_RECORDS: "referee.view_gamerecord",
    Action.ACT_AS_CHIEF: "referee.act_as_chief",
    Action.PAIR_TABLETS: "referee.act_as_chief",
    Action.SEE_AUDIT: "tournament.view_auditentry",
}
"""The permission behind each action. All staff may enter the admin, if only to change their own
password."""

Person = AbstractBaseUser | AnonymousUser

_READER = {
    Action.ORGANISE,
    Action.SEE_EVENT,
    Action.SEE_PLAYERS,
    Action.SEE_RESULTS,
    Action.SEE_PENALTIES,
}
_CHIEF_REFEREE = _READER | {
    Action.SEE_DRAW,
    Action.MOVE_CLOCK,
    Action.ANNOUNCE,
    Action.ENTER_RESULTS,
    Action.DECIDE_RESULTS,
    Action.SEE_RECORDS,
    Action.ACT_AS_CHIEF,
    Action.PAIR_TABLETS,
}
ROLE_ACTIONS: Mapping[str, frozenset[Action]] = {
    EventRole.READER: frozenset(_READER),
    EventRole.REGISTRAR: frozenset(
        {
            Action.ORGANISE,
            Action.SEE_EVENT,
            Action.SEE_PLAYERS,
            Action.EDIT_PLAYERS,
            Action.IMPORT_PLAYERS,
        }
    ),
    EventRole.RESULT_DESK: frozenset(
        {Action.ORGANISE, Action.SEE_EVENT, Action.SEE_RESULTS, Action.ENTER_RESULTS}
    ),
    EventRole.CHIEF_REFEREE: frozenset(_CHIEF_REFEREE),
    EventRole.ORGANISER: frozenset(Action) - {Action.ENTER_ADMIN, Action.ADD_EVENT},
}
"""The actions of each role in its event. No role opens the admin."""
_OF_ALL_STAFF = frozenset({Action.ORGANISE, Action.ENTER_ADMIN})


class EventLike(Protocol):
    """An event, as the database or a selector has it."""

    @property
    def slug(self) -> str:
        """The event's name in its address."""

    @property
    def published(self) -> bool:
        """Return whether the public sees the event."""


class NamedEvent(EventLike, Protocol):
    """The same, with its name."""

    @property
    def name(self) -> str:
        """As people read it."""


def may(person: Person, action: Action, event: EventLike | None) -> bool:
    """Return whether `person` may do `action` in `event`.

    None asks whether there can be any event in which the person may: for lists of all events, and
    for adding one. At most 1 query a person, beside those for Django's permissions.
    """
    if may_everywhere(person, action, event):
        return True
    if not person.is_active:
        return False
    roles = _roles(person)
    named = roles.values() if event is None else {roles.get(event.slug)}
    return any(action in ROLE_ACTIONS[role] for role in named if role)


def may_everywhere(person: Person, action: Action, event: EventLike | None = None) -> bool:
    """Return whether a right that holds for all events lets a person act.

    The admin asks nothing else. In an event that is not published only those may act who may see
    it.
    """
    if not (person.is_active and getattr(person, "is_staff", False)):
        return False
    hidden = event is not None and not event.published
    return _has_right(person, action) and (not hidden or _has_right(person, Action.SEE_EVENT))


def role_in(person: Person, event: EventLike) -> EventRole | None:
    """Return the person's role in an event, None without one.

    Strangers and the platform's people have none.
    """
    role = _roles(person).get(event.slug)
    return EventRole(role) if role else None


def require(person: Person, action: Action, event: EventLike | None) -> None:
    """Raise PermissionDenied unless `person` may do the action.

    Raises Http404 for an event that must not be known.
    """
    if may(person, action, event):
        return
    if event is not None and not event.published and not may(person, Action.SEE_EVENT, event):
        raise Http404
    raise PermissionDenied


def name_for(person: Person, event: NamedEvent) -> str:
    """Return the name of an event, where `person` may know of it."""
    known = event.published or may(person, Action.SEE_EVENT, event)
    return event.name if known else gettext("an event not shown to you")


def visible_events(person: Person) -> "QuerySet[Event]":
    """Return the events a person may know of.

    These are the published ones, those they are a member of, and with the right to it all others.
    """
    everything = Event.objects.all()
    if may_everywhere(person, Action.SEE_EVENT):
        return everything
    return everything.filter(Q(published=True) | Q(slug__in=_roles(person)))


def own_events(person: Person) -> "QuerySet[Event]":
    """Return the events a person may work in.

    For the platform's people these are the events they may know of.
    """
    if may_everywhere(person, Action.ORGANISE):
        return visible_events(person)
    return Event.objects.filter(slug__in=_roles(person))


def organised_events(person: Person) -> "QuerySet[Event]":
    """Return the events a person may edit.

    They are the person's own as organiser, or all visible ones with the right to edit every
    event.
    """
    if may_everywhere(person, Action.EDIT_EVENT):
        return visible_events(person)
    return events_as_organiser(person)


def events_as_organiser(person: Person) -> "QuerySet[Event]":
    """Return the events that a person may edit by their role there.

    A platform's right does not count.
    """
    if not person.is_active:
        return Event.objects.none()
    mine = [
        slug for slug, role in _roles(person).items() if Action.EDIT_EVENT in ROLE_ACTIONS[role]
    ]
    return Event.objects.filter(slug__in=mine)


def _roles(person: Any) -> dict[str, str]:
    """Return the person's role by the event's address.

    It is looked up once a request, because a request has a person of its own.
    """
    if not person.is_authenticated:
        return {}
    known: dict[str, str] | None = getattr(person, "_roles_by_event", None)
    if known is None:
        members = Membership.objects.filter(person_id=person.pk)
        known = dict(members.values_list("event__slug", "role"))
        person._roles_by_event = known
    return known


def forget_roles(person: Any) -> None:
    """Look the person's roles up again: they have just changed."""
    if hasattr(person, "_roles_by_event"):
        del person._roles_by_event


def _has_right(person: Any, action: Action) -> bool:
    permission = PERMISSIONS.get(action)
    if permission is None:
        return action in _OF_ALL_STAFF
    return bool(person.has_perm(permission))
