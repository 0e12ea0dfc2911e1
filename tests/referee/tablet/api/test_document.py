"""Requests made from the OpenAPI document, as each role: no 5xx, answers as described, and nobody
reaches beyond the role. The same requests every time; `FUZZ_EXAMPLES=300` asks for more."""

import base64
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import Permission, User
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from referee.devices.services import revoke
from referee.journal.event_forms import FIELDS
from referee.models import Call, GameLog, LoggedEvent, SetAside
from referee.tablet.api.access import CodeThrottle, DeviceThrottle, PairThrottle
from tests.referee.tablet.api.conftest import Http

pytestmark = pytest.mark.django_db

STARTED_WITH = 4
OPERATIONS = 30
TIMES = max(1, int(os.environ.get("FUZZ_EXAMPLES", "5")) // 5)
Headers = dict[str, str]
Answers = dict[tuple[str, str], set[int]]


@pytest.fixture(autouse=True)
def _no_limit_on_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    for throttle in (CodeThrottle, DeviceThrottle, PairThrottle):
        monkeypatch.setattr(throttle, "allowed_rate", (10**6, 1))


@pytest.fixture
def started(http: Http, events: list[dict[str, Any]]) -> Http:
    """The tablet of a game that has begun."""
    http.send(*events[:STARTED_WITH])
    return http


def document_of(http: Http) -> Any:
    """The document, its addresses those of one table."""
    document = Client().get("/api/v1/schema/").json()
    for address, path in document["paths"].items():
        for operation in path.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "game":
                    parameter["schema"] = {"type": "string", "enum": [str(http.tablet.game)]}
                if parameter["name"] == "cursor":
                    parameter["schema"] = {"type": "string", "enum": [cursor_of(address)]}
    return document


def cursor_of(address: str) -> str:
    """A cursor that a page of this list could have given out."""
    twos = {key: [1, 1] for key in ("tables", "results", "records")}
    keys = {"events": [0, "open"], "seasons": ["league"], **twos}
    key = keys.get(address.rpartition("/")[2], [1])
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


def document_for(http: Http, types: list[str]) -> Any:
    """The same with what that table knows in the place of random values, so that requests get past
    the first checks. Other values have the right form, too: they are answered, not refused."""
    document = document_of(http)
    shapes = document["components"]["schemas"]
    event = shapes["WireEvent"]["properties"]
    event["event"]["properties"]["type"] = {"enum": types}
    event["at"] = {"type": "string", "format": "date-time"}
    for body in ("Batch", "HandOver"):
        shapes[body]["properties"]["events"]["maxItems"] = 3
    shapes["Batch"]["properties"] |= {
        "expected_seq": {"enum": [http.tablet.head[0] + 1]},
        "previous_hash": {"enum": [http.tablet.head[1]]},
        "lease_epoch": {"enum": [http.tablet.epoch]},
        "digest": {"enum": [http.tablet.digest]},
    }
    return document


def whole(value: Any) -> Any:
    """Numbers spelt as the protocol wants them: to a JSON Schema 1.0 is an integer too."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: whole(item) for key, item in value.items()}
    return [whole(item) for item in value] if isinstance(value, list) else value


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests use the connection of the test, which goes on after each of them."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


_APP = WSGIHandler()


def from_this_machine(environ: dict[str, Any], start_response: Any) -> Any:
    """The server, asked from where it needs no encryption."""
    return _APP({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)


def test_each_shape_is_referred_to_and_each_reference_leads_to_one() -> None:
    text = Client().get("/api/v1/schema/").content.decode()
    named = set(re.findall(r"#/components/schemas/([A-Za-z]+)", text))
    assert named == {*json.loads(text)["components"]["schemas"]}


def ask_everything(
    document: Any, headers: Headers, examples: int, mode: GenerationMode = GenerationMode.POSITIVE
) -> Answers:
    """Ask each operation so many times, every answer checked; the statuses of each operation."""
    schema = schemathesis.openapi.from_dict(document)
    schema.app = from_this_machine
    answers: Answers = {}
    with one_connection():
        # A stream has no end, and the tests' server has none: tests/security/test_private_streams.
        for found in schema.exclude(path_regex="/live$").get_all_operations():
            assert isinstance(found, Ok)
            _ask(found.ok(), {"Accept-Encoding": "identity", **headers}, examples, mode, answers)
    assert len(answers) == OPERATIONS
    return answers


def _ask(
    operation: Any, headers: Headers, examples: int, mode: GenerationMode, answers: Answers
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=examples * TIMES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        case.body = whole(case.body)
        response = case.call_and_validate(headers=headers)
        name = case.path.partition("{game}")[2] or case.path
        answers.setdefault((case.method.lower(), name), set()).add(response.status_code)

    ask()


def bearer(http: Http) -> Headers:
    return {"Authorization": f"Bearer {http.tablet.token}"}


@pytest.mark.exhaustive
def test_a_tablet_on_its_own_table_is_answered_as_described(started: Http) -> None:
    types = [*FIELDS, "undo", "roll", "start", "time", "revise", "trade", "end_turn", "?"]
    answers = ask_everything(document_for(started, types), bearer(started), 6)
    assert answers["post", "/events"] == {200}
    assert answers["put", "/calls/{call}"] == {200, 404, 409}
    assert answers["post", "/api/v1/pair"] == {404}
    assert LoggedEvent.objects.filter(game=started.tablet.game).count() >= STARTED_WITH


@pytest.mark.exhaustive
def test_requests_of_another_form_are_refused_as_described(started: Http) -> None:
    document = document_of(started)
    answers = ask_everything(document, bearer(started), 4, GenerationMode.NEGATIVE)
    assert answers["post", "/events"] <= {400, 401, 404, 405, 415}
    assert LoggedEvent.objects.filter(game=started.tablet.game).count() == STARTED_WITH


def nobody(_own: Http, _other: Http) -> Headers:
    return {}


def wrong_token(own: Http, _other: Http) -> Headers:
    return {"Authorization": f"Bearer {own.tablet.token[:-1]}"}


def another_table(_own: Http, other: Http) -> Headers:
    return bearer(other)


def revoked(own: Http, _other: Http) -> Headers:
    revoke(device_id=own.tablet.device.pk, by="Olga")
    return bearer(own)


def signed_in(*permissions: str) -> Headers:
    user = User.objects.create_user("olga", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}


def staff(_own: Http, _other: Http) -> Headers:
    return signed_in()


def chief(_own: Http, _other: Http) -> Headers:
    return signed_in("act_as_chief")


def traces(http: Http) -> Any:
    """What a request could have left on the table."""
    game = GameLog.objects.get(pk=http.tablet.game)
    counts = (model.objects.filter(game=game).count() for model in (LoggedEvent, Call))
    return game.head_hash, game.lease_device_id, game.lease_epoch, game.snapshot, *counts


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("role", "refused", "handing_over"),
    [
        (nobody, 401, 401),
        (wrong_token, 401, 401),
        (staff, 401, 401),
        (chief, 401, 401),
        (another_table, 404, 404),
        (revoked, 403, 200),
    ],
)
def test_nobody_else_gets_through(
    started: Http,
    other: Http,
    role: Callable[[Http, Http], Headers],
    refused: int,
    handing_over: int,
) -> None:
    headers, before = role(started, other), traces(started)
    answers = ask_everything(document_for(started, ["note", "undo"]), headers, 2)
    assert answers.pop(("post", "/api/v1/pair")) == {404}
    for lists in ("events", "seasons"):
        assert answers.pop(("get", f"/api/v1/public/{lists}")) == {200}
    of_no_event = [name for name in answers if name[1].startswith("/api/v1/public/")]
    assert len(of_no_event) == 18
    for name in of_no_event:
        assert answers.pop(name) == {404}
    of_organisers = answers.pop(("get", "/api/v1/organise/events/{slug}/players"))
    assert of_organisers <= {401, 404}  # the document's own cookie may be sent in place of theirs
    assert answers.pop(("post", "/set-aside")) == {handing_over}
    assert set().union(*answers.values()) == {refused}
    assert traces(started) == before
    assert SetAside.objects.exists() == (handing_over == 200)
