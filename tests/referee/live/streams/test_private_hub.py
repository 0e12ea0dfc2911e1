"""Who listens at a game or for an event, on a hub that is told what there is."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError

from referee.live.streams import private_hub
from referee.live.streams.audit_watch import Written
from referee.live.streams.private_application import PrivateStreams
from referee.live.streams.private_hub import PrivateHub
from referee.live.streams.private_reading import Asked, Seen
from referee.live.streams.staff import EventState
from referee.live.streams.tablets import TabletState
from tests.referee.live.streams.following import messages
from tests.referee.live.streams.test_application import Following
from tournament.common.secret_tokens import hash_secret

GAME, OTHER = (f"0000000{n}-0000-0000-0000-000000000000" for n in (1, 2))
AT_GAME = f"/api/v1/games/{GAME}/live"
FOR_STAFF = "/organise/open/chief/live"
TABLE, KEY = 7, 3
Work = Callable[["World"], Awaitable[None]]


class World:
    """A game whose tablets have the tokens `t1` to `t9`; an event, and the session `chiefchief`."""

    def __init__(self, **limits: int) -> None:
        state = TabletState(UUID(GAME), TABLE, "open", 5, ("playing",), allowed=True)
        self.tablets = {hash_secret(f"t{n}"): state for n in range(1, 10)}
        self.event = EventState("open", 5, (0,))
        self.door: HTTPStatus | int = KEY
        self.written = Written()
        self.broken = False
        self.looks: list[Asked] = []
        self.passed_on: list[str] = []
        self.hub = PrivateHub(self.look, **limits)
        self.application = PrivateStreams(self.pass_on, self.hub, lambda request: True)

    def look(self, asked: Asked) -> Seen:
        self.looks.append(asked)
        if self.broken:
            raise DatabaseError
        written, self.written = self.written, Written()
        doors = {
            door: self.door if door[0] == "chiefchief" else HTTPStatus.UNAUTHORIZED
            for door in asked.doors
        }
        return Seen(written, self.tablets, {KEY: self.event}, doors)

    async def pass_on(self, scope: Any, _receive: Any, send: Any) -> None:
        self.passed_on.append(scope["path"])
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def change(self, who: str = "t1", **fields: Any) -> None:
        self.tablets[hash_secret(who)] = replace(self.tablets[hash_secret(who)], **fields)

    def tablet(self, who: str = "t1", path: str = AT_GAME, **how: Any) -> Following:
        return Following(self.application, path, authorization=f"Bearer {who}", **how)

    def page(self, session: str = "chiefchief", **how: Any) -> Following:
        return Following(self.application, FOR_STAFF, cookie=f"sessionid={session}", **how)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    monkeypatch.setattr(private_hub, "NAP_SECONDS", 0.01)

    def running(work: Work, **limits: int) -> None:
        async def whole() -> None:
            await work(World(**limits))

        asyncio.run(whole())

    return running


def heard(one: Following) -> list[tuple[str, Any]]:
    """What came but beats."""
    return [(event, data) for event, data in messages(one.body) if event != "beat"]


async def ready(*listeners: Following) -> None:
    for one in listeners:
        await one.until(heard)
        assert heard(one) == [("ready", {"poll_ms": 10_000})]


async def hears(one: Following, event: str, data: dict[str, int]) -> None:
    await one.until(lambda one: len(heard(one)) > 1)
    assert heard(one)[1:] == [(event, data)]


async def leave(*listeners: Following) -> None:
    for one in listeners:
        await one.leave()


def test_a_log_that_goes_on_is_told_with_its_last_row(run: Any) -> None:
    async def work(world: World) -> None:
        tablet, other = world.tablet("t1"), world.tablet("t2")
        await ready(tablet, other)
        assert tablet.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert "access-control-allow-origin" not in tablet.headers
        world.change("t1", head=6)
        await hears(tablet, "moved", {"seq": 6})
        assert len(heard(other)) == 1
        await leave(tablet, other)
        assert len(world.hub) == 0

    run(work)


@pytest.mark.parametrize(
    "written",
    [
        Written(events=frozenset({"open"})),
        Written(tables=frozenset({TABLE}), tables_events=frozenset({"open"})),
        Written(anything=True),
    ],
)
def test_what_was_written_is_told_to_tablet_and_staff(run: Any, written: Written) -> None:
    async def work(world: World) -> None:
        listeners = [world.tablet(), world.page()]
        await ready(*listeners)
        world.written = written
        for one in listeners:
            await hears(one, "changed", {})
        await leave(*listeners)

    run(work)


def test_what_concerns_another_table_or_event_is_not_told(run: Any) -> None:
    async def work(world: World) -> None:
        tablet, page = world.tablet(), world.page()
        await ready(tablet, page)
        world.written = Written(frozenset({"other"}), frozenset({8}), frozenset({"open"}))
        await hears(page, "changed", {})
        assert len(heard(tablet)) == 1
        await leave(tablet, page)

    run(work)


def test_the_staff_hear_that_tables_went_on_and_that_others_write(run: Any) -> None:
    async def work(world: World) -> None:
        page = world.page()
        await ready(page)
        world.event = replace(world.event, logs=9)
        await hears(page, "moved", {"seq": 9})
        world.event = replace(world.event, rest=(1,))
        await page.until(lambda one: heard(one)[-1] == ("changed", {}))
        await leave(page)

    run(work)


@pytest.mark.parametrize("fields", [{"rest": ("finished",)}, {"rest": ("finished",), "head": 6}])
def test_what_no_audit_row_tells_is_told_too(run: Any, fields: dict[str, Any]) -> None:
    async def work(world: World) -> None:
        tablet = world.tablet()
        await ready(tablet)
        world.change(**fields)
        await hears(tablet, "changed", {})
        await leave(tablet)

    run(work)


@pytest.mark.parametrize("gone", ["revoked", "replaced", "elsewhere"])
def test_a_channel_is_closed_with_the_right_to_it(run: Any, gone: str) -> None:
    async def work(world: World) -> None:
        tablet, other = world.tablet("t1"), world.tablet("t2")
        await ready(tablet, other)
        if gone == "revoked":
            world.change("t1", allowed=False)
        elif gone == "elsewhere":
            world.change("t1", game=UUID(OTHER))
        else:
            del world.tablets[hash_secret("t1")]
        await asyncio.wait_for(tablet.task, 5)
        assert not other.task.done()
        await leave(other)

    run(work)


def test_a_page_is_closed_where_its_session_or_right_ended(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_hub, "DOOR_SECONDS", 0.02)

    async def work(world: World) -> None:
        page = world.page()
        await ready(page)
        world.door = HTTPStatus.FORBIDDEN
        await asyncio.wait_for(page.task, 5)

    run(work)


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"who": "wrong"}, 401),
        ({"who": "t1", "path": f"/api/v1/games/{OTHER}/live"}, 404),
        ({"who": ""}, 299),
        ({"who": "x" * 201}, 299),
        ({"who": "t1 t2"}, 299),
        ({"who": "t1", "method": "POST"}, 299),
        ({"who": "t1", "method": "HEAD"}, 200),
        ({"who": "t1", "host": "elsewhere.example"}, 299),
        ({"who": "t1", "content_length": "5"}, 299),
        ({"who": "t1", "path": f"/api/v1/games/{GAME}/live/"}, 299),
        ({"who": "t1", "path": f"/api/v1/games/{GAME.upper()}x/live"}, 299),
    ],
)
def test_who_brings_something_else_is_refused(run: Any, how: dict[str, str], status: int) -> None:
    async def work(world: World) -> None:
        tablet = world.tablet(**how)
        await asyncio.wait_for(tablet.task, 5)
        assert tablet.status == status
        assert len(world.hub) == 0

    run(work)


def test_what_may_not_be_sent_in_clear_is_refused_elsewhere(run: Any) -> None:
    async def work(world: World) -> None:
        streams = PrivateStreams(world.pass_on, world.hub, lambda request: request.is_secure())
        one = Following(streams, AT_GAME, authorization="Bearer t1")
        await one.task
        assert one.status == 299

    run(work)


def test_there_is_room_for_so_many_in_all_and_of_an_address(run: Any) -> None:
    async def work(world: World) -> None:
        two = [world.tablet("t1"), world.page()]
        await ready(*two)
        refused = world.tablet("t2")
        await refused.task
        assert (refused.status, refused.headers["retry-after"]) == (503, "30")
        third = world.tablet("t3", client="192.168.1.11")
        await ready(third)
        full = world.tablet("t4", client="192.168.1.12")
        await full.task
        assert full.status == 503
        await two[0].leave()
        again = world.tablet("t2")
        await ready(again)
        await leave(two[1], third, again)

    run(work, most=3, most_of_address=2)


def test_of_one_token_the_oldest_stream_makes_room(run: Any) -> None:
    async def work(world: World) -> None:
        same = [world.tablet("t1") for _n in range(private_hub.MAX_LISTENERS_OF_KEY)]
        await ready(*same)
        newest = world.tablet("t1")
        await ready(newest)
        await asyncio.wait_for(same[0].task, 5)
        assert not any(one.task.done() for one in (*same[1:], newest))
        await leave(*same[1:], newest)

    run(work)


def test_who_takes_nothing_has_one_message_waiting(run: Any) -> None:
    async def work(world: World) -> None:
        tablet = world.tablet()
        await ready(tablet)
        tablet.stop_taking()
        for head in range(6, 26):
            world.change(head=head)
            await asyncio.sleep(0.02)
        before = len(heard(tablet))
        tablet.take_on()
        await tablet.until(lambda one: heard(one)[-1] == ("moved", {"seq": 25}))
        assert len(heard(tablet)) <= before + 2
        await leave(tablet)

    run(work)


def test_while_the_database_is_away_no_beat_comes_and_none_begins(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_hub, "BEAT_SECONDS", 0.01)

    async def work(world: World) -> None:
        tablet = world.tablet()
        await tablet.until(lambda one: len(messages(one.body)) > 3)
        world.broken = True
        other = world.tablet("t2")
        await other.task
        assert other.status == 503
        before = len(tablet.body)
        await asyncio.sleep(0.1)
        assert len(tablet.body) == before
        world.broken = False
        await tablet.until(lambda one: len(one.body) > before)
        await leave(tablet)

    run(work)


def test_nobody_looks_while_nobody_listens(run: Any) -> None:
    async def work(world: World) -> None:
        tablet = world.tablet()
        await ready(tablet)
        await leave(tablet)
        await asyncio.sleep(0.05)
        looked = len(world.looks)
        await asyncio.sleep(0.05)
        assert len(world.looks) == looked

    run(work)
