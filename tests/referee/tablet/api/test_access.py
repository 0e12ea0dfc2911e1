"""Nobody acts beyond their role: role x endpoint x object."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.urls import reverse
from rest_framework.test import APIClient

from referee.devices.services import revoke
from referee.log import calls
from referee.models import Call, GameLog, LoggedEvent, SetAside
from referee.tablet.api.access import DeviceThrottle, PairThrottle
from tests.referee.tablet.api.conftest import Http, wire
from tournament.common.cache_fault import CACHE_FAULT

pytestmark = pytest.mark.django_db
CALL = "0b8f7d3e-52c1-4f0a-9c1d-6a4e2f9b7c10"
EVENT = {"type": "note", "text": "x"}


def body_of(path: str, http: Http) -> Any:
    """A body that the endpoint would take."""
    return {
        "/events": http.batch(EVENT),
        "/set-aside": {
            "reason": "other",
            "expected_seq": 1,
            "previous_hash": "0" * 64,
            "digest": "0" * 64,
            "events": [wire(EVENT)],
        },
        "/heartbeat": {"lease_epoch": 1, "head_seq": 0, "pending": 0},
        "/lease": {"epoch": 1},
        f"/calls/{CALL}": {"state": "open", "topic": "rules"},
    }.get(path)


ENDPOINTS = [
    ("get", ""),
    ("get", "/log"),
    ("post", "/events"),
    ("post", "/set-aside"),
    ("post", "/heartbeat"),
    ("post", "/lease"),
    ("put", f"/calls/{CALL}"),
]
everywhere = pytest.mark.parametrize(("method", "path"), ENDPOINTS)


def traces() -> tuple[int, ...]:
    """What a request might have left."""
    return tuple(model.objects.count() for model in (LoggedEvent, SetAside, Call))


@everywhere
def test_a_device_on_its_own_table_is_served(http: Http, method: str, path: str) -> None:
    assert http.ask(method, path, body_of(path, http)).status_code == 200


@everywhere
def test_another_tables_device_finds_nothing(
    http: Http, other: Http, method: str, path: str
) -> None:
    response = other.ask(method, path, body_of(path, http), game=http.tablet.game)
    assert (response.status_code, response.json()["code"]) == (404, "not-found")
    assert traces() == (0, 0, 0)
    assert GameLog.objects.get(pk=http.tablet.game).lease_device == http.tablet.device


@everywhere
def test_a_revoked_device_can_only_hand_over(http: Http, method: str, path: str) -> None:
    revoke(device_id=http.tablet.device.pk, by="Olga")
    response = http.ask(method, path, body_of(path, http))
    if path == "/set-aside":
        assert response.status_code == 200
        assert traces() == (0, 1, 0)
    else:
        assert (response.status_code, response.json()["code"]) == (403, "device-revoked")
        assert traces() == (0, 0, 0)


@everywhere
@pytest.mark.parametrize(
    "header", ["", "Bearer ", "Bearer wrong", "Token x", f"Bearer {'x' * 999}"]
)
def test_without_a_token_nobody_is_served(http: Http, method: str, path: str, header: str) -> None:
    http.client.credentials(HTTP_AUTHORIZATION=header)
    response = http.ask(method, path, body_of(path, http))
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert response["Content-Type"] == "application/problem+json"
    assert traces() == (0, 0, 0)


@everywhere
def test_a_session_of_the_staff_is_no_device(http: Http, method: str, path: str) -> None:
    http.client.credentials()
    http.client.force_login(User.objects.create_superuser("olga"))
    assert http.ask(method, path, body_of(path, http)).status_code == 401
    assert traces() == (0, 0, 0)


@everywhere
def test_an_unknown_game_is_not_found(http: Http, method: str, path: str) -> None:
    assert http.ask(method, path, body_of(path, http), game=uuid4()).status_code == 404


def test_a_flood_is_told_when_to_come_again(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DeviceThrottle, "allowed_rate", (3, 10))
    codes = [http.ask("get", "/log") for _ in range(4)]
    assert [response.status_code for response in codes] == [200, 200, 200, 429]
    assert codes[-1].json()["code"] == "throttled"
    assert 1 <= int(codes[-1]["Retry-After"]) <= 11


def test_whoever_floods_the_judge_still_records(http: Http) -> None:
    """A stolen tablet asked 20 times a second, each time for a whole log to be folded."""
    caches["default"].clear()
    codes = [http.client.post(reverse("tablet:judge"), {}, format="json") for _ in range(61)]
    assert [response.status_code for response in codes] == [400] * 60 + [429]
    assert http.ask("get", "/log").status_code == 200


def test_one_tablets_flood_does_not_stop_another(
    http: Http, other: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeviceThrottle, "allowed_rate", (1, 10))
    http.ask("get", "/log")
    assert http.ask("get", "/log").status_code == 429
    assert other.ask("get", "/log").status_code == 200


@pytest.mark.parametrize("gone", [CACHE_FAULT("down"), OSError("down")])
def test_scoring_goes_on_without_the_cache(
    http: Http, events: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, gone: Exception
) -> None:
    """Redis down or flushed: acknowledgements are unaffected."""

    def fail(*_args: Any, **_kwargs: Any) -> None:
        raise gone

    monkeypatch.setattr(caches["default"], "get", fail)
    monkeypatch.setattr(caches["default"], "set", fail)
    assert http.send(events[0])["results"][0]["verdict"] == "accepted"


def test_a_flushed_cache_loses_nothing_and_doubles_nothing(
    http: Http, events: list[dict[str, Any]]
) -> None:
    batch = http.batch(*events[:3])
    first = http.ask("post", "/events", batch).json()
    caches["default"].clear()
    again = http.ask("post", "/events", batch).json()
    assert [result["verdict"] for result in again["results"]] == ["duplicate"] * 3
    assert again["head"] == first["head"]
    http.tablet.head = (first["head"]["seq"], first["head"]["hash"])
    assert http.send(events[3])["results"][0]["verdict"] == "accepted"


def test_pairing_needs_no_token_but_a_secret(db: None) -> None:
    response = APIClient().post(
        "/api/v1/pair", {"request_id": str(uuid4()), "token": "x"}, format="json"
    )
    assert (response.status_code, response.json()["code"]) == (404, "pairing-unknown")


def test_pairing_is_limited_by_address_whatever_its_headers_say(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PairThrottle, "allowed_rate", (3, 60))
    client = APIClient()
    answers = [
        client.post(
            "/api/v1/pair",
            {"request_id": str(uuid4()), "code": "ABCD-000000"},
            format="json",
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        )
        for number in range(4)
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 61


def test_a_table_calls_the_judge_so_often_and_no_more(
    http: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MAX_CALLS", 2)
    body = {"state": "open", "topic": "rules"}
    answers = [http.ask("put", f"/calls/{uuid4()}", body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    problem = answers[-1].json()
    assert (problem["code"], problem["title"]) == ("calls-full", "The chief referee was not called")
    assert "send somebody to the chief referee" in problem["detail"]


@pytest.mark.parametrize("name", ["label", "token"])
def test_what_a_tablet_calls_itself_has_no_control_characters(db: None, name: str) -> None:
    body = {"request_id": str(uuid4()), "token": "x", name: "Tablet \u202e7"}
    response = APIClient().post("/api/v1/pair", body, format="json")
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, name)
