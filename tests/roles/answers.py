"""What a role is to get of an address, and what it got."""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse

from referee.models import Call, Device, LoggedEvent, Pairing, SetAside, TableCode
from tests.responses import ClientResponse
from tests.roles.matrix import DEVICE, EVERYBODY, LOGIN, MATRIX, NOBODY, SIGNED_IN, TABLE, Row
from tests.roles.people import NO_STAFF, RIGHTS, actions_of
from tests.roles.world import MEMBERS, OUTSIDER, World
from tournament.access import Action
from tournament.console.post_only import HOME
from tournament.models import AuditEntry, Membership

NO_TOKEN = dict.fromkeys([*NO_STAFF, *RIGHTS, *MEMBERS, OUTSIDER], 401)
REFUSED: dict[int, dict[str, Any]] = {
    EVERYBODY: {},
    TABLE: {**NO_TOKEN, "other": 404, "revoked": 403},
    DEVICE: {**NO_TOKEN, "revoked": 403},
}
THROUGH = (200, 302)
SIGN_IN = f"{HOME}sign-in/"
ONLY_PUBLISHED = (
    "event",
    "version",
    "player",
    "player_code",
    "registration",
    "round",
    "finished",
    "ledger",
    "moment",
    "season",
    "season_role",
    "career",
    "draw",
)
WITH_WASM = ("tablet:shell", "tablet:worker", "tablet:setup")
IN_FRAMES = "tournament:embed"
SECRET_ADDRESSES = {
    "tournament:me",
    "tournament:my-calendar",
    "tournament:registration",
    "tournament:unsubscribe",
}
UNSAFE = ("'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "http:", "https:")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def check(client: Client, role: str, name: str, verb: str, found: World, *, public: bool) -> None:
    """One request gets what its row says, and leaves nothing."""
    row = MATRIX[name]
    wanted = expected(row, role, verb, public=public)
    address = reverse(name, kwargs=found.objects[row.on])
    if wanted == 405 and verb == "get" and address.startswith(HOME):
        # On to the page above it, which asks for itself who may see it.
        wanted = LOGIN if address.startswith(SIGN_IN) else "through"
    cookies = copy(client.cookies)  # to be signed in after the request to sign out, too
    with transaction.atomic():
        response = ask(client, name, verb, address)
        transaction.set_rollback(wanted == "through")
    client.cookies = cookies
    assert got(response) == wanted, (role, verb, name)
    if not response.wsgi_request.path.startswith("/admin/"):  # its policy: tests/config
        check_headers(name, response)


def expected(row: Row, role: str, verb: str, *, public: bool) -> Any:
    """What the role gets: "login", "through", or a status."""
    if row.who == NOBODY:
        return 404
    if isinstance(row.who, Action):
        hidden = bool(row.on) and not public
        told = _of_staff(row, role, hidden=hidden) if verb in row.verbs.split() else 405
        told = 401 if told == LOGIN and row is MATRIX["tablet_api:console-players"] else told
        return row.status or told if told == "through" else told
    if row.who == SIGNED_IN and verb in row.verbs.split():
        inside = role in (*RIGHTS, *MEMBERS, OUTSIDER, "player")
        return row.status or "through" if inside else LOGIN
    refused = None if role == row.also else REFUSED.get(row.who, {}).get(role)
    if verb not in row.verbs.split():
        # The interface asks who it is before it asks what for.
        return refused if refused and row.who in (TABLE, DEVICE) else 405
    if refused:
        return refused
    if not public and row.who == EVERYBODY and row.on in ONLY_PUBLISHED:
        return 404
    return row.status or "through"


def _of_staff(row: Row, role: str, *, hidden: bool) -> Any:
    """An event that one may not see is as unknown as none."""
    if role not in (*RIGHTS, *MEMBERS, OUTSIDER, "player"):
        return LOGIN
    actions = actions_of(role, own=not row.on)
    if hidden and Action.SEE_EVENT not in actions:
        return 404
    return "through" if row.who in actions else 403


def ask(client: Client, name: str, verb: str, address: str) -> ClientResponse:
    """One request with nothing in it, but for the JSON that the interface wants."""
    send: Callable[..., ClientResponse] = getattr(client, verb)
    if verb != "get" and name.startswith(("tablet_api:", "tablet:judge")):
        return send(address, {}, content_type="application/json")
    return send(address)


def got(response: ClientResponse) -> Any:
    """The same of a response."""
    sign_in = (reverse("tournament:sign-in"), reverse("admin:login"))
    if response.status_code == 302 and response["Location"].startswith(sign_in):
        return LOGIN
    return "through" if response.status_code in THROUGH else response.status_code


def traces() -> tuple[int, ...]:
    """What a request could have left."""
    models = (AuditEntry, LoggedEvent, SetAside, Call, Pairing, Device, TableCode, Membership)
    return tuple(model.objects.count() for model in models)


def check_headers(name: str, response: ClientResponse) -> None:
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
    framed = name == IN_FRAMES and response.status_code == 200
    assert policy.pop("frame-ancestors") == (["*"] if framed else ["'none'"]), name
    assert policy["object-src"] == ["'none'"], name
    assert not [one for parts in policy.values() for one in parts if one in UNSAFE], name
    for header, value in HEADERS.items():
        wanted = None if framed and header == "X-Frame-Options" else value
        if header == "Referrer-Policy" and name in SECRET_ADDRESSES and response.status_code == 200:
            wanted = "no-referrer"
        assert response.get(header) == wanted, (name, header)
