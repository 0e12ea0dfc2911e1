"""Attacks on a running server's doors: bodies, silence, clear text.

    python -m tests.security.attack http://localhost:8000
    python -m tests.security.attack https://localhost:8443
    python -m tests.security.attack http://hall.local:8000 --over 192.168.1.10

The last one attacks over an address of this machine on the hall's network, as another would;
the name is one that the server answers to. All attacks run side by side for some 45 seconds. For
servers of one's own only.
"""

import re
import socket
import ssl
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

MANY = 400
LARGE = 100 * 1024 * 1024
# What a refused sender can bring on its way before it notices: buffers on both sides, and what is
# thrown away so that the answer arrives.
MAX_SENT = 16 * 1024 * 1024
# The server's own times, and what a busy machine adds.
HEAD_ENDS, IDLE_ENDS, BODY_ENDS, READER_ENDS = 10, 30, 20, 30
LATER = 12
ANSWERED_WITHIN = 8.0


@dataclass(frozen=True)
class Door:
    """A server: where it is reached, by which name it is asked, and whether it speaks TLS."""

    host: str
    port: int
    tls: bool = False
    name: str = "localhost"

    @property
    def authority(self) -> str:
        """What belongs into Host."""
        return f"{self.name}:{self.port}"

    def connect(self, *, receive_buffer: int = 0) -> socket.socket:
        """A connection that nothing was sent on (but TLS's handshake)."""
        plain = self.connect_silently(receive_buffer=receive_buffer)
        if not self.tls:
            return plain
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        return trusting.wrap_socket(plain)

    def connect_silently(self, *, receive_buffer: int = 0) -> socket.socket:
        """A connection without even a handshake."""
        found = socket.socket(socket.AF_INET6 if ":" in self.host else socket.AF_INET)
        found.settimeout(ANSWERED_WITHIN)
        if receive_buffer:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        found.connect((self.host, self.port))
        return found

    def head(self, method: str, path: str, *lines: str, host: str = "") -> bytes:
        """The head of a request, without its last, empty line."""
        first = f"{method} {path} HTTP/1.1\r\nHost: {host or self.authority}\r\n"
        return (first + "".join(f"{line}\r\n" for line in lines)).encode()

    def ask(self, method: str, path: str, *lines: str, host: str = "", body: bytes = b"") -> bytes:
        """The whole answer to one request."""
        given = [*lines, "Connection: close", *([f"Content-Length: {len(body)}"] if body else [])]
        with self.connect() as one:
            one.sendall(self.head(method, path, *given, host=host) + b"\r\n" + body)
            return read_to_end(one)


Attack = Callable[[Door], None]
EVERY: dict[str, Attack] = {}
"""On any door."""
IN_CLEAR: dict[str, Attack] = {}
"""From another machine, without encryption."""
ENCRYPTED: dict[str, Attack] = {}
"""On a door that speaks TLS itself."""


def named(group: dict[str, Attack]) -> Callable[[Attack], Attack]:
    """Register an attack by its function's name."""

    def register(attack: Attack) -> Attack:
        group[attack.__name__] = attack
        return attack

    return register


def read_to_end(one: socket.socket, within: float = ANSWERED_WITHIN) -> bytes:
    """What comes until the connection is closed; TimeoutError when that takes longer."""
    end = time.monotonic() + within
    parts: list[bytes] = []
    while True:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        one.settimeout(left)
        try:
            part = one.recv(65_536)
        except (ConnectionError, ssl.SSLError):
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def status(answer: bytes) -> int:
    """The status of the first answer; 0 without one."""
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else 0


def fields(answer: bytes, name: str) -> list[str]:
    """The values of a header."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1")
    return re.findall(rf"(?im)^{name}: *(.*?)\r?$", head)


def serves_others(door: Door) -> None:
    """Whether somebody who does nothing wrong is served meanwhile, and soon."""
    began = time.monotonic()
    answer = door.ask("GET", "/")
    seconds = time.monotonic() - began
    assert status(answer) == 200, answer[:200]
    assert seconds < ANSWERED_WITHIN, f"an answer took {seconds:.1f} s"


def ended_within(one: socket.socket, seconds: float, drip: bytes = b"") -> bytes:
    """What is answered until the server closes the connection, while `drip` is sent each second."""
    end = time.monotonic() + seconds
    found = b""
    one.settimeout(1.0)
    while time.monotonic() < end:
        try:
            if drip:
                one.sendall(drip)
            part = one.recv(65_536)
            if not part:
                return found
            found += part
            if drip:
                time.sleep(1.0)
        except TimeoutError:
            continue
        except (ConnectionError, ssl.SSLError):
            return found
    raise AssertionError(f"still open after {seconds:.0f} s")


def pour(one: socket.socket, piece: bytes) -> tuple[int, bytes]:
    """Send `piece` again and again, 100 MB in all unless the server stops it; how many bytes went,
    and the answer."""
    sent = 0
    one.settimeout(0.2)
    with suppress(ConnectionError, ssl.SSLError):
        while sent < LARGE:
            with suppress(TimeoutError):
                sent += one.send(piece)
            one.setblocking(False)
            try:
                answer = one.recv(65_536)
                one.settimeout(0.2)
                return sent, answer
            except (BlockingIOError, ssl.SSLWantReadError):
                one.settimeout(0.2)
    return sent, read_to_end(one)


BODIES = [
    ("POST", "/"),
    ("PUT", "/"),
    ("GET", "/"),
    ("POST", "/language/"),
    ("POST", "/i18n/setlang/"),
    ("POST", "/nowhere"),
    ("POST", "/e/spring-open-2026/"),
    ("POST", "/static/x"),
    ("POST", "/api/v1/pair"),
    ("POST", "/api/v1/games/7d0d0b1e-9a3b-4a8e-8b64-3c2a4c5b7c11/events"),
    ("POST", "/tablet/judge/"),
    ("POST", "/tablet/setup/"),
    ("POST", "/admin/login/"),
    ("POST", "/admin/"),
    ("POST", "/replay/"),
    ("POST", "/organise/x/players/"),
    ("POST", "/organise/x/r/1/draw/swap/"),
]


def check_refused(sent: int, answer: bytes, what: str) -> None:
    """The 413 has to arrive, and the connection to end."""
    assert status(answer) == 413, (what, answer[:200])
    assert fields(answer, "connection") == ["close"], what
    assert fields(answer, "x-content-type-options") == ["nosniff"], what
    assert sent < MAX_SENT, f"{what}: {sent >> 20} MB were taken"


@named(EVERY)
def hundred_megabytes_with_a_length(door: Door) -> None:
    """Nothing of a body is read whose length says that it is too large."""
    for method, path in BODIES:
        with door.connect() as one:
            one.sendall(door.head(method, path, f"Content-Length: {LARGE}") + b"\r\n")
            check_refused(*pour(one, b"x" * 65_536), what=f"{method} {path}")


@named(EVERY)
def hundred_megabytes_in_chunks(door: Door) -> None:
    """A body without a length is counted while it comes."""
    piece = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    for method, path in BODIES:
        with door.connect() as one:
            one.sendall(door.head(method, path, "Transfer-Encoding: chunked") + b"\r\n")
            check_refused(*pour(one, piece), what=f"{method} {path}")


@named(EVERY)
def hundred_megabytes_after_permission(door: Door) -> None:
    """Who asks first is not told to go on."""
    lines = (f"Content-Length: {LARGE}", "Expect: 100-continue")
    with door.connect() as one:
        one.sendall(door.head("POST", "/", *lines) + b"\r\n")
        answer = read_to_end(one)
    assert status(answer) == 413, answer[:200]


@named(EVERY)
def lengths_that_are_none(door: Door) -> None:
    """Nonsense is refused, and no number is too long to read."""
    for lines in (
        ("Content-Length: -1",),
        ("Content-Length: 1e9",),
        (f"Content-Length: {'9' * 30}",),
        (f"Content-Length: {'9' * 5_000}",),
        ("Content-Length: 1", "Content-Length: 2"),
        ("Content-Length: 5", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: gzip",),
    ):
        with door.connect() as one:
            one.sendall(door.head("POST", "/", *lines) + b"\r\n")
            answer = ended_within(one, ANSWERED_WITHIN + BODY_ENDS)
        assert status(answer) in (0, 400, 408, 413, 501), (lines, answer[:200])


@named(EVERY)
def letters_read_again_and_again(door: Door) -> None:
    """30 kB of letters and one U+202E took seven seconds of the only worker."""
    body = b'{"code":"' + b"a" * 30_000 + "\u202e".encode() + b'"}'
    began = time.monotonic()
    answer = door.ask("POST", "/api/v1/pair", "Content-Type: application/json", body=body)
    assert status(answer) == 413
    assert fields(answer, "content-type") == ["application/problem+json"]
    assert time.monotonic() - began < ANSWERED_WITHIN


@named(EVERY)
def a_body_byte_by_byte(door: Door) -> None:
    """A sender that is slow without need is told so."""
    with door.connect() as one:
        one.sendall(door.head("POST", "/language/", "Content-Length: 1000") + b"\r\n")
        answer = ended_within(one, BODY_ENDS + LATER, drip=b"x")
    assert status(answer) == 408, answer[:200]


@named(EVERY)
def a_body_that_never_comes(door: Door) -> None:
    """The same of one that is silent after its head, with a length and without."""
    for line in ("Content-Length: 1000", "Transfer-Encoding: chunked"):
        with door.connect() as one:
            one.sendall(door.head("POST", "/api/v1/pair", line) + b"\r\n")
            answer = ended_within(one, BODY_ENDS + LATER)
        assert status(answer) == 408, answer[:200]


@contextmanager
def many_silent(door: Door, first: bytes = b"") -> Iterator[list[socket.socket]]:
    """400 connections, each with so much sent on it."""
    with ExitStack() as stack:
        found = []
        for _ in range(MANY):
            found.append(stack.enter_context(door.connect_silently()))
            if first:
                found[-1].sendall(first)
        yield found


def check_many(door: Door, first: bytes) -> None:
    """Others are served beside them, and they end."""
    with many_silent(door, first) as silent:
        for _ in range(3):
            serves_others(door)
        end = time.monotonic() + HEAD_ENDS + LATER
        for one in silent:
            ended_within(one, max(1.5, end - time.monotonic()))


@named(EVERY)
def four_hundred_silent_connections(door: Door) -> None:
    """Not a byte is sent: with TLS not even a handshake is begun."""
    check_many(door, b"")


@named(EVERY)
def four_hundred_half_heads(door: Door) -> None:
    """The head of a request, or the first packet of a handshake, has no end."""
    check_many(door, b"\x16\x03\x01\x02\x00\x01" if door.tls else door.head("GET", "/"))


@named(EVERY)
def a_head_line_by_line(door: Door) -> None:
    """Slowloris: a head that always has another line."""
    with door.connect() as one:
        one.sendall(door.head("GET", "/"))
        ended_within(one, HEAD_ENDS + LATER, drip=b"X-More: 1\r\n")
    serves_others(door)


@named(EVERY)
def a_head_without_end(door: Door) -> None:
    """A head of 100 MB, in many lines and in one."""
    for start, piece in ((b"", b"X-More: " + b"x" * 1_000 + b"\r\n"), (b"X-More: ", b"x" * 4_096)):
        with door.connect() as one:
            one.sendall(door.head("GET", "/") + start)
            sent, answer = pour(one, piece)
        assert status(answer) in (0, 400, 431), answer[:200]
        assert sent < MAX_SENT


@named(EVERY)
def a_body_without_end_beside_its_body(door: Door) -> None:
    """What chunks have beside their bytes, and what follows the last, is no body: 60 MB of it were
    kept, and copied with each packet."""
    piece = b"x" * 65_536
    for start in (b"5\r\nhello\r\n0\r\nX-More: ", b"5; more="):
        with door.connect() as one:
            one.sendall(door.head("POST", "/", "Transfer-Encoding: chunked") + b"\r\n" + start)
            sent, answer = pour(one, piece)
        assert status(answer) in (0, 400), answer[:200]
        assert sent < MAX_SENT, f"{start!r}: {sent >> 20} MB were taken"


@named(EVERY)
def requests_to_no_path(door: Door) -> None:
    """HTTP's own forms of a target that is no path of ours are refused, and no error."""
    for method, target in (("OPTIONS", "*"), ("CONNECT", "localhost:22"), ("GET", "localhost:80")):
        answer = door.ask(method, target)
        assert 400 <= status(answer) < 500, (method, target, answer[:200])


@named(EVERY)
def a_connection_kept_for_nothing(door: Door) -> None:
    """After an answer nothing more is asked."""
    with door.connect() as one:
        one.sendall(door.head("GET", "/language/") + b"\r\n")
        ended_within(one, IDLE_ENDS + LATER)


@named(EVERY)
def a_connection_kept_by_empty_lines(door: Door) -> None:
    """After an answer come line ends, which stand for nothing."""
    with door.connect() as one:
        one.sendall(door.head("GET", "/language/") + b"\r\n")
        ended_within(one, IDLE_ENDS + LATER, drip=b"\r\n")


@named(EVERY)
def a_reader_who_never_reads(door: Door) -> None:
    """Answers are asked for and not taken: the server does not keep them for ever."""
    path = largest_file(door)
    with door.connect(receive_buffer=4_096) as one:
        one.settimeout(1.0)
        with suppress(TimeoutError, ConnectionError, ssl.SSLError):
            for _ in range(400):
                one.sendall(door.head("GET", path) + b"\r\n")
        serves_others(door)
        time.sleep(READER_ENDS + LATER)
        # All that was on its way can be read; then it ends.
        taken = len(ended_within(one, LATER))
    assert taken < MAX_SENT


def largest_file(door: Door) -> str:
    """A static file that the front page names, the largest of its fonts and scripts."""
    page = door.ask("GET", "/").decode()
    paths: set[str] = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    return max(paths, key=lambda path: len(door.ask("GET", path)))


PROTECTED = [
    "/admin/",
    "/admin/login/",
    "/admin/auth/user/",
    "/organise/x/now/",
    "/organise/x/players/",
    "/organise/x/r/1/draw/",
    "/tablet/",
    "/tablet/judge/",
    "/tablet/release.json",
    "/api/v1/pair",
    "/api/v1/games/7d0d0b1e-9a3b-4a8e-8b64-3c2a4c5b7c11",
]
FORM = b"csrfmiddlewaretoken"


def check_closed(answer: bytes, what: object) -> None:
    """Neither a page of the console nor a form to sign in."""
    assert status(answer) == 403, (what, answer[:200])
    assert b'type="password"' not in answer, what
    assert not fields(answer, "location"), what


@named(IN_CLEAR)
def the_console_in_clear(door: Door) -> None:
    """From the hall's network only public pages and the tablets' set-up are open."""
    for path in PROTECTED:
        for method in ("GET", "POST"):
            check_closed(door.ask(method, path), (method, path))
    for path in ("/", "/tablet/setup/", "/e/spring-open-2026/"):
        assert status(door.ask("GET", path)) in (200, 404), path


@named(IN_CLEAR)
def headers_that_say_one_is_somebody_else(door: Door) -> None:
    """The connection says who it is; what a proxy would say does not count."""
    for lines in (
        ("X-Forwarded-For: 127.0.0.1",),
        ("X-Forwarded-Proto: https",),
        ("X-Forwarded-Proto: https", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: localhost"),
        ("X-Real-IP: 127.0.0.1",),
        ("Forwarded: for=127.0.0.1;proto=https;host=localhost",),
        ("X_Forwarded_Proto: https", "Front-End-Https: on", "X-Forwarded-Ssl: on"),
    ):
        for host in ("", f"localhost:{door.port}", f"127.0.0.1:{door.port}"):
            check_closed(door.ask("GET", "/admin/login/", *lines, host=host), (lines, host))


@named(IN_CLEAR)
def paths_that_look_public(door: Door) -> None:
    """No spelling of an address leads around the guard."""
    for path in (
        "//admin/login/",
        "/%61dmin/login/",
        "/e/../admin/login/",
        "/static/../admin/login/",
        "/static/%2e%2e/admin/login/",
        "/tablet/setup/../../admin/login/",
        "/admin/login/?next=/e/",
        "/admin/login/;/e/",
        "/ADMIN/login/",
        "/admin%2flogin/",
        f"http://localhost:{door.port}/admin/login/",
        f"https://localhost:{door.port}/admin/login/",
    ):
        answer = door.ask("GET", path)
        assert status(answer) in (400, 403, 404), (path, answer[:200])
        assert b'type="password"' not in answer, path


@named(IN_CLEAR)
def a_password_in_clear(door: Door) -> None:
    """A form that was kept from before is not taken either."""
    body = b"username=organiser&password=x&csrfmiddlewaretoken=" + b"a" * 32
    form = "Content-Type: application/x-www-form-urlencoded"
    answer = door.ask("POST", "/admin/login/", form, f"Cookie: csrftoken={'a' * 32}", body=body)
    check_closed(answer, "sign-in")
    assert not fields(answer, "set-cookie")


@named(EVERY)
def a_name_that_was_made_to_lead_here(door: Door) -> None:
    """DNS rebinding: the browser on this machine asks by the name of another site."""
    for path in ("/admin/login/", "/api/v1/pair", "/"):
        answer = door.ask("GET", path, host=f"evil.example:{door.port}")
        assert status(answer) == 400, (path, answer[:200])


@named(EVERY)
def memory_of_https_only(door: Door) -> None:
    """HSTS would shut the other port of a laptop's name for a year."""
    for path in ("/", "/admin/login/", "/tablet/setup/"):
        assert not fields(door.ask("GET", path), "strict-transport-security"), path


@named(ENCRYPTED)
def cookies_that_leave_in_clear(door: Door) -> None:
    """Each cookie is for HTTPS and this very host only, and no script reads it."""
    answer = door.ask("GET", "/organise/sign-in/")
    cookies = fields(answer, "set-cookie")
    assert status(answer) == 200
    assert FORM in answer
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Host-"), cookie
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= parts, cookie


@named(ENCRYPTED)
def clear_text_to_an_encrypted_door(door: Door) -> None:
    """HTTP without TLS gets no answer, and ends."""
    with door.connect_silently() as one:
        one.sendall(door.head("GET", "/admin/login/") + b"\r\n")
        assert FORM not in ended_within(one, HEAD_ENDS + LATER)


def begin(
    door: Door, attacks: dict[str, Attack], pool: ThreadPoolExecutor
) -> dict[str, Future[None]]:
    """All of these attacks at once."""
    return {name: pool.submit(attack, door) for name, attack in attacks.items()}


def main() -> int:
    """Attack one server; 1 when an attack succeeds."""
    parser = ArgumentParser(prog="python -m tests.security.attack", description=__doc__)
    parser.add_argument("base", help="such as http://localhost:8000")
    parser.add_argument("--over", help="an address of the hall's network: attack the clear text")
    given = parser.parse_args()
    at = urlsplit(given.base)
    tls = at.scheme == "https"
    port = at.port or (443 if tls else 80)
    if given.over:
        door, attacks = Door(given.over, port, name=str(at.hostname)), IN_CLEAR
    else:
        door = Door(str(at.hostname), port, tls, str(at.hostname))
        attacks = {**EVERY, **(ENCRYPTED if tls else {})}
    failed = 0
    with ThreadPoolExecutor(len(attacks)) as pool:
        for name, outcome in begin(door, attacks, pool).items():
            error = outcome.exception()
            failed += error is not None
            said = f"SUCCEEDED: {error!r}" if error else "held off"
            print(f"{name.replace('_', ' ')}: {said}", flush=True)  # noqa: T201
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
