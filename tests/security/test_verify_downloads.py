"""A server that attacks whoever verifies it: sizes, redirects, paths, endless pages."""

import io
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from referee.live.verification import download as downloads
from referee.live.verification.download import DownloadError, EventAddress, address_of, download
from referee.live.verification.reading import MalformedError

Answer = Callable[[BaseHTTPRequestHandler], None]
TABLE = {"seats": {}, "result": {"record": "0" * 64}}


def state(**changes: Any) -> dict[str, Any]:
    """A snapshot of one table."""
    event = {
        "name": "Evil",
        "edition": "us-2011",
        "mode": "two-hour",
        "rulings": {},
        "points_by_place": [6],
        "tie_breaks": [],
    }
    rounds = {"1": {"tables": {"1": TABLE}}}
    return {"event": event, "players": {}, "rounds": rounds, "standings": {"rows": {}}, **changes}


def snapshot(value: dict[str, Any]) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    digest = sha256(text.encode()).hexdigest()
    return json.dumps({"version": 1, "digest": digest, "snapshot": value}).encode()


def sends(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


def endless(request: BaseHTTPRequestHandler) -> None:
    """Bytes until the other side hangs up, a bounded number of times."""
    request.send_response(200)
    request.end_headers()
    for _part in range(4_000):
        request.wfile.write(b" " * 65_536)


GOOD: dict[str, Answer] = {
    "snapshot": sends(snapshot(state())),
    "records": sends(b'{"items":[],"next":null}'),
    "record": sends(b"{}\n"),
}


@contextmanager
def serving(**answers: Answer) -> Iterator[EventAddress]:
    """A server on this machine that answers so."""
    by_end = {**GOOD, **answers}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            by_end[self.path.partition("?")[0].rpartition("/")[2]](self)

        def log_message(self, *_given: object) -> None:
            """Nothing is said."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_given: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield EventAddress(f"http://127.0.0.1:{server.server_address[1]}", "open")
    finally:
        server.shutdown()
        server.server_close()


def refused(folder: Path, **answers: Answer) -> str:
    """Why the download ends."""
    with serving(**answers) as address, pytest.raises((DownloadError, MalformedError)) as caught:
        download(address, folder)
    return str(caught.value)


def test_a_good_server_is_no_attack(tmp_path: Path) -> None:
    with serving() as address:
        download(address, tmp_path)
    files = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.json*"))
    assert files == ["round-1/table-1.amr.jsonl", "snapshot.json"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["snapshot", "records", "record"])
def test_an_endless_answer_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for limit in ("MAX_SNAPSHOT_BYTES", "MAX_PAGE_BYTES", "MAX_RECORD_BYTES"):
        monkeypatch.setattr(downloads, limit, 1_000_000)
    assert "more than 1,000,000 bytes" in refused(tmp_path, **{name: endless})


def test_all_answers_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "MAX_TOTAL_BYTES", 300)
    assert "in all" in refused(tmp_path)


def test_a_slow_answer_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "DEADLINE", -1.0)
    assert "takes more than" in refused(tmp_path)


@pytest.mark.parametrize("where", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://x/"])
def test_a_redirect_leads_to_no_other_scheme(tmp_path: Path, where: str) -> None:
    """Ours or urllib's own refusal."""
    said = refused(tmp_path, snapshot=sends(b"", 302, Location=where))
    assert "not HTTPS" in said or "HTTP 302" in said
    assert list(tmp_path.rglob("*.*")) == []


def test_a_redirect_does_not_leave_https() -> None:
    rule = downloads._Redirects()
    for address, allowed in (("http://b.example/", False), ("https://b.example/", True)):
        request = urllib.request.Request("https://a.example/")
        given = (request, io.BytesIO(), 302, "Found", HTTPMessage(), address)
        if allowed:
            followed = rule.redirect_request(*given)
            assert followed is not None
            assert followed.full_url == address
        else:
            with pytest.raises(DownloadError, match="not HTTPS"):
                rule.redirect_request(*given)


def test_redirects_have_an_end(tmp_path: Path) -> None:
    def around(request: BaseHTTPRequestHandler) -> None:
        sends(b"", 302, Location=request.path)(request)

    assert refused(tmp_path, snapshot=around)


def test_what_is_compressed_is_not_unpacked(tmp_path: Path) -> None:
    bomb = sends(b"\x1f\x8b", Content_Encoding="gzip")
    assert "compressed" in refused(tmp_path, snapshot=bomb)


@pytest.mark.parametrize("name", ["../../x", "1/../../x", "-1", "1e3", "٣", "9" * 30])
def test_no_name_of_a_round_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    rounds = {name: {"tables": {"1": TABLE}}}
    assert refused(inner, snapshot=sends(snapshot(state(rounds=rounds))))
    assert [file for file in tmp_path.rglob("*") if inner not in file.parents] == [inner]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "item",
    [
        {"round": "../x", "table": 1, "statement": {}},
        {"round": 1, "table": -1, "statement": {}},
        {"round": 1, "table": 1, "statement": []},
        7,
    ],
)
def test_a_list_of_records_of_another_form_is_refused(tmp_path: Path, item: Any) -> None:
    page = json.dumps({"items": [item], "next": None}).encode()
    assert "records" in refused(tmp_path, records=sends(page))


def test_pages_without_an_end_are_left(tmp_path: Path) -> None:
    page = b'{"items":[{"round":1,"table":1,"statement":{}}],"next":"again"}'
    assert "without an end" in refused(tmp_path, records=sends(page))


def test_a_snapshot_of_another_digest_is_refused(tmp_path: Path) -> None:
    forged = snapshot(state()).replace(b"Evil", b"Good")
    assert "digest" in refused(tmp_path, snapshot=sends(forged))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"[" * 90_000, b'{"snapshot":' + b"9" * 9_000 + b"}"]
)
def test_a_snapshot_that_is_none_is_refused(tmp_path: Path, body: bytes) -> None:
    assert "snapshot.json" in refused(tmp_path, snapshot=sends(body))


@pytest.mark.parametrize("asked", ["0", "-5", "99999999", "soon", "1e9"])
def test_a_server_cannot_let_one_wait_for_ever(asked: str) -> None:
    assert 1 <= downloads._wait(asked) <= 60


def test_a_busy_server_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    busy = sends(b"", 429, Retry_After="7")
    assert "HTTP 429" in refused(tmp_path, records=busy)
    assert waits == [7.0] * (downloads.ATTEMPTS - 1)


def test_a_server_whose_event_changes_all_the_time_is_left(tmp_path: Path) -> None:
    asked = iter(range(1_000))

    def another(request: BaseHTTPRequestHandler) -> None:
        sends(snapshot(state(players={f"p{next(asked)}": {"seed": 1}})))(request)

    with serving(snapshot=another) as address, pytest.raises(downloads.ChangedError):
        download(address, tmp_path)


def test_who_signs_in_by_an_address_sends_no_password() -> None:
    found = address_of("https://olga:secret@play.example.org/e/open/")
    assert found is not None
    assert found.server == "https://play.example.org"
    for address in ("https://x/e/", "https://x/e/a%2Fb/", "javascript:/e/open/", "/e/open/", "x"):
        assert address_of(address) is None
