"""A request that is refused for its form leaves one line, an error of ours its trace."""

import logging
import logging.config
import sqlite3
from io import StringIO

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client


class LockedError(Exception):
    """What a driver says of a database that another process holds."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


@pytest.fixture
def lines() -> StringIO:
    """What the configured handler writes."""
    made = logging.config.DictConfigurator(settings.LOGGING)
    made.configure()
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
