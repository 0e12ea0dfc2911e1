"""An event in which there is something of everything that an address may name."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from referee.devices.codes import make_sheet
from referee.devices.services import revoke
from referee.live.publishing.versions import publish
from referee.log.calls import open_call
from referee.log.table_setup import setup_of
from referee.models import GameLog, SetAside
from referee.tablet import pack, python
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY, entry, finish, make_event
from tests.tournament.registering import registered
from tournament.access import ROLE_ACTIONS
from tournament.accounts.services.members import invite
from tournament.careers.services import show_career
from tournament.common.secret_tokens import token_of
from tournament.draws.services.drawing import draw_round
from tournament.emails.unsubscribing import unsubscribe_token
from tournament.events.services.announcements import write_announcement
from tournament.events.services.events import update_event
from tournament.models import Event, EventRole, Membership, Round, Seal, Table
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.personal_links import renew_link
from tournament.rounds.services.rounds import ensure_round, publish_round
from tournament.seasons.services.seasons import choose_event, create_season, publish_season
from tournament.webhooks.services.addresses import add_webhook

LINES = golden("03")
ILLEGAL = {"type": "buy", "player": "p02"}
MEMBERS = {f"member: {role}": ROLE_ACTIONS[role] for role in EventRole.values}
OUTSIDER = "organiser of another event"


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


def season_in(event: Event, *, public: bool) -> str:
    """The address of a season with this event; it is published as the event is."""
    owner = User.objects.create_user("owner of a season")
    season = create_season(by=owner, name="League", slug=f"{event.slug}-league")
    choose_event(season=season, event=event, by=owner)
    publish_season(season=season, published=public, by=owner)
    return season.slug


def world(slug: str, *, public: bool) -> World:
    """Everything there is to ask for, of an event that is published or not."""
    today = dt.datetime.now(dt.UTC).date()
    more = {"registration": "open", "teams": "clubs", "fee": Decimal(12), "fee_currency": "EUR"}
    event = make_event(slug, players=8, starts_on=today, **more)
    ada = registered(event, "Ada Lovelace")
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    publish_round(round=Round.objects.get(pk=round_.pk), by=BY)
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
        update_event(event=one, published=public, by=BY)
    here = {"slug": slug, "number": 1}
    game = {"game": own.game}
    season = season_in(event, public=public)
    both = [entry(one, 1) for one in (event, played.round.event)]
    career = show_career(entries=both, listed=False, by=BY)
    objects: dict[str, dict[str, Any]] = {
        "": {},
        "event": {"slug": slug},
        "season": {"season": season},
        "career": {"token": career},
        "season_role": {"season": season, "role": "monopolist"},
        "mailing": {"token": unsubscribe_token(entry(event, 1))},
        "personal": {"token": renew_link(entry=entry(event, 1), by=BY)},
        "registration": {"slug": slug, "token": token_of(ada.nonce)},
        "entry": {"slug": slug, "key": entry(event, 1).pk},
        "player": {"slug": slug, "seed": 1},
        "player_code": {"slug": slug, "player": "p01"},
        "version": {"slug": slug, "version": 1},
        "export": {"slug": slug, "ending": "csv"},
        "print": {"slug": slug, "name": "badges"},
        "print_of_round": {**here, "name": "seats-by-name"},
        "step": {"slug": slug, "code": "place"},
        "webhook": {
            "slug": slug,
            "key": add_webhook(
                event=event,
                url="https://hooks.example.org/x",
                format="standard",
                language="en",
                kinds=["draw.published"],
                by=BY,
            ).pk,
        },
        "upload": {"slug": slug},
        "backup": {"slug": slug, "name": f"{slug}-20260101T000000Z.zip"},
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
        "qr_reader": {"name": "decode.js"},
        "python": {"version": python.version(), "name": "pyodide.mjs"},
        "edition": {"code": "eu-fr"},
        "unknown": {"rest": "games/x/log"},
        "nothing": {"key": 0},
        "no_token": {"token": "x"},
        "no_account": {"account": "x", "token": "x"},
    }
    # Once for all requests: what one of them would publish is undone after it.
    for one in (event, played.round.event):
        publish(one.pk, now=timezone.now())
    tablets = {"own": own, "other": other, "revoked": away}
    tokens = {role: {"Authorization": f"Bearer {one.token}"} for role, one in tablets.items()}
    return World(objects, tokens)
