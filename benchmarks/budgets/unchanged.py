"""The CPU that a page of an event that has not changed costs all the server's processes."""

import http.client
from urllib.parse import urlsplit

import psutil

from benchmarks.live.processes import cpu_seconds

CPU_MS = 3.0
REQUESTS = 200
WARM = 5
ACCEPTED = {"Accept-Encoding": "br, gzip"}


def cpu_of_page(base: str, path: str) -> tuple[float, float]:
    """Return the milliseconds of CPU for the whole page, and for the answer that nothing changed.

    The server's processes are children of this one.
    """
    connection = http.client.HTTPConnection(urlsplit(base).netloc)
    try:
        etag = [_ask(connection, path, ACCEPTED) for _ in range(WARM)][-1]
        whole = _cpu_of_requests(connection, path, ACCEPTED)
        return whole, _cpu_of_requests(connection, path, {**ACCEPTED, "If-None-Match": etag})
    finally:
        connection.close()


def _cpu_of_requests(
    connection: http.client.HTTPConnection, path: str, headers: dict[str, str]
) -> float:
    before = _cpu_of_server()
    for _ in range(REQUESTS):
        _ask(connection, path, headers)
    return (_cpu_of_server() - before) * 1000 / REQUESTS


def _ask(connection: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> str:
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer.getheader("ETag", "")


def _cpu_of_server() -> float:
    """Return the CPU seconds that the children of this process have used so far."""
    return sum(cpu_seconds(child.pid) for child in psutil.Process().children())
