"""`GET /e/SLUG/live` as servers call it, on a hub that is told what there is."""

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone

from referee.live.streams import hub as hub_module
from referee.live.streams.application import Streams
from referee.live.streams.hub import Hub, Publishing
from referee.live.streams.reading import Answer, Followed, News
from tests.present import present
from tests.referee.live.streams.following import messages, state_after, versions

PATH = "/e/open/live"
Work = Callable[["World"], Awaitable[None]]


class World:
    """An event called `open` whose versions a test makes, and the readers of its stream."""

    def __init__(self, **limits: Any) -> None:
        self.version = 1
        self.oldest = 1
        self.hidden = False
        self.broken = False
        self.beat = timezone.now()
        self.passed_on: list[str] = []
        self.application = Streams(self.pass_on, Hub(self.read, **limits))

    def read(self, followed: Mapping[str, Followed]) -> Answer:
        if self.broken:
            raise DatabaseError
        if self.hidden or "open" not in followed:
            return Answer({}, self.beat)
        known = followed["open"]
        numbers = range(max(known.version + 1, self.oldest), self.version + 1)
        whole = f'{{"v":{self.version}}}' if known.snapshot else None
        patches = tuple((number, f'{{"v":{number}}}') for number in numbers)
        return Answer({"open": News(self.version, self.oldest, patches, whole)}, self.beat)

    async def pass_on(self, scope: Any, _receive: Any, send: Any) -> None:
        self.passed_on.append(scope["path"])
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def follow(self, path: str = PATH, **how: Any) -> "Following":
        return Following(self.application, path, **how)


class Following:
    """One request, and what came of it."""

    def __init__(
        self,
        application: Any,
        path: str = PATH,
        *,
        query: bytes = b"",
        method: str = "GET",
        client: str = "192.168.1.10",
        **headers: str,
    ) -> None:
        given = {"host": "localhost:8000", **headers}
        scope = {
            "type": "http",
            "path": path,
            "query_string": query,
            "method": method,
            "client": (client, 1),
            "headers": [(n.replace("_", "-").encode(), v.encode()) for n, v in given.items()],
        }
        self.sent: list[dict[str, Any]] = []
        self._gone = asyncio.Event()
        self._taking = asyncio.Event()
        self._taking.set()
        self.task = asyncio.create_task(application(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        await self._taking.wait()
        self.sent.append(message)

    def stop_taking(self) -> None:
        self._taking.clear()

    def take_on(self) -> None:
        self._taking.set()

    async def leave(self) -> None:
        self._gone.set()
        await self.task

    async def until(self, what: Callable[["Following"], Any]) -> None:
        async with asyncio.timeout(30):
            while not what(self):
                await asyncio.sleep(0.01)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"]) if self.sent else 0

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent[1:])

    @property
    def version(self) -> int:
        return max(versions(self.body), default=0)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    monkeypatch.setattr(hub_module, "NAP_SECONDS", 0.01)

    def running(work: Work, **limits: Any) -> None:
        async def whole() -> None:
            await work(World(**limits))

        asyncio.run(whole())

    return running


def test_a_change_comes_over_the_stream(run: Any) -> None:
    async def work(world: World) -> None:
        reader = world.follow(query=b"since=1")
        await reader.until(lambda one: messages(one.body))
        assert reader.status == 200
        assert reader.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert reader.headers["access-control-allow-origin"] == "*"
        assert reader.headers["x-content-type-options"] == "nosniff"
        assert "no-store" in reader.headers["cache-control"]
        for world.version in (2, 3):
            await reader.until(lambda one: one.version == world.version)
        assert state_after(reader.body, 1, {"v": 1}) == (3, {"v": 3})
        await reader.leave()
        assert world.passed_on == []

    run(work)


@pytest.mark.parametrize(
    ("query", "last", "first"),
    [
        (b"since=3", None, 4),
        (b"x=1&since=3", None, 4),
        (b"since=3", "4", None),  # the browser's own word is the newer one
        (b"", "3", 4),
        (b"", None, 5),
        (b"since=", None, 5),
        (b"since=-1", None, 5),
        (b"since=3;DROP", None, 5),
        (b"since=" + b"9" * 5_000, None, 5),
        (b"since=99999999999999999999", "3", 4),
        (b"", "9" * 20_000, 5),
        (b"", "\u0663", 5),  # a digit, but none of these
    ],
)
def test_a_reader_is_led_on_from_what_it_says(
    run: Any, query: bytes, last: str | None, first: int | None
) -> None:
    async def work(world: World) -> None:
        world.version, world.oldest = 5, 3
        headers = {} if last is None else {"last_event_id": last}
        reader = world.follow(query=query, **headers)
        await reader.until(lambda one: one.version == 5)
        kinds = [data for event, data in messages(reader.body) if event == "version"]
        assert kinds[0]["version"] == (first or 5)
        assert ("snapshot" in kinds[0]) == (first == 5)
        await reader.leave()

    run(work)


def test_beats_say_how_long_ago_the_publisher_lived(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "BEAT_SECONDS", 0.05)

    async def work(world: World) -> None:
        reader = world.follow(query=b"since=1")
        await reader.until(lambda one: len(messages(one.body)) >= 10)
        beats = [data for _event, data in messages(reader.body)]
        assert {beat["at"] for beat in beats} == {world.beat.isoformat()}
        assert beats[0]["age"] < beats[-1]["age"]
        world.beat = timezone.now()
        at = world.beat.isoformat()
        await reader.until(lambda one: messages(one.body)[-1][1]["at"] == at)
        since = (timezone.now() - world.beat).total_seconds()
        assert messages(reader.body)[-1][1]["age"] <= since + 0.1
        await reader.leave()

    run(work)


def test_a_beat_of_long_ago_is_known_as_such_at_once() -> None:
    publishing = Publishing()
    assert messages(publishing.message(1)) == [("beat", {"at": None, "age": None, "version": 1})]
    old = timezone.now() - dt.timedelta(seconds=60)
    publishing.record_heartbeat(Answer({}, old))
    assert messages(publishing.message(1))[0][1]["age"] >= 60


def test_an_event_that_is_hidden_ends_its_streams_and_has_no_others(run: Any) -> None:
    async def work(world: World) -> None:
        reader = world.follow(query=b"since=1")
        await reader.until(lambda one: one.body)
        world.hidden = True
        await reader.task
        assert reader.sent[-1] == {"type": "http.response.body", "body": b""}
        for path in (PATH, "/e/nothing/live"):
            other = world.follow(path)
            await other.task
            assert other.status == 404
        world.hidden = False
        again = world.follow(query=b"since=1")
        await again.until(lambda one: one.status == 200)
        await again.leave()

    run(work)


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"method": "HEAD"}, 200),
        ({"method": "OPTIONS"}, 204),
        ({"method": "POST"}, 405),
        ({"method": "TRACE"}, 405),
        ({"host": "elsewhere.example"}, 400),
        ({"host": ""}, 400),
        ({"method": "POST", "content_length": "5"}, 299),
        ({"content_length": "5"}, 299),
        ({"transfer_encoding": "chunked"}, 299),
        ({"path": "/e/open/live/"}, 299),
        ({"path": "/e/open/live\n"}, 299),
        ({"path": "/e/o\u0301pen/live"}, 299),
        ({"path": f"/e/{'x' * 61}/live"}, 299),
        ({"path": "/e/a/../b/live"}, 299),
    ],
)
def test_other_requests(run: Any, how: dict[str, str], status: int) -> None:
    async def work(world: World) -> None:
        reader = world.follow(**how)
        await reader.task
        assert reader.status == status
        assert reader.sent[-1]["body"] == b"" or status in (400, 405)
        assert (reader.status == 405) == ("allow" in reader.headers)

    run(work)


def test_an_address_has_so_many_and_all_so_many(run: Any) -> None:
    async def work(world: World) -> None:
        readers = [world.follow() for _one in range(2)]
        for reader in readers:
            await reader.until(lambda one: one.status == 200)
        refused = world.follow()
        await refused.task
        assert (refused.status, refused.headers["retry-after"]) == (503, "30")
        assert b"poll" in refused.body
        third = world.follow(client="192.168.1.11")
        await third.until(lambda one: one.status == 200)
        full = world.follow(client="192.168.1.12")
        await full.task
        assert full.status == 503
        await readers[0].leave()
        again = world.follow()
        await again.until(lambda one: one.status == 200)
        for reader in (readers[1], third, again):
            await reader.leave()

    run(work, most=3, most_of_address=2)


def test_who_is_refused_or_gone_before_an_answer_gives_the_place_back(run: Any) -> None:
    async def work(world: World) -> None:
        for _one in range(3):
            other = world.follow("/e/nothing/live")
            await other.task
            gone = world.follow()
            await gone.leave()
        reader = world.follow()
        await reader.until(lambda one: one.status == 200)
        await reader.leave()

    run(work, most=1)


def test_a_reader_who_takes_nothing_is_dropped_and_the_others_are_not(run: Any) -> None:
    async def work(world: World) -> None:
        slow, other = world.follow(query=b"since=1"), world.follow(query=b"since=1")
        for reader in (slow, other):
            await reader.until(lambda one: one.status == 200)
        slow.stop_taking()
        channel = world.application._hub._channels["open"]
        for _one in range(20):
            channel.send(b": " + b"x" * 65_536 + b"\n\n")
            await asyncio.sleep(0.01)
        world.version = 2
        await other.until(lambda one: one.version == 2)
        assert len(channel) == 1
        slow.take_on()
        await slow.task
        await other.leave()

    run(work)


def test_while_the_database_is_away_streams_stay_and_none_begins(run: Any) -> None:
    async def work(world: World) -> None:
        reader = world.follow(query=b"since=1")
        await reader.until(lambda one: one.status == 200)
        world.broken = True
        other = world.follow()
        await other.task
        assert (other.status, other.headers["retry-after"]) == (503, "30")
        world.broken, world.version = False, 2
        await reader.until(lambda one: one.version == 2)
        await reader.leave()

    run(work)


def test_nobody_asks_the_database_while_nobody_follows(run: Any) -> None:
    async def work(world: World) -> None:
        reader = world.follow()
        await reader.until(lambda one: one.status == 200)
        await reader.leave()
        await asyncio.sleep(0.05)
        world.broken = True  # whoever asked now would say so
        assert present(world.application._hub._task).done()
        assert world.application._hub._channels == {}
        world.broken = False
        again = world.follow()
        await again.until(lambda one: one.status == 200)
        await again.leave()

    run(work)
