"""Who may do what: one question, `may(person, action, event)`, asked by every door there is.

Today it is answered from Django's permissions, given to a person or to a group, for all events
alike. Views, the admin and templates name an action and an event; how the answer is found is known
here only.
"""

from enum import Enum
from typing import Any, Protocol

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext

from tournament.models import Event


class Action(Enum):
    """What a person can be allowed to do; the value is its name in templates."""

    ENTER_ADMIN = "enter_admin"
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
    SEE_RESULTS = "see_results"
    ENTER_RESULTS = "enter_results"
    SEE_RECORDS = "see_records"
    ACT_AS_CHIEF = "act_as_chief"
    PAIR_TABLETS = "pair_tablets"
    SEE_AUDIT = "see_audit"


PERMISSIONS = {
    Action.SEE_EVENT: "tournament.view_event",
    Action.ADD_EVENT: "tournament.add_event",
    Action.EDIT_EVENT: "tournament.change_event",
    Action.DELETE_EVENT: "tournament.delete_event",
    Action.PUBLISH: "tournament.publish_event",
    Action.SEE_PLAYERS: "tournament.view_entry",
    Action.EDIT_PLAYERS: "tournament.change_entry",
    Action.IMPORT_PLAYERS: "tournament.import_players",
    Action.SEE_DRAW: "tournament.view_round",
    Action.DRAW: "tournament.draw_round",
    Action.MOVE_CLOCK: "tournament.move_clock",
    Action.SEE_RESULTS: "tournament.view_result",
    Action.ENTER_RESULTS: "tournament.enter_results",
    Action.SEE_RECORDS: "referee.view_gamerecord",
    Action.ACT_AS_CHIEF: "referee.act_as_chief",
    Action.PAIR_TABLETS: "referee.act_as_chief",
    Action.SEE_AUDIT: "tournament.view_auditentry",
}
"""The permission behind each action. Whoever is staff may enter the admin: there one changes one's
own password."""

Person = AbstractBaseUser | AnonymousUser


class EventLike(Protocol):
    """An event, as the database or a selector has it."""

    @property
    def published(self) -> bool:
        """Whether the public sees it."""


class NamedEvent(EventLike, Protocol):
    """The same, with its name."""

    @property
    def name(self) -> str:
        """As people read it."""


def may(person: Person, action: Action, event: EventLike | None) -> bool:
    """Whether `person` may do `action` in `event`.

    In an event that is not published only those may act who may see it. None asks whether there
    can be any event in which the person may: for lists of all events, and for adding one.
    """
    if not (person.is_active and getattr(person, "is_staff", False)):
        return False
    hidden = event is not None and not event.published
    return _has(person, action) and (not hidden or _has(person, Action.SEE_EVENT))


def require(person: Person, action: Action, event: EventLike | None) -> None:
    """Raise PermissionDenied unless `person` may; Http404 for an event that must not be known."""
    if may(person, action, event):
        return
    if event is not None and not event.published and not may(person, Action.SEE_EVENT, event):
        raise Http404
    raise PermissionDenied


def name_for(person: Person, event: NamedEvent) -> str:
    """The name of an event, where `person` may know of it."""
    known = event.published or may(person, Action.SEE_EVENT, event)
    return event.name if known else gettext("an event not shown to you")


def visible_events(person: Person) -> "QuerySet[Event]":
    """The events a person may know of: the published ones, and with the right to it all others."""
    everything = Event.objects.all()
    return everything if may(person, Action.SEE_EVENT, None) else everything.filter(published=True)


def _has(person: Any, action: Action) -> bool:
    permission = PERMISSIONS.get(action)
    return permission is None or bool(person.has_perm(permission))
