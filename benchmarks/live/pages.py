"""Unchanged pages and snapshots: requests a second of the platform's web processes, beside a bare
Django view that answers with the same bytes, and nginx with the same bytes in a file."""

import json
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live.processes import cpu_seconds, free_port, granian, platform, prepare, server
from benchmarks.live.requests import HEAD_END, Answered, load
from benchmarks.live.serving_nginx import files

PLAYERS = (24, 1_000)
PATHS = {"page": "/e/{}/", "snapshot": "/api/v1/public/events/{}/snapshot"}
OURS = "ours"
BARE = "a bare Django view"
SECONDS = 5.0
WARM_SECONDS = 1.0
KEPT_HEADERS = ("content-type", "content-encoding", "cache-control", "etag", "vary")


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: what was asked for (a key of `PATHS`), whether by somebody who had it, who
    answered, with the seconds of CPU of its processes."""

    what: str
    had: bool
    by: str
    players: int
    size: int
    workers: int
    answered: Answered
    cpu: float


def request(path: str, etag: str = "") -> bytes:
    """Return a browser's request for a page."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: localhost",
        "Accept: */*",
        "Accept-Language: en",
        "Accept-Encoding: gzip, deflate, br",
        *([f"If-None-Match: {etag}"] if etag else []),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def fetch(port: int, path: str) -> tuple[dict[str, str], bytes]:
    """Return headers, by their names in lower case, and body of a page."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request(path).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        received = b"".join(iter(lambda: connection.recv(1 << 18), b""))
    head, _end, body = received.partition(HEAD_END)
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{path}: {head[:100]!r}")
    pairs = (line.partition(":") for line in head.decode().split("\r\n")[1:])
    return {name.lower(): value.strip() for name, _, value in pairs}, body


def measured(process: int, port: int, asked: bytes, status: bytes) -> tuple[Answered, float]:
    """Return what was answered, once warm, and the CPU it took."""
    load(port, asked, status, WARM_SECONDS)
    before = cpu_seconds(process)
    found = load(port, asked, status, SECONDS)
    return found, cpu_seconds(process) - before


def measure(database: str, cache: str) -> list[Row]:
    """Return all rows, on a platform's database and cache."""
    with tempfile.TemporaryDirectory(prefix="live-") as data:
        environment = platform(database, cache, data)
        prepare(environment, *PLAYERS)
        rows: list[Row] = []
        for workers in (1, 2):
            port = free_port()
            command = granian("config.wsgi:application", port, workers)
            with server(command, port, environment) as process:
                for what in PATHS:
                    for players in PLAYERS:
                        rows += _ours(what, players, workers, process, port, data)
        for what in PATHS:
            for players in PLAYERS:
                rows += [_bare(what, players, data), _nginx(what, players, data)]
    return rows


def _ours(
    what: str, players: int, workers: int, process: int, port: int, data: str
) -> Iterator[Row]:
    path = PATHS[what].format(f"players-{players}")
    headers, body = fetch(port, path)
    _body(what, players, data).write_bytes(body)
    kept = {name: headers[name] for name in KEPT_HEADERS if name in headers}
    _headers(what, players, data).write_text(json.dumps(kept))
    for had, etag, status in ((False, "", b"200"), (True, headers["etag"], b"304")):
        found, cpu = measured(process, port, request(path, etag), status)
        yield Row(what, had, OURS, players, len(body), workers, found, cpu)


def _bare(what: str, players: int, data: str) -> Row:
    body = _body(what, players, data)
    environment = {
        "BARE_BODY": str(body),
        "BARE_HEADERS": _headers(what, players, data).read_text(),
    }
    port = free_port()
    command = granian("benchmarks.live.bare:application", port, 1)
    with server(command, port, environment) as process:
        found, cpu = measured(process, port, request("/"), b"200")
    return Row(what, False, BARE, players, body.stat().st_size, 1, found, cpu)


def _nginx(what: str, players: int, data: str) -> Row:
    body = _body(what, players, data)
    with files(data, f"location / {{ try_files /{body.name} =404; }}") as (process, port):
        found, cpu = measured(process, port, request("/"), b"200")
    return Row(what, False, "nginx, a file", players, body.stat().st_size, 1, found, cpu)


def _body(what: str, players: int, data: str) -> Path:
    return Path(data, f"{what}-{players}.body")


def _headers(what: str, players: int, data: str) -> Path:
    return Path(data, f"{what}-{players}.headers")
