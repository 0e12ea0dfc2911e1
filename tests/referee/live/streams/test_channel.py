"""The readers of one event: whoever has which version, everybody is led to the newest."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest

from referee.live.streams.channel import Channel
from referee.live.streams.readers import MAX_PENDING_BYTES, Reader
from referee.live.streams.reading import Followed, News
from referee.live.streams.wire import beat_message
from tests.referee.live.streams.following import messages, state_after, versions

BEAT = "2026-05-16T10:00:00+00:00"


def beat(version: int) -> bytes:
    return beat_message(None, None, version)


def patches(first: int, last: int) -> tuple[tuple[int, str], ...]:
    return tuple((number, f'{{"v":{number}}}') for number in range(first, last + 1))


def news(version: int, *, after: int = 0, oldest: int = 1, whole: bool = False) -> News:
    snapshot = f'{{"v":{version}}}' if whole else None
    return News(version, oldest, patches(max(after + 1, oldest), version), snapshot)


def take(channel: Channel, found: News) -> Followed:
    """What was asked for, and how the next question is."""
    channel.take(found, beat)
    return channel.next_request()


def received(reader: Reader) -> bytes:
    return asyncio.run(reader.next())


@pytest.fixture
def join() -> Callable[..., Reader]:
    def joined(channel: Channel, version: int | None) -> Reader:
        reader = Reader("192.168.1.10", version)
        channel.join(reader)
        channel.next_request()
        return reader

    return joined


def channel_at(version: int, **how: Any) -> Channel:
    channel = Channel()
    take(channel, news(version, **how))
    return channel


def test_who_has_the_newest_gets_a_beat_and_then_each_version(join: Any) -> None:
    channel = channel_at(5)
    reader = join(channel, 5)
    assert reader.status is None
    take(channel, news(5, after=5))
    assert reader.status is HTTPStatus.OK
    assert messages(received(reader)) == [("beat", {"at": None, "age": None, "version": 5})]
    take(channel, news(7, after=5))
    assert state_after(received(reader), 5, {"v": 5}) == (7, {"v": 7})


def test_all_get_the_same_bytes(join: Any) -> None:
    channel = channel_at(5)
    readers = [join(channel, 5) for _one in range(3)]
    take(channel, news(5, after=5))
    for reader in readers:
        received(reader)
    take(channel, news(6, after=5))
    first, *others = (received(reader) for reader in readers)
    assert all(other is first for other in others)


def test_who_missed_some_gets_those(join: Any) -> None:
    channel = channel_at(9, oldest=4)
    reader = join(channel, 6)
    take(channel, news(9, after=9))
    assert state_after(received(reader), 6, {"v": 6}) == (9, {"v": 9})


@pytest.mark.parametrize("version", [None, 0, 2, 10, 999_999_999])
def test_who_has_nothing_or_what_is_too_old_or_none_of_ours_gets_the_whole(
    join: Any, version: int | None
) -> None:
    channel = channel_at(9, oldest=4)
    reader = join(channel, version)
    assert take(channel, news(9, after=9)) == Followed(9, snapshot=True)
    assert reader.status is None
    assert take(channel, news(9, after=9, whole=True)) == Followed(9)
    assert [data for event, data in messages(received(reader)) if event == "version"] == [
        {"version": 9, "snapshot": {"v": 9}}
    ]
    # Kept for who comes next, until there is another version.
    second = join(channel, None)
    assert take(channel, news(9, after=9)) == Followed(9)
    assert versions(received(second)) == [9]
    third = join(channel, None)
    assert take(channel, news(10, after=9)) == Followed(10, snapshot=True)
    assert third.status is None


def test_what_hides_something_takes_the_patches_before_it(join: Any) -> None:
    channel = channel_at(5)
    take(channel, news(6, after=5, oldest=6))
    reader = join(channel, 4)
    assert take(channel, news(6, after=6, oldest=6)).snapshot
    up_to_date = join(channel, 5)
    take(channel, news(6, after=6, oldest=6))
    assert versions(received(up_to_date)) == [6]
    assert reader.status is None


def test_after_a_gap_everybody_gets_the_whole(join: Any) -> None:
    channel = channel_at(5)
    reader = join(channel, 5)
    take(channel, news(5, after=5))
    received(reader)
    # Versions 6 and 7 were gone before anybody looked.
    assert take(channel, news(8, after=7, oldest=8)).snapshot
    take(channel, news(8, after=8, oldest=8, whole=True))
    assert state_after(received(reader), 5, {"v": 5}) == (8, {"v": 8})
    assert reader.status is HTTPStatus.OK


def test_of_a_database_put_back_everybody_gets_the_whole(join: Any) -> None:
    channel = channel_at(9)
    reader = join(channel, 9)
    take(channel, news(9, after=9))
    received(reader)
    assert take(channel, News(3, 1)).snapshot
    take(channel, News(3, 1, (), '{"v":3}'))
    assert state_after(received(reader), 9, {"v": 9}) == (3, {"v": 3})
    take(channel, news(4, after=3))
    assert state_after(received(reader), 3, {"v": 3}) == (4, {"v": 4})


def test_who_joins_while_an_answer_is_on_its_way_is_answered_by_the_next(join: Any) -> None:
    channel = channel_at(5)
    take(channel, news(5, after=5, whole=True))
    reader = Reader("192.168.1.10", 6)
    channel.join(reader)
    channel.take(news(5, after=5), beat)  # asked for before version 6 was there
    assert reader.status is None
    channel.next_request()
    channel.take(news(6, after=5), beat)
    assert versions(received(reader)) == []


def test_who_is_too_slow_is_dropped_and_holds_nothing(join: Any) -> None:
    channel = channel_at(1)
    slow, other = join(channel, 1), join(channel, 1)
    take(channel, news(1, after=1))
    message = b"x" * (MAX_PENDING_BYTES // 4)
    for _one in range(4):
        received(other)
        channel.send(message)
    assert slow.ended
    assert received(slow) == b""
    assert not other.ended
    assert len(channel) == 1


def test_one_message_may_be_large(join: Any) -> None:
    channel = channel_at(1)
    reader = join(channel, 1)
    take(channel, news(1, after=1))
    received(reader)
    channel.send(b"x" * (2 * MAX_PENDING_BYTES))
    assert len(received(reader)) == 2 * MAX_PENDING_BYTES


def test_of_an_event_that_is_hidden_streams_end_and_none_begins(join: Any) -> None:
    channel = channel_at(1)
    following, waiting = join(channel, 1), None
    take(channel, news(1, after=1))
    waiting = join(channel, 1)
    channel.close()
    assert following.ended
    assert waiting.status is HTTPStatus.NOT_FOUND
    assert len(channel) == 0


def test_without_a_database_who_waits_is_sent_away_and_who_follows_stays(join: Any) -> None:
    channel = channel_at(1)
    following = join(channel, 1)
    take(channel, news(1, after=1))
    waiting = join(channel, 1)
    channel.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
    assert not following.ended
    assert waiting.status is HTTPStatus.SERVICE_UNAVAILABLE
    assert len(channel) == 1


def test_a_gap_during_which_the_database_is_away_ends_nothing(join: Any) -> None:
    channel = channel_at(5)
    reader = join(channel, 5)
    take(channel, news(5, after=5))
    take(channel, news(8, after=7, oldest=8))
    channel.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
    assert not reader.ended
    received(reader)
    channel.next_request()
    channel.take(news(8, after=8, oldest=8, whole=True), beat)
    assert versions(received(reader)) == [8]
