"""Bodies that nobody asked for, on the platform's interface: granian's WSGI processes."""

import threading
from collections.abc import Iterator

import psutil
import pytest

from tests.security import attack
from tests.security.attack import Door
from tests.security.test_doors import Watch
from tests.serving import Server

pytestmark = pytest.mark.services

SIZES = ["hundred_megabytes_with_a_length", "hundred_megabytes_in_chunks"]
SIZES += ["hundred_megabytes_after_permission", "letters_read_again_and_again"]


@pytest.fixture
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Door, Watch]]:
    """Two processes as the platform runs them, without the proxy before them."""
    data, temporary = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("temporary")
    server = Server(data, workers=2)
    server.environment["TMPDIR"] = str(temporary)
    server.migrate()
    # Static files are not collected: their pages would fail to name them.
    server.environment["DEBUG"] = "true"
    server.start()
    assert server.process
    watch = Watch(temporary, psutil.Process(server.process.pid).children())
    watching = threading.Thread(target=watch.run)
    watching.start()
    yield Door("127.0.0.1", server.port), watch
    watch.end()
    watching.join()
    server.kill()


def test_no_attack_succeeds_without_the_proxy(
    platform: tuple[Door, Watch], subtests: pytest.Subtests
) -> None:
    door, watch = platform
    for name in SIZES:
        with subtests.test(name.replace("_", " ")):
            for _ in range(3):
                attack.EVERY[name](door)
    with subtests.test("a small body in chunks is read as ever"):
        answer = send_in_chunks(door, b'{"request_id": "x", "code": "abc"}')
        assert attack.status(answer) == 400
        assert b"request_id" in answer
    with subtests.test("nothing touched the disk or filled the memory"):
        watch.check()


def send_in_chunks(door: Door, body: bytes) -> bytes:
    """The answer to a body whose length is not told."""
    lines = ("Transfer-Encoding: chunked", "Content-Type: application/json", "Connection: close")
    with door.connect() as one:
        one.sendall(door.head("POST", "/api/v1/pair", *lines) + b"\r\n")
        one.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        return attack.read_to_end(one)
