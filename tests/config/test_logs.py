"""A request that is refused for its form leaves one line, an error of ours its trace."""

import json
import logging
import logging.config
import sqlite3
from collections.abc import Iterator
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.logs import log_requests
from tests.key_addresses import KEY


class LockedError(Exception):
    """What a driver says of a database that another process holds."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


@pytest.fixture
def lines() -> StringIO:
    """What the configured handler writes."""
    return written_by(settings.LOGGING)


@pytest.fixture
def objects() -> Iterator[StringIO]:
    """What it writes where the lines are to be JSON."""
    chosen: Any = deepcopy(settings.LOGGING)
    chosen["handlers"]["console"]["formatter"] = "json"
    yield written_by(chosen)
    logging.config.dictConfig(settings.LOGGING)


def written_by(configuration: dict[str, Any]) -> StringIO:
    logging.config.DictConfigurator(configuration).configure()
    written = StringIO()
    handler = next(found for found in logging.getLogger().handlers if found.name == "console")
    handler.setStream(written)  # type: ignore[attr-defined]
    return written


def test_a_forged_host_leaves_one_line(lines: StringIO) -> None:
    for _time in range(3):
        assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    assert len(lines.getvalue().splitlines()) == 3
    assert "Traceback" not in lines.getvalue()


def test_an_error_of_ours_keeps_its_trace(lines: StringIO) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error: /")
    assert "Traceback" in lines.getvalue()


def test_what_a_database_does_not_take_leaves_one_line_with_the_reason(lines: StringIO) -> None:
    try:
        raise OperationalError("database is locked") from LockedError()
    except OperationalError:
        logging.getLogger("django.request").exception("%s: /", "Service Unavailable")
    (line,) = lines.getvalue().splitlines()
    assert line.endswith("Service Unavailable: / (database is locked)")


@pytest.mark.django_db
def test_a_line_of_json_names_request_and_event(objects: StringIO) -> None:
    Client().get("/e/nowhere/", headers={"x-request-id": "4f1c-from-nginx"})
    (found,) = map(json.loads, objects.getvalue().splitlines())
    assert (
        found.items()
        >= {
            "level": "WARNING",
            "message": "Not Found: /e/nowhere/",
            "request": "4f1c-from-nginx",
            "method": "GET",
            "event": "nowhere",
        }.items()
    )


@pytest.mark.parametrize("given", ["", "short", "a b c d e f g h", "x" * 65])
def test_a_request_without_a_good_id_gets_one(objects: StringIO, given: str) -> None:
    Client().get("/", headers={"host": "evil.example", "x-request-id": given})
    (found,) = map(json.loads, objects.getvalue().splitlines())
    assert found["request"] != given
    assert len(found["request"]) == 32


def test_what_is_logged_while_a_request_is_answered_names_it(objects: StringIO) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        logging.getLogger("tournament").warning("slow\nthing at /me/%s/", KEY)
        return HttpResponse()

    log_requests(view)(RequestFactory().get("/", headers={"x-request-id": "12345678"}))
    logging.getLogger("tournament").warning("after it")
    during, after = map(json.loads, objects.getvalue().splitlines())
    assert (during["request"], during["message"]) == ("12345678", "slow\nthing at /me/…/")
    assert "request" not in after


@pytest.mark.parametrize("text", ['/me/%s"', "/me/%s\nnext", "/me/%s\\"])
def test_a_masked_line_stays_json(objects: StringIO, text: str) -> None:
    logging.getLogger("tournament").warning(text, KEY)
    (found,) = map(json.loads, objects.getvalue().splitlines())
    assert KEY not in found["message"]
    assert found["message"].startswith("/me/…")


def test_a_trace_stays_in_its_line(objects: StringIO) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error: /")
    (found,) = map(json.loads, objects.getvalue().splitlines())
    assert "RuntimeError: broken" in found["trace"]
