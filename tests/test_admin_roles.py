"""Nobody acts beyond their role in the admin: role x model x verb x own or hidden event, and every
button of its lists and forms."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client
from django.urls import reverse

from referee.models import GameRecord
from tests.responses import ClientResponse
from tests.roles.people import GROUPED, RIGHTS, SINGLE, client_of
from tests.roles.world import World
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.admin.rights import GuardedAdmin
from tournament.draws.services.draw_jobs import request_draw
from tournament.events.services.events import update_event
from tournament.models import (
    AuditEntry,
    DrawJob,
    Entry,
    Event,
    Penalty,
    Result,
    Round,
    Table,
)
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import withdraw_entry
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.django_db

WRITES = ("add", "change", "delete")
EVENT = {
    "view": {Action.SEE_EVENT},
    "add": {Action.ADD_EVENT},
    "change": {Action.EDIT_EVENT},
    "delete": {Action.DELETE_EVENT},
}
PEOPLE = {"view": {Action.SEE_PLAYERS}, **{verb: {Action.EDIT_PLAYERS} for verb in WRITES}}
ROUND = {"view": {Action.SEE_DRAW}, **{verb: {Action.DRAW} for verb in WRITES}}
TABLE = {
    "view": {Action.SEE_DRAW, Action.SEE_RESULTS},
    "add": {Action.DRAW},
    "change": {Action.DRAW, Action.ENTER_RESULTS},
    "delete": {Action.DRAW},
}
VERBS: dict[Any, dict[str, set[Action]]] = {
    Event: EVENT,
    Entry: PEOPLE,
    Round: ROUND,
    Table: TABLE,
    Result: {"view": {Action.SEE_RESULTS}},
    Penalty: {"view": {Action.SEE_RESULTS}},
    DrawJob: {"view": {Action.SEE_DRAW}},
    AuditEntry: {"view": {Action.SEE_AUDIT}},
    GameRecord: {"view": {Action.SEE_RECORDS}},
}
BUTTONS: list[tuple[Any, str, set[Action]]] = [
    (Event, "publish", {Action.PUBLISH, Action.SEE_EVENT}),
    (Event, "unpublish", {Action.PUBLISH, Action.SEE_EVENT}),
    (Entry, "withdraw", {Action.EDIT_PLAYERS}),
    (Entry, "rejoin", {Action.EDIT_PLAYERS}),
    (Round, "draw", {Action.DRAW}),
    (Round, "draw_all", {Action.DRAW}),
    (Round, "verify", {Action.SEE_DRAW}),
    (Round, "publish", {Action.PUBLISH, Action.SEE_DRAW}),
    (Round, "unpublish", {Action.PUBLISH, Action.SEE_DRAW}),
    (Round, "clear", {Action.DRAW}),
    (Table, "remove_results", {Action.ENTER_RESULTS}),
    (DrawJob, "cancel", {Action.DRAW, Action.SEE_DRAW}),
]
"""The buttons of the lists: on what, and the actions one needs (the list has to open, too)."""

# What is told of a button that is not there for somebody, and of an object that is not.
REFUSED = {"No action selected.", "Choose one round to start from."}


def address(model: Any, page: str, *args: object) -> str:
    options = model._meta
    return reverse(f"admin:{options.app_label}_{options.model_name}_{page}", args=args)


def objects(slug: str, *, public: bool) -> dict[Any, Any]:
    """One object of each model, in an event that is published or not: a played table in round 1, a
    seated round 2; and a draw that waits, in another such event."""
    event = make_event(slug, players=8, table_sizes=[4, 3])
    first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(table_of(first), 40, 30, 20, 10)
    second = seat_round(event, 2, (1, 2, 3, 4), (5, 6, 7, 8), publish=False)
    other = make_event(f"{slug}-other", players=8, published=public)
    waits = create_round(event=other, number=1, by=BY)
    job = request_draw(round=waits, by=BY)
    update_event(event=event, published=public, by=BY)
    entry = Entry.objects.filter(event=event)[0]
    table = table_of(first)
    record = GameRecord.objects.create(
        table=table, text="", digest=slug, statement={}, imported_by=BY
    )
    return {
        Event: Event.objects.get(pk=event.pk),
        Entry: entry,
        Round: second,
        Table: table,
        Result: Result.objects.get(table=table),
        Penalty: give_penalty(entry=entry, given=PenaltyGiven("caution", "Late."), by=BY),
        DrawJob: job,
        AuditEntry: AuditEntry.objects.filter(event_slug=slug)[0],
        GameRecord: record,
    }


def through(rights: set[Action], needed: set[Action], *, public: bool, of_event: bool) -> bool:
    """Whether one of the actions is enough, in the event."""
    hidden = of_event and not public
    return bool(rights & needed) and (not hidden or Action.SEE_EVENT in rights)


def opens(response: ClientResponse) -> bool:
    """Whether the page is there; one that is not to be known of leads away with a message."""
    if response.status_code == 302:
        assert response["Location"] == reverse("admin:index")
    else:
        assert response.status_code in (200, 403), response.status_code
    return response.status_code == 200


@contextmanager
def undone() -> Iterator[None]:
    """Take back what a request leaves."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_model_has_a_row() -> None:
    reverse("admin:index")  # loads them
    registered = {model for model, site in admin.site._registry.items() if of_product(site)}
    assert registered == set(VERBS)
    for site in admin.site._registry.values():
        if of_product(site):
            named = {button for model, button, _needed in BUTTONS if model is site.model}
            assert set(site.actions or ()) == named, site


def of_product(site: Any) -> bool:
    return bool(site.opts.app_label in ("tournament", "referee"))


def test_every_admin_of_an_event_is_guarded() -> None:
    for site in admin.site._registry.values():
        assert isinstance(site, GuardedAdmin) or not of_product(site), site


EVERY_ROLE = (*GROUPED, *SINGLE)
# `make test` asks as one who may do most, and as staff who may do nothing.
IN_EACH_RUN = ("staff", "Organiser")
PUBLIC_AND_ROLE = [
    pytest.param(
        public,
        role,
        id=f"{'published' if public else 'hidden'}-{role}",
        marks=[] if public and role in IN_EACH_RUN else pytest.mark.exhaustive,
    )
    for public in (True, False)
    for role in EVERY_ROLE
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("public", "role"), PUBLIC_AND_ROLE)
def test_each_role_opens_the_lists_and_forms_of_its_rights(public: bool, role: str) -> None:
    found = objects("open", public=public)
    client, number = client_of(role, World({}, {})), EVERY_ROLE.index(role)
    for place, (model, verbs) in enumerate(VERBS.items()):
        if is_asked(role, set().union(*verbs.values()), place + number):
            check_pages(client, RIGHTS[role], model, verbs, found[model], public=public)


def is_asked(role: str, needed: set[Action], turn: int) -> bool:
    """Whether a role is tried at a model: each group and each right that opens something of it; the
    other rights in turn, every third."""
    return role in GROUPED or bool(needed & RIGHTS[role]) or turn % 3 == 0


def check_pages(
    client: Client,
    rights: set[Action],
    model: Any,
    verbs: dict[str, set[Action]],
    obj: Any,
    *,
    public: bool,
) -> None:
    def holds(verb: str, *, in_event: bool = True) -> bool:
        return through(rights, verbs.get(verb, set()), public=public, of_event=in_event)

    shown = holds("view") or holds("change")
    listed = holds("view", in_event=False) or holds("change", in_event=False)
    response = client.get(address(model, "changelist"))
    assert opens(response) == listed, (rights, model)
    if listed:
        rows = set(response.context["cl"].queryset.values_list("pk", flat=True))
        assert (obj.pk in rows) == (shown or public), (rights, model)
    assert opens(client.get(address(model, "change", obj.pk))) == shown, (rights, model)
    assert opens(client.get(address(model, "history", obj.pk))) == shown, (rights, model)
    assert opens(client.get(address(model, "delete", obj.pk))) == holds("delete")
    added = holds("add", in_event=False)
    assert opens(client.get(address(model, "add"))) == added, (rights, model)
    if not (holds("change") and model is not AuditEntry):
        assert client.post(address(model, "change", obj.pk), {}).status_code in (302, 403)
    if not holds("delete"):
        assert client.post(address(model, "delete", obj.pk), {"post": "yes"}).status_code in (
            302,
            403,
        )
        assert model.objects.filter(pk=obj.pk).exists()


@pytest.mark.parametrize(("public", "role"), PUBLIC_AND_ROLE)
def test_each_button_works_for_its_rights_and_for_no_others(public: bool, role: str) -> None:
    found = objects("open", public=public)
    dropped = Entry.objects.filter(event=found[Event])[7]
    withdraw_entry(entry=dropped, by=BY)
    shown = seat_round(make_event("shown", players=4), 1, (1, 2, 3, 4))
    update_event(event=shown.event, published=public, by=BY)
    special = {(Entry, "rejoin"): dropped, (Round, "unpublish"): shown}
    needless = "publish" if public else "unpublish"
    client = client_of(role, World({}, {}))
    for model, button, needed in BUTTONS:
        if (model, button) == (Event, needless):
            continue
        obj = special.get((model, button), found[model])
        seen = public or Action.SEE_EVENT in RIGHTS[role]
        lists = VERBS[model]["view"] | VERBS[model].get("change", set())
        wanted = bool(needed <= RIGHTS[role] and lists & RIGHTS[role] and seen)
        assert acts(client, model, button, obj) == wanted, (model, button)


def acts(client: Client, model: Any, button: str, obj: Any) -> bool:
    """Whether pressing the button did something, or told something of the object."""
    data = {"action": button, "_selected_action": [obj.pk]}
    client.cookies.pop("messages", None)
    with undone():
        before = AuditEntry.objects.count()
        response = client.post(address(model, "changelist"), data)
        assert response.status_code in (200, 302, 403)  # 200: a list without any button
        told = [str(message) for message in get_messages(response.wsgi_request)]
        return AuditEntry.objects.count() > before or bool(set(told) - REFUSED)
