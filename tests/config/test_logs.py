"""A request that is refused for its form leaves one line, an error of ours its trace."""

import logging
import logging.config
from io import StringIO

import pytest
from django.conf import settings
from django.test import Client


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
