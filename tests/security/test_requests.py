"""Parameters that nobody means well with: no view answers them with an error of the server's.

Every address there is gets so many requests, GET and POST, as a visitor, as staff and as somebody
who may do all, with fields that its view really reads. `FUZZ_EXAMPLES=300` asks for more.
"""

import os
from contextlib import suppress
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.models import GameLog
from referee.tablet.api.access import CodeThrottle, DeviceThrottle, PairThrottle
from tests.roles.matrix import MATRIX, patterns
from tests.roles.world import World, world
from tests.security.fields import EVENTS, HOSTILE, Form, fields_of
from tests.shares import sampled
from tournament.models import Entry, Event, Round, Table

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "5"))
PARTS = 7
ROLES = ("visitor", "staff", "all", "all", "all")
# What would end the session of the tests, and what always says 503 here: who asks a process without
# streams for one is sent to the snapshot.
LEFT_OUT = {"admin:logout", "referee:live"}
# What the admin's library takes lists of.
IN_ADMIN = ("q", "p", "o", "e", "all", "_popup", "_to_field", "_changelist_filters", "action")
LOOKUPS = ("__exact", "__id__exact", "__in", "__isnull", "__gte", "__regex", "__x")
DIGEST = "9" * 64
Clients = dict[str, Client]


@pytest.fixture(autouse=True)
def _no_limit_on_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    for throttle in (CodeThrottle, DeviceThrottle, PairThrottle):
        monkeypatch.setattr(throttle, "allowed_rate", (10**6, 1))


@pytest.fixture(scope="module")
def lasting_world(lasting_db: None) -> World:
    """Two events with tablets, a log, a call, events set aside, and a finished game."""
    return world("open", public=True)


@pytest.fixture
def clients(db: None, lasting_world: World, settings: Any, tmp_path: Any) -> Clients:
    """A client a role."""
    settings.DATA_DIR = tmp_path
    found = {role: Client() for role in set(ROLES)}
    found["staff"].force_login(User.objects.create_user("staff", is_staff=True))
    found["all"].force_login(User.objects.create_superuser("all"))
    return found


ALL = {name: item for name, item in patterns(get_resolver()) if item.name and name not in LEFT_OUT}


def real_objects(world: World) -> dict[str, dict[str, Any]]:
    """The arguments of every address, of objects there are."""
    found = {name: world.objects[row.on] for name, row in MATRIX.items()}
    keys = {
        model._meta.model_name: model._default_manager.values_list("pk", flat=True)[0]
        for model in (Event, Entry, Round, Table, User)
    }
    for name in ALL:
        if name.startswith("admin:"):
            model = name.removeprefix("admin:").split("_")[1:2]
            key = keys.get(model[0] if model else "", 1)
            found[name] = {
                one: {"app_label": "tournament"}.get(one, key) for one in arguments_of(ALL[name])
            }
    return found


def arguments_of(pattern: URLPattern) -> list[str]:
    """The names of an address's arguments."""
    return list(pattern.pattern.regex.groupindex)


def hostile_arguments(pattern: URLPattern, real: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Other arguments that the address takes: numbers, keys, names that nothing has."""
    others = {
        int: st.sampled_from([0, 1, 2, 999, 32_768, 999_999_999]),
        UUID: st.sampled_from([uuid4(), UUID(int=0)]),
        str: st.sampled_from(["1", "0", "9" * 30, "-1", "a", "a_b", "_5F", "x" * 200, "open"]),
    }
    kinds = {name: others[type(value)] for name, value in real.items() if type(value) in others}
    if "app_label" in kinds:
        kinds["app_label"] = st.sampled_from(["auth", "tournament", "referee"])
    return st.fixed_dictionaries(kinds)


def parameters(names: list[str], values: list[str]) -> st.SearchStrategy[dict[str, str]]:
    """A few of the fields, each with something else in it."""
    if not names:
        names = ["q"]
    value = st.one_of(st.sampled_from(values), st.sampled_from(HOSTILE), st.text(max_size=20))
    return st.dictionaries(st.sampled_from(names), value, max_size=4)


def ask(client: Client, verb: str, address: str, sent: dict[str, str]) -> int:
    """The status of one request; what it wrote is undone."""
    with transaction.atomic():
        # As a browser sends it: half a surrogate pair is no text.
        plain = {key: text.encode(errors="replace").decode() for key, text in sent.items()}
        response = getattr(client, verb)(address, plain)
        b"".join(response) if response.streaming else None
        transaction.set_rollback(True)
    return int(response.status_code)


def known_values(world: World, name: str) -> list[str]:
    """What some field of some page may mean: keys, ids, steps, hashes."""
    game = GameLog.objects.get(pk=world.objects["game"]["game"])
    _names, compared = fields_of(ALL[name].callback)
    keys = [str(value) for kwargs in world.objects.values() for value in kwargs.values()]
    return [*compared, *keys, *EVENTS, game.head_hash, DIGEST, "p01", "p02", "on"]


@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_no_parameter_makes_an_error_of_the_server(
    part: int, clients: Clients, lasting_world: World
) -> None:
    real, asked = real_objects(lasting_world), 0
    for name in sorted(ALL)[part::PARTS]:
        if name.startswith("tablet_api:"):
            continue
        asked += fuzz(name, real[name], clients, known_values(lasting_world, name))
    assert asked > 10 * EXAMPLES


def fuzz(name: str, real: dict[str, Any], clients: Clients, values: list[str]) -> int:
    """Ask one address; the number of requests. Fails with the first that makes an error."""
    asked = 0
    shown = Form(page_of(clients["all"], name, real)).values
    names = [*fields_of(ALL[name].callback)[0], *shown]
    if name.startswith("admin:"):
        names += [*IN_ADMIN, *(field + lookup for field in shown for lookup in LOOKUPS)]
        names += [field + lookup for field in ("event", "round", "id") for lookup in LOOKUPS]

    @given(
        role=st.sampled_from(ROLES),
        verb=st.sampled_from(["get", "post", "post"]),
        kwargs=st.one_of(st.just(real), st.just(real), hostile_arguments(ALL[name], real)),
        query=parameters(names, values),
        sent=parameters(names, values),
        whole=st.booleans(),
    )
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def once(role: str, verb: str, kwargs: Any, query: Any, sent: Any, whole: bool) -> None:
        nonlocal asked
        asked += 1
        address = reverse(name, kwargs=kwargs)
        given = {**shown, **sent} if whole else sent
        status = ask(clients[role], verb, address, query if verb == "get" else given)
        assert status < 500, (role, verb, address, query, given)

    once()
    return asked


NUMBERS = (0, 32_768, 999_999_999, 10**18, 10**30)


@pytest.mark.parametrize("role", sampled(["visitor", "staff", "all"], every=3))
def test_a_number_that_nothing_has_is_no_error(
    role: str, clients: Clients, lasting_world: World
) -> None:
    """In every address that has one."""
    asked = 0
    for name, real in real_objects(lasting_world).items():
        numbers = [key for key, value in real.items() if isinstance(value, int)]
        for key, number in product(numbers, NUMBERS):
            with suppress(NoReverseMatch):
                address = reverse(name, kwargs={**real, key: number})
                asked += 1
                assert ask(clients[role], "get", address, {}) < 500, (role, address)
    assert asked > 150


@pytest.mark.parametrize("role", sampled(["visitor", "staff", "all"], every=3))
def test_every_address_answers_head_as_get(
    role: str, clients: Clients, lasting_world: World
) -> None:
    for name, real in real_objects(lasting_world).items():
        if name in ALL:
            address = reverse(name, kwargs=real)
            found = [ask(clients[role], verb, address, {}) for verb in ("get", "head")]
            assert found[0] == found[1] or 405 in found, (address, found)


def page_of(client: Client, name: str, real: dict[str, Any]) -> str:
    """The page at an address, "" where there is none to be read."""
    with transaction.atomic():
        response = client.get(reverse(name, kwargs=real))
        transaction.set_rollback(True)
    is_page = response.get("Content-Type", "").startswith("text/html")
    return str(response.content.decode()) if is_page and not response.streaming else ""


@pytest.mark.parametrize(
    ("address", "query"),
    [
        ("chief:game", {"before": "9" * 5000}),
        ("chief:game", {"before": "²"}),
        ("chief:pairing", {"of": "9" * 18}),
        ("tournament:organise-draw", {"one": "\u202e", "other": "p99"}),
        ("tournament:event", {"page": "9" * 5000}),
        ("admin:tournament_entry_add", {"event": "x", "seed": "9" * 5000}),
        ("admin:tournament_entry_changelist", {"event__id__exact": "9" * 5000}),
        ("admin:auth_user_add", {"groups": "x,y"}),
    ],
)
def test_a_query_that_was_an_error_is_a_page(
    clients: Clients, lasting_world: World, address: str, query: dict[str, str]
) -> None:
    kwargs = real_objects(lasting_world)[address]
    assert ask(clients["all"], "get", reverse(address, kwargs=kwargs), query) in (200, 302)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("tournament:start-draw", {"seconds": "9" * 5000}),
        ("tournament:start-draw", {"seconds": "²"}),
        ("tournament:clock-extra", {"minutes": "9" * 5000, "table": "9" * 5000, "reason": "x"}),
        ("tournament:clock-extra", {"minutes": "1", "table": "9" * 19, "reason": "x"}),
        ("tournament:round-timing", {"step": "start", "reason": "a\x00b"}),
        ("chief:call", {"step": "resolve", "minutes": "9" * 5000}),
        ("chief:call", {"step": "resolve", "minutes": "1", "resolution": "a\x00b"}),
        ("chief:rule", {"text": "a\x00b"}),
        ("chief:set_aside", {"step": "discard", "decision": "a\x00b"}),
        ("chief:discard", {"decision": "a\x00b"}),
        *(("chief:revise", {"events": event, "reason": "x"}) for event in EVENTS),
        *(
            ("chief:revise", {"events": event, "reason": "x", "shown": event, "step": "apply"})
            for event in (*EVENTS, "[" * 19_000, '{"a":' * 3_000, '{"a": NaN}', '"\\ud800"')
        ),
    ],
)
def test_a_form_that_was_an_error_is_answered(
    clients: Clients, lasting_world: World, address: str, sent: dict[str, str]
) -> None:
    kwargs = real_objects(lasting_world)[address]
    assert ask(clients["all"], "post", reverse(address, kwargs=kwargs), sent) in (200, 302)


BODIES = (
    b"",
    b"null",
    b"[]",
    b'"x"',
    b"5",
    b"{",
    b"\xff\xfe",
    b"[" * 200_000,
    b'{"a":' * 40_000,
    b'{"events":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"a": 1, "a": 2}',
    b'{"a": ' + b"9" * 5_000 + b"}",
    b'{"a": NaN, "b": -Infinity, "c": 1e999}',
    b'{"a": 1.0}',
    b'{"request_id": "\\ud800", "code": "\\u0000"}',
    b'{"request_id": [], "code": {}, "token": 5, "label": null}',
    b'{"lease_epoch": 1e3, "head_seq": -1, "pending": true, "app": [], "clock_skew_ms": {}}',
    b'{"epoch": "9223372036854775808"}',
    b'{"state": [], "topic": {}, "note": 5}',
    b'{"opened": {}, "method": "open", "question": {}}',
    b'{"opened": {"rows": [[[]]], "header": 5}, "method": [], "question": []}',
    b'{"expected_seq": 1, "previous_hash": [], "digest": {}, "events": [5], "lease_epoch": 1}',
    b'{"reason": {}, "expected_seq": 1, "previous_hash": "", "digest": "", "events": [{}]}',
)
OTHER_KINDS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x")
WITH_BODY = {
    **{f"tablet_api:{name}": "post" for name in ("pair", "events", "set-aside", "heartbeat")},
    "tablet_api:lease": "post",
    "tablet_api:next": "post",
    "tablet_api:call": "put",
    "tablet:judge": "post",
    "tablet_api:upload": "post",
}


def test_every_address_that_takes_json_is_asked() -> None:
    tablets = ("tablet_api:", "tablet:")
    found = {name: row.verbs for name, row in MATRIX.items() if name.startswith(tablets)}
    assert {name for name, verbs in found.items() if set(verbs.split()) - {"get"}} == set(WITH_BODY)


@pytest.mark.parametrize("name", WITH_BODY)
def test_no_body_makes_an_error_of_the_interface(name: str, lasting_world: World) -> None:
    address = reverse(name, kwargs=lasting_world.objects[MATRIX[name].on])
    send = getattr(Client(headers=lasting_world.headers["own"]), WITH_BODY[name])
    bodies = [(body, "application/json") for body in BODIES]
    bodies += [(b'{"a": 1}', kind) for kind in OTHER_KINDS]
    for body, kind in bodies:
        with transaction.atomic():
            answer = send(address, body, content_type=kind)
            transaction.set_rollback(True)
        assert 400 <= answer.status_code < 500, (kind, body[:60])


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "sessionid=\x00; csrftoken=é; language=../../x"},
        {"Cookie": "sessionid=" + "x" * 5_000},
        {"Cookie": "django_language=" + "x-" * 2_000, "Accept-Language": "\u202e"},
        {"Accept-Language": "x" * 5_000 + ";q=nan"},
        {"Authorization": "Bearer \x00"},
        {"Authorization": "Bearer é" + "x" * 300},
        {"X-Forwarded-For": "x, \x00, 999.999.999.999"},
        {"Content-Type": "application/json; charset=none"},
        {"Content-Type": "multipart/form-data; boundary=\x00"},
        {"Range": "bytes=99999999999999999999-1"},
        {"If-Modified-Since": "Mon, 99 Foo 99999 99:99:99 GMT"},
        {"HX-Request": "true", "HX-Current-URL": "\x00", "HX-Current-URL-URI-AutoEncoded": "true"},
    ],
    ids=range(12),
)
def test_no_header_makes_an_error_of_the_server(
    headers: dict[str, str], clients: Clients, lasting_world: World
) -> None:
    game = lasting_world.objects["game"]["game"]
    for address in ("/", "/e/open/", "/admin/", "/tablet/", f"/api/v1/games/{game}", "/i18n/x"):
        for client in clients.values():
            assert client.get(address, headers=headers).status_code < 500
            answer = client.post(address, b"x", content_type="text/plain", headers=headers)
            assert answer.status_code < 500


def test_a_language_that_is_none_is_not_remembered(clients: Clients) -> None:
    for language in ("x", "../en", "a\x00b", "fr" * 5_000, "\u202e", "zh-hans-" * 100):
        answer = clients["visitor"].post("/language/", {"language": language, "next": "//x\x00"})
        assert answer.status_code in (302, 400)
        assert "django_language" not in answer.cookies
