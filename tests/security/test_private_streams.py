"""The streams of tablets and staff under those who have no right to them, or open many."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import psutil
import pytest

from referee.live.streams.private_hub import MAX_LISTENERS_OF_ADDRESS, MAX_LISTENERS_OF_KEY
from tests.security.attack import ANSWERED_WITHIN, Door, fields, status
from tests.security.test_streams import first_bytes, follow, received
from tests.services.private_hall import BEGIN, EPILOGUE, PROLOGUE
from tests.serving import Server

pytestmark = pytest.mark.services

MANY = MAX_LISTENERS_OF_ADDRESS + 50
TABLETS = MANY // MAX_LISTENERS_OF_KEY + 1
LAST_CHUNK = b"0\r\n\r\n"
MAX_GROWTH = 120 * 1024 * 1024
MORE = f"""
import json
from referee.models import Device, GameLog
from tournament.common.secret_tokens import hash_secret
from django.utils import timezone
game = GameLog.objects.get(table__round__event__slug="open")
Device.objects.bulk_create(
    Device(game=game, label=str(n), token_hash=hash_secret("t%d" % n), paired_at=timezone.now(),
           last_seen_at=timezone.now())
    for n in range({TABLETS})
)
"""


class Guarded:
    """A laptop's server, and what there is to attack."""

    def __init__(self, server: Server) -> None:
        self.server = server
        done = server.manage("shell", "-v0", "-c", BEGIN + MORE)
        assert done.returncode == 0, done.stderr
        self.made = json.loads(done.stdout.splitlines()[-1])
        self.path = f"/api/v1/games/{self.made['games'][0]}/live"

    def memory(self) -> int:
        assert self.server.process is not None
        (worker,) = psutil.Process(self.server.process.pid).children()
        return int(worker.memory_info().rss)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    server = Server(tmp_path_factory.mktemp("private"))
    server.migrate()
    made = Guarded(server)
    server.start()
    yield made
    server.kill()


@pytest.fixture
def door(guarded: Guarded) -> Door:
    return Door("127.0.0.1", guarded.server.port)


def bearer(token: str) -> str:
    return f"Authorization: Bearer {token}"


def still_served(guarded: Guarded, door: Door) -> None:
    """Whether a tablet that does nothing wrong is heard meanwhile, and soon."""
    token = guarded.made["tokens"][0]
    began = time.monotonic()
    answer = door.ask("GET", guarded.path.removesuffix("/live"), bearer(token))
    assert status(answer) == 200, answer[:200]
    assert time.monotonic() - began < ANSWERED_WITHIN


@pytest.mark.parametrize("who", ["nobody", "wrong", "another game's", "garbage", "a cookie"])
def test_who_has_no_right_hears_nothing(guarded: Guarded, door: Door, who: str) -> None:
    lines = {
        "nobody": (),
        "wrong": (bearer("x" * 43),),
        "another game's": (bearer(guarded.made["tokens"][1]),),
        "garbage": (bearer("\xff" * 500),),
        "a cookie": (f"Cookie: {guarded.made['cookie']}",),
    }[who]
    with follow(door, *lines, path=guarded.path) as one:
        answer = first_bytes(one)
    assert status(answer) == (404 if who == "another game's" else 401)
    assert b"event:" not in answer
    with follow(door, *lines, path="/organise/other/chief/live") as one:
        answer = first_bytes(one)
    # Whoever is signed in as the chief may.
    assert status(answer) == (200 if who == "a cookie" else 302)
    still_served(guarded, door)


def test_a_revoked_tablet_is_cut_off_and_let_in_no_more(guarded: Guarded, door: Door) -> None:
    token, device = guarded.made["second"]
    with follow(door, bearer(token), path=guarded.path) as one:
        assert b"event: ready" in received(one, b"event: ready")
        statement = f'revoke(device_id=UUID("{device}"), by=BY)'
        done = guarded.server.manage("shell", "-v0", "-c", PROLOGUE + statement + EPILOGUE)
        assert done.returncode == 0, done.stderr
        assert received(one, LAST_CHUNK, within=2).endswith(LAST_CHUNK)
    with follow(door, bearer(token), path=guarded.path) as again:
        assert status(first_bytes(again)) == 403


def test_an_address_that_opens_hundreds_is_told_to_ask_and_others_are_served(
    guarded: Guarded, door: Door
) -> None:
    before = guarded.memory()
    with ExitStack() as stack:
        opened = [
            stack.enter_context(
                follow(door, bearer(f"t{n // MAX_LISTENERS_OF_KEY}"), path=guarded.path)
            )
            for n in range(MANY)
        ]
        answers = [first_bytes(one) for one in opened]
        statuses = [status(answer) for answer in answers]
        assert statuses.count(200) == MAX_LISTENERS_OF_ADDRESS
        assert statuses.count(503) == MANY - MAX_LISTENERS_OF_ADDRESS
        assert fields(answers[statuses.index(503)], "retry-after") == ["30"]
        assert guarded.memory() - before < MAX_GROWTH
        still_served(guarded, door)
    end = time.monotonic() + 20
    while True:
        with follow(door, bearer("t0"), path=guarded.path) as again:
            if status(first_bytes(again)) == 200:
                break
        assert time.monotonic() < end
        time.sleep(0.2)


def test_guessing_tokens_leaves_nothing(guarded: Guarded, door: Door) -> None:
    before = guarded.memory()
    for batch in range(5):
        with ExitStack() as stack:
            asked = [
                stack.enter_context(follow(door, bearer(f"{batch}-{n}"), path=guarded.path))
                for n in range(200)
            ]
            assert {status(first_bytes(one)) for one in asked} == {401}
    assert guarded.memory() - before < MAX_GROWTH
    still_served(guarded, door)
