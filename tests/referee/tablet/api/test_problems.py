"""Bad requests get one clear problem each, and change nothing."""

import json
from copy import deepcopy
from typing import Any

import pytest
from django.db import InternalError, OperationalError
from django.test import Client
from drf_spectacular.validation import validate_schema
from rest_framework.test import APIClient

from referee.log import append
from referee.models import Call, LoggedEvent, SetAside
from referee.tablet.api.admission import Admission
from referee.tablet.api.views import EventsView
from tests.referee.tablet.api.conftest import Http

pytestmark = pytest.mark.django_db
NOTE = {"type": "note", "text": "x"}
REQUEST = "0b8f7d3e-52c1-4f0a-9c1d-6a4e2f9b7c10"


def changed(path: str, value: Any) -> Any:
    """A change of one field of a batch, by dotted path; `...` takes the field out."""

    def change(given: dict[str, Any]) -> dict[str, Any]:
        # The events of a batch are the tests' own constants: none of them is written to.
        batch = deepcopy(given)
        *way, last = path.split(".")
        at: Any = batch
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if value is ...:
            del at[last]
        else:
            at[last] = value
        return batch

    return change


@pytest.mark.parametrize(("path", "value"), [
    ("events", []),
    ("events", {}),
    ("events", [{}] * 101),
    ("events", ...),
    ("expected_seq", 0),
    ("expected_seq", "1"),
    ("expected_seq", True),
    ("expected_seq", 2**31),
    ("previous_hash", "F" * 64),
    ("previous_hash", "f" * 63),
    ("digest", None),
    ("lease_epoch", -1),
    ("on_refusal", "drop"),
    ("surprise", 1),
    ("events.0.event_id", "1"),
    ("events.0.event_id", "0B8F7D3E-52C1-4F0A-9C1D-6A4E2F9B7C10"),
    ("events.0.salt", "x" * 32),
    ("events.0.at", "yesterday at ten"),
    ("events.0.at", "2026-05-16T10:00:00\"Z"),
    ("events.0.event", "note"),
    ("events.0.event", {}),
    ("events.0.event", {"type": 1}),
    ("events.0.event.text", "x" * 17_000),
    ("events.0.seq", 1),
])  # fmt: skip
def test_a_malformed_batch_names_the_field(http: Http, path: str, value: Any) -> None:
    response = http.ask("post", "/events", changed(path, value)(http.batch(NOTE)))
    problem = response.json()
    assert (response.status_code, problem["code"]) == (400, "malformed"), problem
    assert response["Content-Type"] == "application/problem+json"
    assert problem["type"] == "urn:treasurer:problem:malformed"
    assert problem["errors"][0]["field"].startswith(path.rpartition(".")[0] or path.split(".")[0])
    assert not LoggedEvent.objects.exists()


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff", b"\x00", b'{"a":1.5}', b'{"a":1e9}', b'{"a":NaN}',
    b'{"a":1,"a":2}', b'{"a":"\\ud800"}', b'{"\\ud800":1}',
    b"[" * 100_000, b'{"a":' + b"9" * 5000 + b"}",
])  # fmt: skip
@pytest.mark.parametrize("path", ["events", "set-aside", "heartbeat", "lease"])
def test_what_is_no_json_object_is_refused(http: Http, path: str, body: bytes) -> None:
    address = f"/api/v1/games/{http.tablet.game}/{path}"
    response = http.client.post(address, body, content_type="application/json")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


def test_a_body_that_is_too_large_is_refused(http: Http) -> None:
    body = json.dumps(http.batch({"type": "note", "text": "x" * 300_000}))
    address = f"/api/v1/games/{http.tablet.game}/events"
    response = http.client.post(address, body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (413, "too-large")


def test_another_type_of_body_is_refused(http: Http) -> None:
    address = f"/api/v1/games/{http.tablet.game}/events"
    response = http.client.post(address, "a=1", content_type="text/plain")
    assert (response.status_code, response["Content-Type"]) == (415, "application/problem+json")


def test_the_wrong_verb_is_refused(http: Http) -> None:
    response = http.ask("put", "/events", {})
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")


def test_a_changed_event_is_a_422_that_names_it(http: Http, events: list[Any]) -> None:
    sent = http.batch(*events[:2])
    http.ask("post", "/events", sent)
    sent["events"][1]["event"] = {**events[1], "dice": [6, 6]}
    response = http.ask("post", "/events", sent)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "event-changed")
    assert problem["event_id"] == sent["events"][1]["event_id"]
    assert LoggedEvent.objects.count() == 2


def test_a_changed_event_can_still_be_handed_over(http: Http, events: list[Any]) -> None:
    sent = http.batch(*events[:2])
    http.ask("post", "/events", sent)
    changed = {**sent["events"][1], "event": {**events[1], "dice": [6, 6]}}
    given = {key: sent[key] for key in ("expected_seq", "previous_hash", "digest")}
    body = {**given, "reason": "other", "events": [sent["events"][0], changed]}
    answer = http.ask("post", "/set-aside", body).json()
    assert [result["verdict"] for result in answer["results"]] == ["duplicate", "set_aside"]
    assert SetAside.objects.get().events.count() == 1


def test_a_busy_database_means_again_later(
    http: Http, events: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_args: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(append, "remembered_head", busy)
    response = http.ask("post", "/events", http.batch(*events[:2]))
    assert (response.status_code, response.json()["code"]) == (503, "busy")
    assert response["Retry-After"] == "1"
    assert not LoggedEvent.objects.exists()


def test_a_read_only_database_means_later_and_says_why(
    http: Http, events: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any) -> None:
        raise InternalError from ReadOnlyError()

    monkeypatch.setattr(append, "remembered_head", refuse)
    response = http.ask("post", "/events", http.batch(*events[:2]))
    problem = response.json()
    assert (response.status_code, problem["code"], response["Retry-After"]) == (
        503,
        "read-only",
        "5",
    )
    assert problem["detail"].startswith("Nothing was saved.")


class ReadOnlyError(Exception):
    """PostgreSQL's error for a write in a transaction that may only read."""

    sqlstate = "25006"


def test_too_many_at_once_are_sent_away(
    http: Http, events: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    admission = Admission(max_requests=1, max_wait=0.01)
    monkeypatch.setattr(EventsView, "admission", admission)
    with admission.place():
        response = http.ask("post", "/events", http.batch(*events[:2]))
    assert (response.status_code, response["Retry-After"]) == (503, "1")
    assert http.send(*events[:2])["results"][0]["verdict"] == "accepted"


@pytest.mark.parametrize(("path", "body"), [
    ("/heartbeat", {"lease_epoch": 1, "head_seq": -1, "pending": 0}),
    ("/heartbeat", {"lease_epoch": 1, "head_seq": 0}),
    ("/heartbeat", {"lease_epoch": 1, "head_seq": 0, "pending": 0, "surprise": 1}),
    ("/lease", {}),
    ("/lease", {"epoch": "x"}),
    ("/lease", {"epoch": "1"}),
    ("/lease", {"epoch": True}),
    ("/heartbeat", {"lease_epoch": 1, "head_seq": 0, "pending": "0"}),
    ("/heartbeat", {"lease_epoch": 1, "head_seq": 0, "pending": 0, "app": 7}),
    ("/heartbeat", {"lease_epoch": 1, "head_seq": 0, "pending": 0, "clock_skew_ms": "0"}),
    ("/set-aside", {"reason": "because"}),
])  # fmt: skip
def test_the_small_bodies_are_checked_too(http: Http, path: str, body: Any) -> None:
    response = http.ask("post", path, body)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("name", ["note", "at"])
@pytest.mark.parametrize("value", [218, True, None, ["x"]])
def test_a_text_of_a_call_is_no_other_value(http: Http, name: str, value: Any) -> None:
    response = http.ask("put", f"/calls/{REQUEST}", {"state": "open", name: value})
    assert (response.status_code, response.json()["code"]) == (400, "malformed")
    assert not Call.objects.exists()


@pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=501"])
def test_the_page_of_the_log_is_bounded(http: Http, query: str) -> None:
    assert http.ask("get", f"/log?{query}").status_code == 400


@pytest.mark.parametrize("body", [
    {}, {"request_id": "x", "token": "y"}, {"request_id": REQUEST},
    {"request_id": REQUEST, "token": "x", "code": "y"},
    {"request_id": REQUEST, "token": "x", "label": "x" * 61},
    {"request_id": 7, "token": "x"}, {"request_id": REQUEST, "code": 123456},
    {"request_id": REQUEST, "token": "x", "label": 7},
])  # fmt: skip
def test_a_pairing_is_checked(http: Http, body: Any) -> None:
    http.client.credentials()
    response = http.client.post("/api/v1/pair", body, format="json")
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


def test_the_interface_describes_itself(http: Http) -> None:
    document = http.client.get("/api/v1/schema/").json()
    assert document["openapi"].startswith("3.1")
    validate_schema(document)
    assert {f"/api/v1/games/{{game}}/{name}" for name in ("events", "log", "lease")} <= set(
        document["paths"]
    )
    assert "text/event-stream" in str(document["paths"]["/e/{slug}/live"])
    page = http.client.get("/api/v1/docs/")
    assert "POST /api/v1/games/{game}/events" in page.content.decode()
    assert "<script>" not in page.content.decode()
    assert "told in English" not in page.content.decode()


def test_what_is_english_in_its_description_says_so(http: Http) -> None:
    page = Client().get("/api/v1/docs/", HTTP_ACCEPT_LANGUAGE="fr").content.decode()
    assert "est dit en anglais" in page
    described = http.client.get("/api/v1/schema/").json()["paths"]["/api/v1/pair"]["post"]
    assert f'<p lang="en">{described["description"][:20]}' in page


@pytest.mark.django_db
def test_an_address_with_a_line_end_is_nowhere_in_json() -> None:
    response = APIClient().get("/api/v1/games/x%0Ay")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
