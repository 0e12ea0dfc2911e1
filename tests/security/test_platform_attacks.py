"""The attacks of `tests/security` against the platform that `docs/operations.md` describes: nginx
by TLS as `config/deploy/nginx.conf` has it, two web processes, one for streams, a Celery worker,
PostgreSQL and Redis."""

import datetime as dt
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from referee.tablet.api.access import PairThrottle
from tests.collected import collect
from tests.e2e.waiting import until
from tests.migrated import new_postgres
from tests.on_services import redis
from tests.security import attack
from tests.security.attack import (
    BODY_ENDS,
    LARGE,
    LATER,
    MAX_SENT,
    Door,
    ended_within,
    fields,
    pour,
    read_to_end,
    status,
)
from tests.services.nginx import Nginx
from tests.serving import ROOT, Server

pytestmark = [pytest.mark.services, pytest.mark.long]

NAME = "play.example.org"
MAKE = """
from django.contrib.auth.models import User
from tests.tournament.making import make_event
make_event("open", players=4, name="Spring Open")
make_event("hidden", players=4, name="Secret Cup", published=False)
User.objects.create_superuser("olga", password="an honest long phrase")
"""
# Of the others nginx answers in its own words, keeps a slow body itself, and sends HSTS.
AS_THEY_ARE = (
    "hundred_megabytes_after_permission",
    "lengths_that_are_none",
    "four_hundred_silent_connections",
    "four_hundred_half_heads",
    "a_head_line_by_line",
    "a_head_without_end",
    "requests_to_no_path",
    "a_name_that_was_made_to_lead_here",
    "a_connection_kept_for_nothing",
    "cookies_that_leave_in_clear",
    "clear_text_to_an_encrypted_door",
)
SAID = (
    "X-Forwarded-For: 198.51.100.{n}",
    "X-Real-IP: 198.51.100.{n}",
    "Forwarded: for=198.51.100.{n};proto=https",
    "X_Forwarded_For: 198.51.100.{n}",
    "X-Forwarded-For: 198.51.100.{n}, 127.0.0.1",
    "True-Client-IP: 198.51.100.{n}",
)


def site(web: Server, streams: Server, folder: Path) -> str:
    """The documented proxy with a certificate of the tests, by HTTPS only."""
    text = (ROOT / "config" / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    zones, _http, https = text.split("\nserver {\n")
    for documented, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{web.port}"),
        ("127.0.0.1:8001", f"127.0.0.1:{streams.port}"),
    ):
        assert documented in zones
        zones = zones.replace(documented, here)
    for documented, here in (
        ("listen 443 ssl;", "listen 127.0.0.1:{port} ssl;"),
        ("    listen [::]:443 ssl;\n", ""),
        ("/etc/ssl/play.example.org", str(folder / "site")),
        ("/var/log/nginx", str(folder)),
    ):
        assert documented in https
        https = https.replace(documented, here)
    return f"{zones}\nserver {{\n{https}"


def write_certificate(folder: Path) -> None:
    """A key and its certificate, which nobody signed."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = dt.datetime.now(dt.UTC)
    named = x509.SubjectAlternativeName([x509.DNSName(NAME)])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - dt.timedelta(days=1)).add_extension(named, True)
    signed = builder.not_valid_after(now + dt.timedelta(days=1)).sign(key, hashes.SHA256())
    (folder / "site.crt").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    (folder / "site.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))


class Platform:
    """Its `door` is nginx; `web` is behind it, on `data`."""

    def __init__(self, nginx: Nginx, web: Server, data: Path) -> None:
        self.door = Door("127.0.0.1", nginx.port, tls=True, name=NAME)
        self.web, self.data = web, data

    def ask(self, path: str, *lines: str, method: str = "GET", body: bytes = b"") -> bytes:
        """The answer to one request, whose host has no port."""
        return self.door.ask(method, path, *lines, host=NAME, body=body)

    def run(self, program: str) -> None:
        """Do this in a process of its own on the same data."""
        done = self.web.manage("shell", "-v0", "-c", program)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    data, folder = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("nginx")
    collect(data / "static")
    write_certificate(folder)
    with ExitStack() as stack:
        named: dict[str, Any] = {
            "database": new_postgres("attacked"),
            "cache": stack.enter_context(redis()),
        }
        web = Server(data, **named, workers=2)
        streams = Server(data, **named, streams=True)
        for each in (web, streams):
            each.environment |= {"HTTPS": "true", "ALLOWED_HOSTS": NAME}
        # Its workers read what is in a folder of ours.
        user = "user root;" if os.geteuid() == 0 else ""
        nginx = Nginx(folder, site(web, streams, folder), before=user)
        found = Platform(nginx, web, data)
        found.run(MAKE)
        for each in (web, streams):
            stack.callback(each.kill)
            each.start()
        stack.enter_context(celery_worker(web))
        stack.callback(nginx.stop)
        nginx.start()
        yield found


@contextmanager
def celery_worker(web: Server) -> Iterator[None]:
    """The process that draws and publishes, as `config/deploy/` starts it."""
    command = [sys.executable, "-m", "config.command_line", "worker", "--concurrency", "1"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    worker = subprocess.Popen(
        command, cwd=ROOT, env=web.environment, start_new_session=True, **quiet
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def body_of(answer: bytes) -> bytes:
    """What comes after the head."""
    return answer.partition(b"\r\n\r\n")[2]


def test_no_attack_on_the_door_succeeds(platform: Platform, subtests: pytest.Subtests) -> None:
    every = {**attack.EVERY, **attack.ENCRYPTED}
    attacks = {name: every[name] for name in AS_THEY_ARE}
    with ThreadPoolExecutor(len(attacks)) as pool:
        begun = attack.begin(platform.door, attacks, pool)
    for name, outcome in begun.items():
        with subtests.test(name.replace("_", " ")):
            outcome.result()


@pytest.mark.parametrize("chunked", [False, True])
def test_no_body_is_taken_that_is_too_large(platform: Platform, chunked: bool) -> None:
    line = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {LARGE}"
    piece = b"10000\r\n" + b"x" * 65_536 + b"\r\n" if chunked else b"x" * 65_536
    for method, path in attack.BODIES:
        with platform.door.connect() as one:
            one.sendall(platform.door.head(method, path, line, host=NAME) + b"\r\n")
            sent, answer = pour(one, piece)
        assert status(answer) == 413, (method, path, answer[:200])
        assert sent < MAX_SENT, (method, path)


def test_no_header_is_an_address_of_ones_own(platform: Platform) -> None:
    """Codes are guessed from one address that says to be another each time."""
    body = b'{"code": "AAAA-000000", "request_id": "7d0d0b1e-9a3b-4a8e-8b64-3c2a4c5b7c11"}'
    most, statuses = PairThrottle.allowed_rate[0], []
    for number in range(most + 3):
        said = SAID[number % len(SAID)].format(n=number)
        lines = (said, "Content-Type: application/json")
        statuses.append(status(platform.ask("/api/v1/pair", *lines, method="POST", body=body)))
    assert set(statuses[:most]) == {404}
    assert set(statuses[most:]) == {429}


POISON = (
    ("X-Forwarded-Host: evil.example",),
    ("X-Forwarded-Host: evil.example", "X-Forwarded-Port: 1", "X-Forwarded-Proto: http"),
    ("Forwarded: host=evil.example;proto=http",),
    ("X-Original-URL: /organise/", "X-Rewrite-URL: /organise/"),
    ("X-Forwarded-Prefix: /evil.example", "X-Script-Name: /evil.example"),
    ("Script-Name: /evil.example", "Remote-User: olga", "X-Remote-User: olga"),
    ("Accept-Language: evil.example, ../../x", "Origin: https://evil.example"),
    ("If-None-Match: *", "Range: bytes=0-1"),
    ("Cookie: __Host-language=evil.example; __Host-sessionid=evil.example",),
)
KEPT = ("/", "/e/open/", "/e/open/embed/", "/e/open/feed.atom", "/api/v1/public/events/open")


@pytest.mark.parametrize("path", KEPT)
def test_no_reader_sees_what_another_one_asked(platform: Platform, path: str) -> None:
    """Pages are kept for everybody: nothing of a request is in them, whichever came first."""
    for number, lines in enumerate(POISON):
        address = f"{path}?evil.example={number}"
        platform.ask(address, *lines)
        platform.ask(path, *lines)
        answers = [platform.ask(path) for _process in range(3)]
        for answer in answers:
            assert status(answer) == 200, lines
            assert b"evil.example" not in answer, lines
            assert not fields(answer, "set-cookie"), lines


@pytest.mark.parametrize(
    "host", ["evil.example", f"{NAME}@evil.example", f"evil.example#{NAME}", ""]
)
def test_no_other_host_is_answered(platform: Platform, host: str) -> None:
    head = f"GET /e/open/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    absolute = (
        f"GET https://{host or 'x'}/e/open/ HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n"
    )
    for request in (head, absolute):
        with platform.door.connect() as one:
            one.sendall(request.encode())
            answer = read_to_end(one)
        assert status(answer) == 400, request
        assert b"Spring Open" not in answer


HIDDEN = (
    "/e/hidden/",
    "/e/hidden/live",
    "/e/hidden/screen/",
    "/e//hidden/",
    "/e/./hidden/",
    "/e/open/../hidden/",
    "/e/open/%2e%2e/hidden/",
    "/e/open%2f..%2fhidden/",
    "/e/open/live/../../hidden/live",
    "/e/open/live%2f..%2f..%2fhidden%2flive",
    "/e/%68idden/live",
    "/e/hidden/live?since=0",
    "/e/hidden/live;/e/open/live",
    "/e/hidden%00/live",
    "/api/v1/public/events/hidden",
    "/api/v1/public/events/hidden/snapshot",
    "/api/v1/public/events/open/../hidden",
    "/publish/hidden",
    "/organise/hidden/chief/live",
    "/organise/hidden/",
)


def test_a_hidden_event_is_like_none_by_any_spelling(platform: Platform) -> None:
    for path in HIDDEN:
        lines = ("Accept: text/event-stream",) if "live" in path else ()
        answer = platform.ask(path, *lines)
        assert status(answer) in (302, 400, 401, 403, 404), (path, answer[:300])
        assert b"Secret" not in answer, path
        unknown = platform.ask(
            path.replace("hidden", "nobody").replace("%68idden", "nobody"), *lines
        )
        assert status(unknown) == status(answer), path
        assert fields(unknown, "content-type") == fields(answer, "content-type"), path


def test_a_body_that_never_comes_ends(platform: Platform) -> None:
    """Both wait at once."""
    door, lines = platform.door, ("Content-Length: 1000", "Transfer-Encoding: chunked")
    with door.connect() as one, door.connect() as other:
        for silent, line in zip((one, other), lines, strict=True):
            silent.sendall(door.head("POST", "/api/v1/pair", line, host=NAME) + b"\r\n")
        for silent in (one, other):
            assert status(ended_within(silent, BODY_ENDS + LATER)) in (0, 408)


FILES = (
    "/static/../secret-key",
    "/static/%2e%2e/secret-key",
    "/static/..%2fsecret-key",
    "/static/..%5csecret-key",
    "/static/%252e%252e/secret-key",
    "/static//../secret-key",
    "/static/admin/../../secret-key",
    "/tablet/../secret-key",
    "/tablet/..%2f..%2fsecret-key",
    "/qr/..%2f..%2fsecret-key",
    "//secret-key",
)


def test_no_file_beside_the_static_ones_is_served(platform: Platform) -> None:
    key = (platform.data / "secret-key").read_bytes().strip()
    for path in FILES:
        answer = platform.ask(path)
        assert status(answer) in (301, 400, 404), (path, answer[:200])
        assert key not in answer, path


def test_no_header_makes_another_method_of_one(platform: Platform) -> None:
    for lines in (
        ("X-HTTP-Method-Override: DELETE",),
        ("X-HTTP-Method: PUT", "X-Method-Override: PUT"),
        ("Content-Type: application/x-www-form-urlencoded",),
    ):
        answer = platform.ask("/e/open/?_method=DELETE", *lines)
        assert status(answer) == 200
        form = b"_method=GET&_HttpMethod=GET"
        assert status(platform.ask("/e/open/", *lines, method="POST", body=form)) in (403, 405)
    for method in ("TRACE", "TRACK", "DEBUG", "PROPFIND", "get", "GET\tX"):
        answer = platform.ask("/e/open/", "X-Secret: told", method=method)
        assert status(answer) in (400, 403, 405), (method, answer[:200])
        assert b"told" not in answer


# What two servers in a row may read as different lengths of one request.
SMUGGLED = (
    "Content-Length: {length}\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: {length}",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
    "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding : chunked",
    " Transfer-Encoding: chunked",
    "X: y\nTransfer-Encoding: chunked",
    "Transfer-Encoding:\x0bchunked",
    'Transfer-Encoding: "chunked"',
    "Content-Length: 5\r\nContent-Length: {length}",
    "Content-Length: +5",
    "Content-Length: 5, {length}",
    "Transfer_Encoding: chunked\r\nContent-Length: 5",
)
INSIDE = b"0\r\n\r\nGET /api/v1/public/events/smuggled HTTP/1.1\r\nHost: play.example.org\r\nX: "


def test_no_request_is_hidden_in_another(platform: Platform) -> None:
    """Connections to the web processes are kept, and shared by all visitors."""
    for lines in SMUGGLED:
        told = lines.format(length=len(INSIDE))
        head = f"POST /language/ HTTP/1.1\r\nHost: {NAME}\r\n{told}\r\n\r\n"
        with suppress(OSError), platform.door.connect() as one:
            one.settimeout(3)
            one.sendall(head.encode("latin-1") + INSIDE)
            with suppress(socket.timeout, ssl.SSLError):
                one.recv(65_536)
        for _visitor in range(4):
            answer = platform.ask("/api/v1/public/events/open")
            assert status(answer) == 200, lines
            assert json.loads(body_of(answer).decode())["slug"] == "open", lines


def test_a_stream_ends_once_its_event_is_hidden(platform: Platform) -> None:
    """A right is withdrawn while the stream is open: nothing more comes over it."""
    platform.run("from tests.tournament.making import make_event; make_event('brief', players=4)")
    path, lines = "/e/brief/live?since=0", ("Accept: text/event-stream", "Connection: close")
    with ExitStack() as connections:

        def open_stream() -> tuple[socket.socket, bytes] | None:
            one = connections.enter_context(platform.door.connect())
            one.sendall(platform.door.head("GET", path, *lines, host=NAME) + b"\r\n")
            told = one.recv(65_536)
            return (one, told) if status(told) == 200 else None

        # On a busy machine the event is a little later there than here.
        one, told = until(open_stream)
        platform.run(HIDE)
        told += read_to_end(one, within=5)
    assert b"Renamed" not in told
    assert status(platform.ask(path, *lines)) == 404


HIDE = """
from tests.tournament.making import BY
from tournament.events.services.events import update_event
from tournament.models import Event
update_event(event=Event.objects.get(slug="brief"), by=BY, published=False)
update_event(event=Event.objects.get(slug="brief"), by=BY, name="Renamed")
"""


def test_logs_of_the_proxy_keep_no_secret(platform: Platform) -> None:
    platform.ask(
        "/me/A-SECRET-TOKEN/?again=1", "Referer: https://play.example.org/me/A-SECRET-TOKEN/"
    )
    logs = Path(platform.data).parent.glob("nginx*/*.log")
    assert not [log for log in logs if re.search("SECRET-TOKEN", log.read_text("utf-8"))]
