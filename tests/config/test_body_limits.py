"""The table of how large bodies may be, and that every way to send one obeys it."""

import re
from pathlib import Path

import pytest

from config.body_limits import (
    KIB,
    MAX_BODY_BYTES,
    MAX_BODY_SECONDS,
    MIB,
    allowed_seconds,
    declared_bytes,
    most_bytes,
)
from referee.tablet.api import parsing
from tournament.people.views import uploaded_list

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/", 4 * KIB),
        ("/language/", 4 * KIB),
        ("/nowhere", 4 * KIB),
        ("", 4 * KIB),
        ("/api/v1/pair", 4 * KIB),
        ("/api/v1/games/7d0d0b1e/events", 256 * KIB),
        ("/tablet/judge/", 256 * KIB),
        ("/tablet/", 4 * KIB),
        ("/organise/spring/players/", 5 * MIB),
        ("/organise/spring/players", 5 * MIB),
        ("/organise/spring/r/1/draw/", 256 * KIB),
        ("/organise/chief/games/x/revise/1/", 256 * KIB),
        ("/organise/sign-in/", 4 * KIB),
        ("/admin/tournament/event/add/", MIB),
        # What only looks like another address is not one.
        ("/ADMIN/", 4 * KIB),
        ("//admin/", 4 * KIB),
        ("/administration", 4 * KIB),
        ("/apis", 4 * KIB),
    ],
)
def test_each_path_has_a_limit(path, most):
    assert most_bytes(path) == most


def test_what_the_pages_themselves_take_fits_within_the_limits():
    assert most_bytes("/api/v1/games/x/events") >= parsing.MAX_BODY_BYTES
    # A list comes back as base64, and each of its characters may be escaped in a form.
    in_base64 = -(-uploaded_list.MAX_BYTES // 3) * 4
    assert most_bytes("/organise/x/players/") > in_base64 + 64 * KIB


def test_no_body_is_large_enough_for_django_to_write_it_to_the_disk(settings):
    largest = max(most for _path, most in MAX_BODY_BYTES)
    assert largest <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE
    assert largest <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "", "9" * 5_000, "0x10", " 1", "1_0"])
def test_a_length_that_is_no_number_is_more_than_any_limit(length):
    assert declared_bytes(length) > max(most for _path, most in MAX_BODY_BYTES)


def test_a_slow_line_may_send_much_but_nobody_little_for_long():
    assert allowed_seconds(0) == MAX_BODY_SECONDS
    assert allowed_seconds(3 * MIB) > 300
    assert allowed_seconds(256 * KIB) < 60


def proxy_limits() -> dict[str, int]:
    """`client_max_body_size` of each location of the proxy's configuration, in bytes."""
    text = (ROOT / "config" / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    units = {"k": KIB, "m": MIB}
    found = re.findall(
        r"location\s+([^{]+?)\s*\{[^}]*?client_max_body_size\s+(\d+)([km]);", text, re.DOTALL
    )
    return {place: int(number) * units[unit] for place, number, unit in found}


def nginx_location(pattern: str) -> str:
    """A row of the table as nginx says it."""
    if "*" in pattern:
        return "~ ^" + pattern.replace("*", "[^/]+")
    return pattern


@pytest.mark.parametrize("path", ["*", "", "localhost:22", "api/v1/pair"])
def test_what_is_no_path_has_a_limit_too(path):
    assert most_bytes(path) == min(most for _pattern, most in MAX_BODY_BYTES)


def test_the_proxy_has_the_same_limits_as_the_table():
    assert proxy_limits() == {nginx_location(path): most for path, most in MAX_BODY_BYTES}
