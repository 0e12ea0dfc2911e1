"""What a benchmark's reader counts: what is missing of a stream, what comes twice, nothing else."""

from typing import Any

import pytest

from benchmarks.live.readers import Found, Messages, Reader

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


class Crowd:
    """The other readers, who are none; `asked` are the versions that were asked for."""

    version = 0
    hosts = ("127.0.0.1",)

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.wholes = self

    def ask(self, _reader: Any, version: int) -> None:
        self.asked.append(version)

    def messages(self, text: bytes) -> Messages:
        return Messages.read(text)

    def joined(self) -> None:
        pass


def patch(version: int) -> bytes:
    return b'event: version\ndata: {"version":%d,"patch":{}}' % version


def beat(version: int) -> bytes:
    return b'event: beat\ndata: {"at":null,"age":0.1,"version":%d}' % version


@pytest.fixture
def crowd() -> Crowd:
    return Crowd()


@pytest.fixture
def reader(crowd: Crowd) -> Reader:
    made: Any = Reader
    found: Reader = made(crowd, 1)
    return found


def told(reader: Reader, *messages: bytes) -> Found:
    found = Found()
    for at, message in enumerate(messages, start=1):
        reader._take(message, float(at), found)
    return found


def test_versions_in_order_are_neither_missing_nor_double(reader: Reader, crowd: Crowd) -> None:
    found = told(reader, beat(3), patch(4), beat(4), patch(5) + b"\n\n" + patch(6))
    assert (found.gaps, found.doubled, found.wholes) == (0, 0, 0)
    assert (reader.version, sorted(found.arrivals), crowd.asked) == (6, [4, 5, 6], [])


@pytest.mark.parametrize("newer", [patch(6), beat(6)])
def test_a_version_that_is_left_out_is_a_gap_once(
    reader: Reader, crowd: Crowd, newer: bytes
) -> None:
    found = told(reader, patch(4), newer, patch(7))
    assert (found.gaps, found.wholes, crowd.asked) == (1, 1, [6])
    reader.has_whole(6, found)
    assert crowd.asked == [6, 7]
    reader.has_whole(7, found)
    assert (told(reader, patch(8)).gaps, reader.version) == (0, 8)


def test_a_version_that_comes_again_is_double(reader: Reader) -> None:
    assert told(reader, patch(4), patch(5), patch(5), patch(4)).doubled == 2


def test_after_an_end_what_is_missing_is_fetched_and_no_gap(reader: Reader, crowd: Crowd) -> None:
    told(reader, patch(4))
    reader.follows, reader.lost_at = False, 1.0
    found = told(reader, patch(7))
    assert (found.gaps, found.back, crowd.asked) == (0, [], [7])
    reader.has_whole(7, found)
    assert len(found.back) == 1
