"""Nobody acts beyond their role: role x address x verb x object, for every address there is.

An address without a row in the tables below fails the test. Being of the platform's staff alone
opens nothing but one's own password; each right opens its own actions, in published events, and in
hidden ones together with the right to see them. A member's role opens its own actions in the
member's own event, published or hidden, and nothing in others.
"""

import datetime as dt
from collections.abc import Collection, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from referee.devices.codes import make_sheet
from referee.devices.services import revoke
from referee.log.calls import open_call
from referee.log.table_setup import setup_of
from referee.models import Call, Device, GameLog, LoggedEvent, Pairing, SetAside, TableCode
from referee.streams.staff import admitted
from referee.streams.tablets import tablet_states
from referee.tablet import pack, python
from tests.accounts import signed_in, staff
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY, entry, finish, make_event
from tests.tournament.registering import registered
from tournament import services
from tournament.access import PERMISSIONS, ROLE_ACTIONS, Action, may
from tournament.models import (
    AuditEntry,
    Event,
    EventRole,
    Membership,
    Round,
    Seal,
    Table,
)
from tournament.secret_tokens import hashed, token_of
from tournament.services.announcements import write_announcement
from tournament.services.drawing import draw_round
from tournament.services.members import invite
from tournament.services.penalties import PenaltyGiven, give_penalty
from tournament.services.personal_links import renew_link

pytestmark = pytest.mark.django_db

LINES = golden("03")
ILLEGAL = {"type": "buy", "player": "p02"}
VERBS = ("get", "post", "put", "delete")

# Who gets through, beside those who may do an action: and what the others are told.
EVERYBODY, TABLE, DEVICE, NOBODY, SIGNED_IN = range(5)
LOGIN = "login"
GROUPS = {
    "Organiser": set(PERMISSIONS) - {Action.ACT_AS_CHIEF, Action.PAIR_TABLETS},
    "Chief referee": {
        Action.SEE_EVENT,
        Action.SEE_PLAYERS,
        Action.SEE_DRAW,
        Action.MOVE_CLOCK,
        Action.ANNOUNCE,
        Action.SEE_RESULTS,
        Action.ENTER_RESULTS,
        Action.SEE_RECORDS,
        Action.ACT_AS_CHIEF,
        Action.PAIR_TABLETS,
    },
    "Registrar": {
        Action.SEE_EVENT,
        Action.SEE_PLAYERS,
        Action.EDIT_PLAYERS,
        Action.IMPORT_PLAYERS,
    },
    "Helper (reads only)": {Action.SEE_EVENT, Action.SEE_PLAYERS, Action.SEE_RESULTS},
}
# Staff without any right, and with one each, in no group.
RIGHTS: dict[str, set[Action]] = {"staff": set(), **GROUPS} | {
    permission: {action for action in PERMISSIONS if PERMISSIONS[action] == permission}
    for permission in PERMISSIONS.values()
}
GROUPED = ("staff", *GROUPS)
SINGLE = tuple(sorted(set(PERMISSIONS.values())))
MEMBERS = {f"member: {role}": ROLE_ACTIONS[role] for role in EventRole.values}
OUTSIDER = "organiser of another event"
NO_STAFF = ("visitor", "player")
TABLETS = ("own", "other", "revoked")
NO_TOKEN = dict.fromkeys([*NO_STAFF, *RIGHTS, *MEMBERS, OUTSIDER], 401)
REFUSED: dict[int, dict[str, Any]] = {
    EVERYBODY: {},
    TABLE: {**NO_TOKEN, "other": 404, "revoked": 403},
    DEVICE: {**NO_TOKEN, "revoked": 403},
}
ROLES = (*NO_STAFF, *GROUPED, *MEMBERS, OUTSIDER, *TABLETS)
THROUGH = (200, 302)
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
    "draw",
)
# What the admin's library shows to whoever asks.
OPEN_IN_ADMIN = {"/admin/login/", "/admin/logout/", "/admin/password_change/"}
OF_ALL_STAFF = {
    "/admin/",
    "/admin/jsi18n/",
    "/admin/password_change/done/",
    "/admin/search/",
}
WITH_WASM = ("tablet:shell", "tablet:worker", "tablet:setup")
IN_FRAMES = "tournament:embed"
SECRET_ADDRESSES = {"tournament:me", "tournament:registration"}
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

    who: int | Action
    verbs: str
    on: str = ""
    status: int | str = 0
    also: str = ""


MATRIX = {
    "admin-sign-in": Row(EVERYBODY, "get post put delete", status=LOGIN),  # Django: on to the page
    "admin-password": Row(EVERYBODY, "get post put delete"),
    "tournament:sign-in": Row(EVERYBODY, "get post"),
    "tournament:sign-out": Row(EVERYBODY, "post"),
    "tournament:password": Row(SIGNED_IN, "get post"),
    "tournament:second-step": Row(EVERYBODY, "get post", status=LOGIN),  # after a password only
    "tournament:forgotten": Row(EVERYBODY, "get"),
    "tournament:new-password-here": Row(EVERYBODY, "get post"),  # elsewhere: tests/security
    "tournament:passkey-sign-in": Row(EVERYBODY, "post", status=LOGIN),
    "tournament:passkey-ask": Row(EVERYBODY, "post", status=404),  # not without HTTPS
    "tournament:account": Row(SIGNED_IN, "get"),
    "tournament:confirm-password": Row(SIGNED_IN, "get post"),
    "tournament:second-factor-later": Row(SIGNED_IN, "post"),
    "tournament:set-up-app": Row(SIGNED_IN, "get post"),
    "tournament:remove-app": Row(SIGNED_IN, "post"),
    "tournament:new-recovery-codes": Row(SIGNED_IN, "post"),
    "tournament:make-passkey": Row(SIGNED_IN, "post"),
    "tournament:ask-to-make-passkey": Row(SIGNED_IN, "post", status=404),  # not without HTTPS
    "tournament:remove-passkey": Row(SIGNED_IN, "post", "nothing", 404),
    "tournament:end-session": Row(SIGNED_IN, "post", "nothing", 404),
    "tournament:end-other-sessions": Row(SIGNED_IN, "post"),
    "tournament:join": Row(EVERYBODY, "get post", "invitation_link"),
    "tournament:members": Row(Action.MANAGE_STAFF, "get post", "event"),
    "tournament:change-role": Row(Action.MANAGE_STAFF, "post", "member"),
    "tournament:remove-member": Row(Action.MANAGE_STAFF, "post", "member"),
    "tournament:withdraw-invitation": Row(Action.MANAGE_STAFF, "post", "invitation"),
    "set_language": Row(EVERYBODY, "get post put delete"),  # Django: back where one was
    "tournament:events": Row(EVERYBODY, "get"),
    "tournament:language": Row(EVERYBODY, "post"),
    "tournament:event": Row(EVERYBODY, "get", "event"),
    "tournament:rules": Row(EVERYBODY, "get", "event"),
    "tournament:seats": Row(EVERYBODY, "get", "event"),
    "tournament:embed": Row(EVERYBODY, "get", "event"),
    "tournament:screen": Row(EVERYBODY, "get", "event"),
    "tournament:hall": Row(EVERYBODY, "get", "event"),
    "tournament:feed": Row(EVERYBODY, "get", "event"),
    "tournament:preview": Row(EVERYBODY, "get", "event"),
    "tournament:oembed": Row(EVERYBODY, "get", status=400),  # of no page: tests/tournament/views
    "referee:player": Row(EVERYBODY, "get", "player"),
    "tournament:roles": Row(EVERYBODY, "get", "event"),
    "tournament:roles-page": Row(EVERYBODY, "get", "round"),
    "tournament:players": Row(EVERYBODY, "get", "event"),
    "tournament:round": Row(EVERYBODY, "get", "round"),
    "tournament:draw": Row(EVERYBODY, "get", "round"),
    "tournament:draw-problem": Row(EVERYBODY, "get", "round"),
    "tournament:draw-draw": Row(EVERYBODY, "get", "round"),
    "tournament:draw-opening": Row(EVERYBODY, "get", "draw"),
    "referee:table": Row(EVERYBODY, "get", "finished"),
    "referee:live": Row(EVERYBODY, "get", "event", 503),
    "referee:verify": Row(EVERYBODY, "get", "event"),
    "referee:record": Row(EVERYBODY, "get", "finished"),
    "referee:ledger": Row(EVERYBODY, "get", "ledger"),
    "referee:guide": Row(EVERYBODY, "get", "edition"),
    "referee:drop": Row(EVERYBODY, "get post"),
    "referee:replay": Row(EVERYBODY, "get", "finished"),
    "referee:moment": Row(EVERYBODY, "get", "moment"),
    "referee:frames": Row(EVERYBODY, "get", "finished"),
    "tournament:organise": Row(Action.ORGANISE, "get"),
    "tournament:organise-event": Row(Action.ORGANISE, "get", "event"),
    "tournament:check-in": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:check-in-tap": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:check-in-absent": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:check-in-deadline": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:me": Row(EVERYBODY, "get post", "personal"),
    "tournament:my-data": Row(EVERYBODY, "get", "personal"),
    "tournament:register": Row(EVERYBODY, "get post", "event"),
    "tournament:registration-sent": Row(EVERYBODY, "get", "event"),
    "tournament:registration-stored": Row(EVERYBODY, "get", "event"),
    "tournament:registration": Row(EVERYBODY, "get post", "registration"),
    "tournament:registrations": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:registration-step": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:player-emails": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:email-again": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:round-start": Row(Action.MOVE_CLOCK, "post", "round"),
    "tournament:personal-links": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:player-reports": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:resolve-report": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:check-in-scan": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:late-arrivals": Row(Action.EDIT_PLAYERS, "get", "event"),
    "tournament:change-seat": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:organise-players": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:add-player": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:edit-player": Row(Action.EDIT_PLAYERS, "get post", "entry"),
    "tournament:player-step": Row(Action.EDIT_PLAYERS, "post", "entry"),
    "tournament:players-apart": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:players-together": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:new-event": Row(Action.ADD_EVENT, "get post"),
    "tournament:results": Row(Action.SEE_RESULTS, "get", "event"),
    "tournament:sheet": Row(Action.ENTER_RESULTS, "get post", "sheet"),
    "tournament:confirm-sheet": Row(Action.ENTER_RESULTS, "post", "sheet"),
    "tournament:reject-sheet": Row(Action.ENTER_RESULTS, "post", "sheet"),
    "tournament:penalties": Row(Action.SEE_RESULTS, "get", "event"),
    "tournament:give-penalty": Row(Action.ENTER_RESULTS, "get post", "event"),
    "tournament:penalty-step": Row(Action.ENTER_RESULTS, "post", "penalty"),
    "tournament:reveal": Row(Action.PUBLISH, "get", "event"),
    "tournament:freeze": Row(Action.PUBLISH, "post", "event"),
    "tournament:reveal-step": Row(Action.PUBLISH, "post", "event"),
    "tournament:show-results": Row(Action.PUBLISH, "post", "event"),
    "tournament:settings": Row(Action.EDIT_EVENT, "get", "event"),
    "tournament:settings-step": Row(Action.EDIT_EVENT, "get post", "step"),
    "tournament:export-players": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:merge-players": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:import-players": Row(Action.IMPORT_PLAYERS, "get post", "event"),
    "tournament:announcements": Row(Action.ANNOUNCE, "get post", "event"),
    "tournament:announcement": Row(Action.ANNOUNCE, "post", "announcement"),
    "tournament:publish-event": Row(Action.PUBLISH, "post", "event"),
    "tournament:organise-round": Row(Action.SEE_EVENT, "get", "round"),
    "tournament:round-publishing": Row(Action.PUBLISH, "post", "round"),
    "tournament:round-timing": Row(Action.MOVE_CLOCK, "post", "round"),
    "tournament:round-results": Row(Action.ENTER_RESULTS, "post", "round"),
    "tournament:round-clear": Row(Action.DRAW, "post", "round"),
    "tournament:organise-draw": Row(Action.SEE_DRAW, "get", "round"),
    "tournament:swap": Row(Action.DRAW, "post", "round"),
    "tournament:keep-seats": Row(Action.DRAW, "post", "round"),
    "tournament:start-draw": Row(Action.DRAW, "post", "round"),
    "tournament:stop-draw": Row(Action.DRAW, "post", "round"),
    "tournament:draw-state": Row(Action.SEE_DRAW, "get", "round"),
    "tournament:publish": Row(Action.PUBLISH, "post", "round"),
    "tournament:clock": Row(Action.SEE_EVENT, "get", "round"),
    "tournament:clock-step": Row(Action.MOVE_CLOCK, "post", "round"),
    "tournament:clock-extra": Row(Action.MOVE_CLOCK, "post", "round"),
    "chief:event": Row(Action.ACT_AS_CHIEF, "get", "event"),
    "chief:control": Row(Action.ACT_AS_CHIEF, "get", "event"),
    "chief:live": Row(Action.ACT_AS_CHIEF, "get", "event", 503),
    "chief:badges": Row(Action.SEE_PLAYERS, "get", "event"),
    "chief:codes": Row(Action.PAIR_TABLETS, "get", "event"),
    "chief:sheet": Row(Action.PAIR_TABLETS, "post", "event"),
    "chief:revoke_codes": Row(Action.PAIR_TABLETS, "post", "event"),
    "chief:revoke_code": Row(Action.PAIR_TABLETS, "post", "code"),
    "chief:pair": Row(Action.PAIR_TABLETS, "post", "table"),
    "chief:results": Row(Action.ACT_AS_CHIEF, "get post", "conflict"),
    "chief:game": Row(Action.ACT_AS_CHIEF, "get", "game"),
    "chief:pairing": Row(Action.PAIR_TABLETS, "get", "game"),
    "chief:rule": Row(Action.ACT_AS_CHIEF, "post", "game"),
    "chief:discard": Row(Action.ACT_AS_CHIEF, "post", "game"),
    "chief:answer": Row(Action.ACT_AS_CHIEF, "post", "game"),
    "chief:revise": Row(Action.ACT_AS_CHIEF, "get post", "logged"),
    "chief:correct": Row(Action.ACT_AS_CHIEF, "get", "logged"),
    "chief:ask": Row(Action.ACT_AS_CHIEF, "post", "game", status=400),
    "chief:revoke": Row(Action.PAIR_TABLETS, "post", "device"),
    "chief:call": Row(Action.ACT_AS_CHIEF, "post", "call"),
    "chief:set_aside": Row(Action.ACT_AS_CHIEF, "get post", "set_aside"),
    "tablet:shell": Row(EVERYBODY, "get"),
    "tablet:worker": Row(EVERYBODY, "get"),
    "tablet:service-worker": Row(EVERYBODY, "get"),
    "tablet:release": Row(EVERYBODY, "get"),
    "tablet:manifest": Row(EVERYBODY, "get"),
    "tablet:judge": Row(DEVICE, "post", status=400),
    "tablet:setup": Row(EVERYBODY, "get"),
    "tablet:authority": Row(EVERYBODY, "get", status=404),
    "tablet:app": Row(EVERYBODY, "get", "app", 404),
    "tablet:engine": Row(EVERYBODY, "get", "engine"),
    "tablet:snapshot": Row(EVERYBODY, "get", "snapshot", 404),
    "tablet:python": Row(EVERYBODY, "get", "python"),
    "tablet_api:pair": Row(EVERYBODY, "post", status=400),
    "tablet_api:game": Row(TABLE, "get", "game"),
    "tablet_api:log": Row(TABLE, "get", "game"),
    "tablet_api:events": Row(TABLE, "post", "game", 400),
    "tablet_api:set-aside": Row(TABLE, "post", "game", 400, "revoked"),
    "tablet_api:heartbeat": Row(TABLE, "post", "game", 400),
    "tablet_api:live": Row(TABLE, "get", "game", 503),
    "tablet_api:next": Row(TABLE, "post", "game", 404),
    "tablet_api:lease": Row(TABLE, "post", "game", 400),
    "tablet_api:call": Row(TABLE, "put", "api_call", 400),
    "tablet_api:public-snapshot": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-version": Row(EVERYBODY, "get", "version"),
    "tablet_api:public-events": Row(EVERYBODY, "get"),
    "tablet_api:public-event": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-rules": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-rounds": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-tables": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-results": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-record": Row(EVERYBODY, "get", "finished"),
    "tablet_api:public-records": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-standings": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-players": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-player": Row(EVERYBODY, "get", "player_code"),
    "tablet_api:public-clock": Row(EVERYBODY, "get", "event"),
    "tablet_api:schema": Row(EVERYBODY, "get"),
    "tablet_api:docs": Row(EVERYBODY, "get"),
    "tablet_api:unknown": Row(NOBODY, "", "unknown"),
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


def make_members(event: Event, played: Event) -> dict[str, dict[str, Any]]:
    """Members of both events, of each role, an organiser of a third one, and an invitation."""
    for name, role in zip(MEMBERS, EventRole.values, strict=True):
        person = User.objects.create_user(name)
        for one in (event, played):
            Membership.objects.create(event=one, person=person, role=role)
    outsider = User.objects.create_user(OUTSIDER)
    Membership.objects.create(
        event=make_event("elsewhere", published=False), person=outsider, role=EventRole.ORGANISER
    )
    spare = User.objects.create_user("spare organiser")
    member = Membership.objects.create(event=event, person=spare, role=EventRole.ORGANISER)
    invitation, token = invite(event=event, role=EventRole.READER, by=BY)
    return {
        "member": {"slug": event.slug, "key": member.pk},
        "invitation": {"slug": event.slug, "key": invitation.pk},
        "invitation_link": {"token": token},
    }


def world(slug: str, *, public: bool) -> World:
    """Everything there is to ask for, of an event that is published or not."""
    today = dt.datetime.now(dt.UTC).date()
    event = make_event(slug, players=8, starts_on=today, registration="open")
    ada = registered(event, "Ada Lovelace")
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    services.publish_round(round=Round.objects.get(pk=round_.pk), by=BY)
    table, second = Table.objects.filter(round=round_).order_by("number")
    own, other = paired(table), paired(second)
    away = paired(table)
    revoke(device_id=away.device.pk, by=BY)
    header = setup_of(GameLog.objects.get(pk=own.game)).header
    send(own, *own.made_of({"type": "start", "header": header}, ILLEGAL))
    call = open_call(device=own.device, call_id=uuid4(), topic="rules", note="")
    played = finished_table(f"{slug}-played")
    finish(played, *range(played.seats.count(), 0, -1))  # by hand, and other than logged
    members = make_members(event, played.round.event)
    for one in (event, played.round.event):
        services.update_event(event=one, published=public, by=BY)
    here = {"slug": slug, "number": 1}
    game = {"game": own.game}
    objects = {
        "": {},
        "event": {"slug": slug},
        "personal": {"token": renew_link(entry=entry(event, 1), by=BY)},
        "registration": {"slug": slug, "token": token_of(ada.nonce)},
        "entry": {"slug": slug, "key": entry(event, 1).pk},
        "player": {"slug": slug, "seed": 1},
        "player_code": {"slug": slug, "player": "p01"},
        "version": {"slug": slug, "version": 1},
        "step": {"slug": slug, "code": "place"},
        "sheet": {"slug": slug, "number": 1, "table": 1},
        **members,
        "round": here,
        "announcement": {
            "slug": slug,
            "key": write_announcement(event=event, text="Lunch at noon", by=BY).pk,
        },
        "penalty": {
            "slug": slug,
            "key": give_penalty(
                entry=entry(event, 1), given=PenaltyGiven("caution", "Loud"), by=BY
            ).pk,
        },
        "table": {"table": table.pk},
        "conflict": {"table": played.pk},
        "finished": {"slug": f"{slug}-played", "number": 1, "table_number": 1},
        "ledger": {"slug": f"{slug}-played", "number": 1, "table_number": 1, "page": 1},
        "moment": {"slug": f"{slug}-played", "number": 1, "table_number": 1, "at": 0},
        "draw": {"slug": slug, "commitment": Seal.objects.get(event=event).commitment},
        "game": game,
        "logged": {**game, "seq": 1},
        "device": {"device": own.device.pk},
        "code": {"code": make_sheet(event=event, tables=1, by=BY)[0].code.pk},
        "call": {"call": call.pk},
        "api_call": {**game, "call": call.pk},
        "set_aside": {"entry": SetAside.objects.get(game=own.game).pk},
        "engine": {"digest": pack.current().digest},
        "app": {"version": "0" * 16},
        "snapshot": {"digest": pack.current().digest, "sha256": "0" * 64},
        "python": {"version": python.version(), "name": "pyodide.mjs"},
        "edition": {"code": "eu-fr"},
        "unknown": {"rest": "games/x/log"},
        "nothing": {"key": 0},
    }
    tablets = {"own": own, "other": other, "revoked": away}
    tokens = {role: {"Authorization": f"Bearer {one.token}"} for role, one in tablets.items()}
    return World(objects, tokens)


def client_of(role: str, world: World) -> Client:
    """A client that is signed in, or sends a token, as its role does; limits on the rate of
    requests begin anew with it."""
    cache.clear()
    if role in GROUPS:
        user = staff(role)
        user.groups.add(Group.objects.get(name=role))
        return signed_in(user)
    if role in RIGHTS:
        return signed_in(staff(role, *RIGHTS[role]))
    if role in MEMBERS or role == OUTSIDER:
        return signed_in(User.objects.get(username=role))
    if role == "player":
        return signed_in(User.objects.create_user(role))
    return Client(headers=world.headers.get(role, {}))


def expected(row: Row, role: str, verb: str, *, public: bool) -> Any:
    """What the role gets: "login", "through", or a status."""
    if row.who == NOBODY:
        return 404
    if isinstance(row.who, Action):
        hidden = bool(row.on) and not public
        told = _of_staff(row, role, hidden=hidden) if verb in row.verbs.split() else 405
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


def actions_of(role: str, *, own: bool) -> Collection[Action]:
    """What somebody who is signed in may do in the event, or where none is named."""
    if role in RIGHTS:
        return {Action.ORGANISE, Action.ENTER_ADMIN, *RIGHTS[role]}
    if role == OUTSIDER:
        return ROLE_ACTIONS[EventRole.ORGANISER] if own else ()
    return MEMBERS.get(role, ())


def ask(client: Client, name: str, verb: str, address: str) -> HttpResponse:
    """One request with nothing in it, but for the JSON that the interface wants."""
    if verb != "get" and name.startswith(("tablet_api:", "tablet:judge")):
        return getattr(client, verb)(address, {}, content_type="application/json")
    return getattr(client, verb)(address)


def got(response: HttpResponse) -> Any:
    """The same of a response."""
    sign_in = (reverse("tournament:sign-in"), reverse("admin:login"))
    if response.status_code == 302 and response.url.startswith(sign_in):
        return LOGIN
    return "through" if response.status_code in THROUGH else response.status_code


def traces() -> tuple[int, ...]:
    """What a request could have left."""
    models = (AuditEntry, LoggedEvent, SetAside, Call, Pairing, Device, TableCode, Membership)
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
    framed = name == IN_FRAMES and response.status_code == 200
    assert policy.pop("frame-ancestors") == (["*"] if framed else ["'none'"]), name
    assert policy["object-src"] == ["'none'"], name
    assert not [one for parts in policy.values() for one in parts if one in UNSAFE], name
    for header, value in HEADERS.items():
        wanted = None if framed and header == "X-Frame-Options" else value
        if header == "Referrer-Policy" and name in SECRET_ADDRESSES and response.status_code == 200:
            wanted = "no-referrer"
        assert response.get(header) == wanted, (name, header)


@pytest.mark.parametrize(
    ("public", "roles"),
    [
        pytest.param(True, ROLES, id="published", marks=pytest.mark.any_database),
        # Who may what is the same on any database; that each address works there is asked once.
        pytest.param(True, ("Organiser", "own"), id="services", marks=pytest.mark.services),
        pytest.param(False, (*NO_STAFF, *GROUPED), id="hidden", marks=pytest.mark.any_database),
    ],
)
def test_each_role_gets_what_its_row_says(
    public: bool, roles: tuple[str, ...], settings: Any, tmp_path: Any
) -> None:
    settings.DATA_DIR = tmp_path
    found = world("open", public=public)
    for number, role in enumerate(roles):
        client = client_of(role, found)
        before = traces()
        for name, row in MATRIX.items():
            for verb in verbs_of(row, number):
                check(client, role, name, verb, found, public=public)
        assert traces() == before, role


def verbs_of(row: Row, number: int) -> list[str]:
    """What a role, by its number, asks of an address: each verb that it has; of those that it has
    not, and refuses to everybody, every other role asks one half and the rest the other."""
    known = row.verbs.split()
    return [verb for place, verb in enumerate(VERBS) if verb in known or (place + number) % 2 == 0]


@pytest.mark.any_database
@pytest.mark.parametrize("public", [True, False], ids=["published", "hidden"])
def test_each_right_opens_its_own_actions_and_no_others(public: bool) -> None:
    found = world("open", public=public)
    for role in SINGLE:
        client = client_of(role, found)
        for name, row in MATRIX.items():
            if isinstance(row.who, Action):
                for verb in row.verbs.split():
                    check(client, role, name, verb, found, public=public)


def check(client: Client, role: str, name: str, verb: str, found: World, *, public: bool) -> None:
    """One request gets what its row says, and leaves nothing."""
    row = MATRIX[name]
    wanted = expected(row, role, verb, public=public)
    cookies = copy(client.cookies)  # to be signed in after the request to sign out, too
    with transaction.atomic():
        response = ask(client, name, verb, reverse(name, kwargs=found.objects[row.on]))
        transaction.set_rollback(wanted == "through")
    client.cookies = cookies
    assert got(response) == wanted, (role, verb, name)
    if not response.wsgi_request.path.startswith("/admin/"):  # its policy: tests/config
        check_headers(name, response)


NO_PERSON = {LOGIN: 401}


@pytest.mark.parametrize("public", [True, False], ids=["published", "hidden"])
def test_the_streams_ask_for_the_same_rights_as_their_addresses(public: bool) -> None:
    found = world("open", public=public)
    event = Event.objects.get(slug="open")
    for role in (*ROLES, *SINGLE):
        client = client_of(role, found)
        wanted = expected(MATRIX["chief:live"], role, "get", public=public)
        if role not in TABLETS:
            told = admitted(client.session.session_key or "none", "open")
            assert told == (event.pk if wanted == 503 else NO_PERSON.get(wanted, wanted)), role
        token = found.headers.get(role, {}).get("Authorization", "").removeprefix("Bearer ")
        state = tablet_states([hashed(token)]).get(hashed(token))
        status = state.status(found.objects["game"]["game"]) if state else 401
        wanted = expected(MATRIX["tablet_api:live"], role, "get", public=public)
        assert status == (200 if wanted == 503 else wanted), role


def test_a_group_has_the_rights_it_is_made_for() -> None:
    event = make_event(published=False)
    for role, actions in GROUPS.items():
        client_of(role, World({}, {}))
        user = User.objects.get(username=role)
        assert {one for one in Action if may(user, one, event)} == actions | {
            Action.ENTER_ADMIN,
            Action.ORGANISE,
        }


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
    powerless = client_of("staff", nobodys)
    assert {address for address in found if got(powerless.get(address)) != 403} == OF_ALL_STAFF
