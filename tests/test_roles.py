"""Nobody acts beyond their role: role x address x verb x object, for every address there is.

An address without a row in the table below fails the test. Staff is not tied to an event: whoever
signs in as staff organises all of them, acts as chief referee with that permission, and imports
players as a registrar who may add them.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission, User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from referee.devices.models import Device, Pairing
from referee.devices.services import revoke
from referee.log.calls import put_call
from referee.log.header import setup_of
from referee.log.models import Call, GameLog, LoggedEvent, SetAside
from referee.tablet import pack, python
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY, finish, make_event
from tournament import services
from tournament.models import AuditEntry, Round, Seal, Table
from tournament.services.drawing import draw_round

pytestmark = pytest.mark.django_db

LINES = golden("03")
ILLEGAL = {"type": "buy", "player": "p02"}
VERBS = ("get", "post", "put", "delete")

# Who gets through, and what the others are told.
EVERYBODY, STAFF, CHIEF, REGISTRAR, TABLE, DEVICE, NOBODY = range(7)
LOGIN = "login"
SIGNED_IN = ("player", "staff", "chief", "registrar")
TO_LOGIN = dict.fromkeys(["visitor", "player", "own", "other", "revoked"], LOGIN)
NO_TOKEN = dict.fromkeys(["visitor", *SIGNED_IN], 401)
REFUSED: dict[int, dict[str, Any]] = {
    EVERYBODY: {},
    STAFF: TO_LOGIN,
    CHIEF: {**TO_LOGIN, "staff": 403, "registrar": 403},
    REGISTRAR: {**TO_LOGIN, "staff": 403, "chief": 403},
    TABLE: {**NO_TOKEN, "other": 404, "revoked": 403},
    DEVICE: {**NO_TOKEN, "revoked": 403},
}
PERMITTED = {"chief": ["act_as_chief"], "registrar": ["add_entry", "add_player"]}
ROLES = ("visitor", *SIGNED_IN, "own", "other", "revoked")
THROUGH = (200, 302)
ONLY_PUBLISHED = ("event", "player", "round", "finished", "draw")
# What the admin's library shows to whoever asks.
OPEN_IN_ADMIN = {"/admin/login/", "/admin/logout/"}
OF_ALL_STAFF = {
    "/admin/",
    "/admin/jsi18n/",
    "/admin/password_change/",
    "/admin/password_change/done/",
    "/admin/search/",
}
WITH_WASM = ("tablet:shell", "tablet:worker", "tablet:setup")
UNSAFE = ("'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "http:", "https:")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True)
class Row:
    """An address: who may use it with which verbs, on which object, what they get (0: a page),
    and who else may."""

    who: int
    verbs: str
    on: str = ""
    status: int = 0
    also: str = ""


MATRIX = {
    "set_language": Row(EVERYBODY, "get post put delete"),  # Django: back where one was
    "tournament:events": Row(EVERYBODY, "get"),
    "tournament:language": Row(EVERYBODY, "post"),
    "tournament:event": Row(EVERYBODY, "get", "event"),
    "tournament:rules": Row(EVERYBODY, "get", "event"),
    "tournament:player": Row(EVERYBODY, "get", "player"),
    "tournament:round": Row(EVERYBODY, "get", "round"),
    "tournament:draw": Row(EVERYBODY, "get", "round"),
    "tournament:draw-problem": Row(EVERYBODY, "get", "round"),
    "tournament:draw-draw": Row(EVERYBODY, "get", "round"),
    "tournament:draw-opening": Row(EVERYBODY, "get", "draw"),
    "referee:table": Row(EVERYBODY, "get", "finished"),
    "referee:record": Row(EVERYBODY, "get", "finished"),
    "tournament:import-players": Row(REGISTRAR, "get post", "event"),
    "tournament:organise-draw": Row(STAFF, "get", "round"),
    "tournament:swap": Row(STAFF, "post", "round"),
    "tournament:keep-seats": Row(STAFF, "post", "round"),
    "tournament:start-draw": Row(STAFF, "post", "round"),
    "tournament:stop-draw": Row(STAFF, "post", "round"),
    "tournament:draw-state": Row(STAFF, "get", "round"),
    "tournament:publish": Row(STAFF, "post", "round"),
    "tournament:clock": Row(STAFF, "get", "round"),
    "tournament:clock-step": Row(STAFF, "post", "round"),
    "tournament:clock-extra": Row(STAFF, "post", "round"),
    "chief:event": Row(CHIEF, "get", "event"),
    "chief:pair": Row(CHIEF, "post", "table"),
    "chief:results": Row(CHIEF, "get post", "conflict"),
    "chief:game": Row(CHIEF, "get", "game"),
    "chief:pairing": Row(CHIEF, "get", "game"),
    "chief:rule": Row(CHIEF, "post", "game"),
    "chief:answer": Row(CHIEF, "post", "game"),
    "chief:revise": Row(CHIEF, "get post", "logged"),
    "chief:revoke": Row(CHIEF, "post", "device"),
    "chief:call": Row(CHIEF, "post", "call"),
    "chief:aside": Row(CHIEF, "get post", "aside"),
    "tablet:shell": Row(EVERYBODY, "get"),
    "tablet:worker": Row(EVERYBODY, "get"),
    "tablet:service-worker": Row(EVERYBODY, "get"),
    "tablet:release": Row(EVERYBODY, "get"),
    "tablet:manifest": Row(EVERYBODY, "get"),
    "tablet:judge": Row(DEVICE, "post", status=400),
    "tablet:setup": Row(EVERYBODY, "get"),
    "tablet:authority": Row(EVERYBODY, "get", status=404),
    "tablet:engine": Row(EVERYBODY, "get", "engine"),
    "tablet:snapshot": Row(EVERYBODY, "get", "snapshot", 404),
    "tablet:python": Row(EVERYBODY, "get", "python"),
    "tablet_api:pair": Row(EVERYBODY, "post", status=400),
    "tablet_api:game": Row(TABLE, "get", "game"),
    "tablet_api:log": Row(TABLE, "get", "game"),
    "tablet_api:events": Row(TABLE, "post", "game", 400),
    "tablet_api:set-aside": Row(TABLE, "post", "game", 400, "revoked"),
    "tablet_api:heartbeat": Row(TABLE, "post", "game", 400),
    "tablet_api:lease": Row(TABLE, "post", "game", 400),
    "tablet_api:call": Row(TABLE, "put", "api_call", 400),
    "tablet_api:schema": Row(EVERYBODY, "get"),
    "tablet_api:docs": Row(EVERYBODY, "get"),
    "tablet_api:nowhere": Row(NOBODY, "", "nowhere"),
}


def addresses(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[str]:
    """The name of every address; those of the admin's library are its own."""
    for item in resolver.url_patterns:
        if isinstance(item, URLPattern):
            yield ":".join((*spaces, item.name or f"without a name: {item.pattern}"))
        elif item.namespace != "admin":
            inner = (*spaces, item.namespace) if item.namespace else spaces
            yield from addresses(item, inner)


def test_every_address_has_a_row() -> None:
    assert sorted(addresses(get_resolver())) == sorted(MATRIX)


@dataclass(frozen=True)
class World:
    """An event with a drawn round, tablets at two tables, and everything else there is to ask
    for, by the names of the matrix; `headers` are the tablets' tokens by role."""

    objects: dict[str, dict[str, Any]]
    headers: dict[str, dict[str, str]]


def finished_table(slug: str) -> Table:
    """A table of another event whose game was logged and confirmed."""
    table = make_table(LINES[0], slug=slug)
    tablet = paired(table)
    play(tablet, log_events(LINES))
    confirm(tablet, *(player["id"] for player in LINES[0]["players"]))
    return table


def world(slug: str, *, public: bool) -> World:
    """Everything there is to ask for, of an event that is published or not."""
    event = make_event(slug, players=8)
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    services.publish_round(round=Round.objects.get(pk=round_.pk), by=BY)
    table, second = Table.objects.filter(round=round_).order_by("number")
    own, other = paired(table), paired(second)
    away = paired(table)
    revoke(device_id=away.device.pk, by=BY)
    header = setup_of(GameLog.objects.get(pk=own.game)).header
    send(own, *own.made_of({"type": "start", "header": header}, ILLEGAL))
    call = put_call(device=own.device, call_id=uuid4(), topic="rules", note="")
    played = finished_table(f"{slug}-played")
    finish(played, *range(played.seats.count(), 0, -1))  # by hand, and other than logged
    for one in (event, played.round.event):
        services.update_event(event=one, published=public, by=BY)
    here = {"slug": slug, "number": 1}
    game = {"game": own.game}
    objects = {
        "": {},
        "event": {"slug": slug},
        "player": {"slug": slug, "seed": 1},
        "round": here,
        "table": {"table": table.pk},
        "conflict": {"table": played.pk},
        "finished": {"slug": f"{slug}-played", "number": 1, "table_number": 1},
        "draw": {"slug": slug, "commitment": Seal.objects.get(event=event).commitment},
        "game": game,
        "logged": {**game, "seq": 1},
        "device": {"device": own.device.pk},
        "call": {"call": call.pk},
        "api_call": {**game, "call": call.pk},
        "aside": {"entry": SetAside.objects.get(game=own.game).pk},
        "engine": {"digest": pack.current().digest},
        "snapshot": {"digest": pack.current().digest, "sha256": "0" * 64},
        "python": {"version": python.version(), "name": "pyodide.mjs"},
        "nowhere": {"rest": "games/x/log"},
    }
    tablets = {"own": own, "other": other, "revoked": away}
    tokens = {role: {"Authorization": f"Bearer {one.token}"} for role, one in tablets.items()}
    return World(objects, tokens)


def client_of(role: str, world: World) -> Client:
    """A client that is signed in, or sends a token, as its role does."""
    client = Client(headers=world.headers.get(role, {}))
    if role in SIGNED_IN:
        user = User.objects.create_user(role, is_staff=role != "player")
        permitted = Permission.objects.filter(codename__in=PERMITTED.get(role, []))
        user.user_permissions.set(permitted)
        client.force_login(user)
    return client


def expected(row: Row, role: str, verb: str, *, public: bool) -> Any:
    """What the role gets: "login", "through", or a status."""
    if row.who == NOBODY:
        return 404
    refused = None if role == row.also else REFUSED[row.who].get(role)
    if verb not in row.verbs.split():
        # The interface asks who it is before it asks what for.
        return refused if refused and row.who in (TABLE, DEVICE) else 405
    if refused:
        return refused
    if not public and row.who == EVERYBODY and row.on in ONLY_PUBLISHED:
        return 404
    return row.status or "through"


def ask(client: Client, name: str, verb: str, address: str) -> HttpResponse:
    """One request with nothing in it, but for the JSON that the interface wants."""
    if verb != "get" and name.startswith(("tablet_api:", "tablet:judge")):
        return getattr(client, verb)(address, {}, content_type="application/json")
    return getattr(client, verb)(address)


def got(response: HttpResponse) -> Any:
    """The same of a response."""
    if response.status_code == 302 and response.url.startswith(reverse("admin:login")):
        return LOGIN
    return "through" if response.status_code in THROUGH else response.status_code


def traces() -> tuple[int, ...]:
    """What a request could have left."""
    models = (AuditEntry, LoggedEvent, SetAside, Call, Pairing, Device)
    return tuple(model.objects.count() for model in models)


def check_headers(name: str, response: HttpResponse) -> None:
    """What every answer says to the browser; WebAssembly runs on the tablet's pages only."""
    policy = {
        directive: sources.split()
        for directive, _space, sources in (
            part.strip().partition(" ") for part in response["Content-Security-Policy"].split(";")
        )
    }
    wasm = ["'wasm-unsafe-eval'"] if name in WITH_WASM and response.status_code == 200 else []
    assert policy["script-src"] == ["'self'", *wasm], name
    assert policy["style-src"] == policy["default-src"] == ["'self'"], name
    assert policy["object-src"] == policy["frame-ancestors"] == ["'none'"], name
    assert not [one for parts in policy.values() for one in parts if one in UNSAFE], name
    for header, value in HEADERS.items():
        assert response[header] == value, (name, header)


@pytest.mark.parametrize(
    ("public", "roles"),
    [(True, ROLES), (False, ("visitor", "chief", "registrar"))],
    ids=["published", "hidden"],
)
def test_each_role_gets_what_its_row_says(
    public: bool, roles: tuple[str, ...], settings: Any, tmp_path: Any
) -> None:
    settings.DATA_DIR = tmp_path
    found = world("open", public=public)
    for role in roles:
        client = client_of(role, found)
        before = traces()
        for name, row in MATRIX.items():
            address = reverse(name, kwargs=found.objects[row.on])
            for verb in VERBS:
                wanted = expected(row, role, verb, public=public)
                with transaction.atomic():
                    response = ask(client, name, verb, address)
                    transaction.set_rollback(wanted == "through")
                assert got(response) == wanted, (role, verb, name)
                check_headers(name, response)
        assert traces() == before, role


def admin_addresses() -> Iterator[str]:
    """The admin's addresses that name no object."""
    for pattern in get_resolver().url_patterns:
        if getattr(pattern, "namespace", None) == "admin":
            for name in addresses(pattern, ("admin",)):
                with suppress(NoReverseMatch):
                    yield reverse(name)


def test_the_admin_lets_in_staff_only_and_shows_what_is_permitted() -> None:
    nobodys = World({}, {})
    found = sorted(set(admin_addresses()) - OPEN_IN_ADMIN)
    assert {"/admin/", "/admin/tournament/event/", "/admin/auth/user/add/"} <= set(found)
    for role in ("visitor", "player"):
        client = client_of(role, nobodys)
        assert [address for address in found if got(client.get(address)) != LOGIN] == []
    staff = client_of("staff", nobodys)
    assert {address for address in found if got(staff.get(address)) != 403} == OF_ALL_STAFF
