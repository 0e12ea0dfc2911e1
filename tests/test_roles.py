"""Nobody acts beyond their role: role x address x verb x object, for every address there is.

An address without a row in `roles/matrix.py` fails the test. Being of the platform's staff alone
opens nothing but one's own password; each right opens its own actions, in published events, and in
hidden ones together with the right to see them. A member's role opens its own actions in the
member's own event, published or hidden, and nothing in others.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import NoReverseMatch, get_resolver, reverse

from referee.live.streams.staff import admitted_event
from referee.live.streams.tablets import tablet_states
from tests.roles.answers import check, expected, got, traces
from tests.roles.matrix import LOGIN, MATRIX, Row, addresses, patterns
from tests.roles.people import (
    GROUPED,
    GROUPS,
    NO_STAFF,
    RIGHTS,
    ROLES,
    SINGLE,
    TABLETS,
    client_of,
)
from tests.roles.world import World, world
from tests.tournament.making import make_event
from tournament.access import Action, may
from tournament.common.secret_tokens import hash_secret
from tournament.models import Event

pytestmark = pytest.mark.django_db

IN_EACH_RUN = ("visitor", "Organiser", "own")
VERBS = ("get", "post", "put", "delete")
# What the admin's library shows to whoever asks.
OPEN_IN_ADMIN = {"/admin/login/", "/admin/logout/", "/admin/password_change/"}
OF_ALL_STAFF = {
    "/admin/",
    "/admin/jsi18n/",
    "/admin/password_change/done/",
    "/admin/search/",
}


def test_every_address_has_a_row() -> None:
    assert sorted(addresses(get_resolver())) == sorted(MATRIX)


@pytest.fixture(scope="module", params=[True, False], ids=["published", "hidden"])
def public(request: pytest.FixtureRequest) -> bool:
    """Whether the event of the world is published."""
    return bool(request.param)


@pytest.fixture(scope="module")
def found(public: bool, lasting_db: None, django_db_blocker: Any) -> Iterator[World]:
    """The world that all roles ask for, made once a process."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield world("open", public=public)
        transaction.set_rollback(True)


def asked(role: str, *, public: bool) -> Any:
    """A cell of the matrix: `make test` asks as three roles, of what is published."""
    marks = [] if public and role in IN_EACH_RUN else [pytest.mark.exhaustive]
    return pytest.param(
        public, role, id=f"{'published' if public else 'hidden'}-{role}", marks=marks
    )


# Who sees a page in a hidden event is a matter of the groups; tablets and members see their own.
ALL_ROLES = [asked(role, public=True) for role in ROLES] + [
    asked(role, public=False) for role in (*NO_STAFF, *GROUPED)
]
ALL_RIGHTS = [asked(role, public=public) for public in (True, False) for role in SINGLE]


@pytest.mark.parametrize(("public", "role"), ALL_ROLES, indirect=["public"])
def test_each_role_gets_what_its_row_says(
    public: bool, role: str, found: World, settings: Any, tmp_path: Any
) -> None:
    settings.DATA_DIR = tmp_path
    client = client_of(role, found)
    before = traces()
    for name, row in MATRIX.items():
        for verb in verbs_of(row, ROLES.index(role)):
            check(client, role, name, verb, found, public=public)
    assert traces() == before, role


def verbs_of(row: Row, number: int) -> list[str]:
    """What a role, by its number, asks of an address: each verb that it has; of those that it has
    not, and refuses to everybody, every other role asks one half and the rest the other."""
    known = row.verbs.split()
    return [verb for place, verb in enumerate(VERBS) if verb in known or (place + number) % 2 == 0]


@pytest.mark.parametrize(("public", "role"), ALL_RIGHTS, indirect=["public"])
def test_each_right_opens_its_own_actions_and_no_others(
    public: bool, role: str, found: World
) -> None:
    client = client_of(role, found)
    for place, (name, row) in enumerate(MATRIX.items()):
        if isinstance(row.who, Action) and is_asked(role, row.who, place + SINGLE.index(role)):
            for verb in row.verbs.split():
                check(client, role, name, verb, found, public=public)


def is_asked(role: str, needed: Action, turn: int) -> bool:
    """Whether a single right is tried at an address: each where it opens it, and every third, in
    turn, where it does not."""
    return needed in RIGHTS[role] or turn % 3 == 0


NO_PERSON = {LOGIN: 401}


def test_the_streams_ask_for_the_same_rights_as_their_addresses(public: bool, found: World) -> None:
    event = Event.objects.get(slug="open")
    for role in (*ROLES, *SINGLE):
        client = client_of(role, found)
        wanted = expected(MATRIX["chief:live"], role, "get", public=public)
        if role not in TABLETS:
            told = admitted_event(client.session.session_key or "none", "open")
            assert told == (event.pk if wanted == 503 else NO_PERSON.get(wanted, wanted)), role
        token = found.headers.get(role, {}).get("Authorization", "").removeprefix("Bearer ")
        state = tablet_states([hash_secret(token)]).get(hash_secret(token))
        status = state.status(found.objects["game"]["game"]) if state else 401
        wanted = expected(MATRIX["tablet_api:live"], role, "get", public=public)
        assert status == (200 if wanted == 503 else wanted), role


def test_a_group_has_the_rights_it_is_made_for() -> None:
    event = make_event("other", published=False)
    for role, actions in GROUPS.items():
        client_of(role, World({}, {}))
        user = User.objects.get(username=role)
        assert {one for one in Action if may(user, one, event)} == actions | {
            Action.ENTER_ADMIN,
            Action.ORGANISE,
        }


def admin_addresses() -> Iterator[str]:
    """The admin's addresses that name no object."""
    for name, _item in patterns(get_resolver()):
        if name.startswith("admin:"):
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
