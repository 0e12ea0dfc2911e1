"""Readers are woken a few at a time, and each gets all that it was to be sent."""

import asyncio
from collections.abc import Iterator
from itertools import chain, pairwise, repeat

import pytest

from referee.live.streams import readers as readers_module
from referee.live.streams.readers import WOKEN_AT_ONCE, Reader, Waking

READERS = 10 * WOKEN_AT_ONCE


def test_between_readers_that_are_woken_other_work_is_done() -> None:
    served: list[bytes] = []
    turns: list[int] = []

    async def read(reader: Reader) -> None:
        served.append(await reader.next())

    async def other_work() -> None:
        while len(served) < READERS:
            turns.append(len(served))
            await asyncio.sleep(0)
        turns.append(len(served))

    async def run() -> None:
        waking = Waking()
        readers = [Reader("192.168.1.10", 1, waking.wake) for _ in range(READERS)]
        tasks = [asyncio.create_task(read(reader)) for reader in readers]
        await asyncio.sleep(0)
        for reader in readers:
            reader.push(b"one, ")
            reader.push(b"two")
        await asyncio.wait_for(asyncio.gather(other_work(), *tasks), 10)

    asyncio.run(run())
    assert served == [b"one, two"] * READERS
    assert max(after - before for before, after in pairwise(turns)) <= WOKEN_AT_ONCE


def test_who_is_woken_reads_again_what_comes_later() -> None:
    async def run() -> list[bytes]:
        reader = Reader("192.168.1.10", 1, Waking().wake)
        found = []
        for message in (b"one", b"two"):
            reader.push(message)
            found.append(await asyncio.wait_for(reader.next(), 10))
        return found

    assert asyncio.run(run()) == [b"one", b"two"]


def _woken_beside(busy: Iterator[bool]) -> list[int]:
    """How many readers have been served each time that it is asked whether there is work."""
    served: list[bytes] = []
    asked: list[int] = []

    def is_busy() -> bool:
        asked.append(len(served))
        return next(busy)

    async def read(reader: Reader) -> None:
        served.append(await reader.next())

    async def run() -> None:
        waking = Waking(is_busy)
        readers = [Reader("192.168.1.10", 1, waking.wake) for _ in range(3 * WOKEN_AT_ONCE)]
        tasks = [asyncio.create_task(read(reader)) for reader in readers]
        await asyncio.sleep(0)
        for reader in readers:
            reader.push(b"one")
        await asyncio.wait_for(asyncio.gather(*tasks), 10)

    asyncio.run(run())
    return asked


def test_readers_wait_while_requests_are_worked_on() -> None:
    asked = _woken_beside(chain([True, True], repeat(False)))
    assert asked[:3] == [WOKEN_AT_ONCE] * 3
    assert asked[3] == 2 * WOKEN_AT_ONCE


def test_readers_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers_module, "MAX_GIVEN_WAY_SECONDS", 0.01)
    assert set(_woken_beside(repeat(True))) == {WOKEN_AT_ONCE}


class Server:
    """Takes chunks while it is `open`."""

    def __init__(self) -> None:
        self.open = True
        self.taken: list[bytes] = []

    def write_chunk(self, chunk: bytes) -> bool:
        if self.open:
            self.taken.append(chunk)
        return self.open


def test_what_a_server_takes_in_chunks_needs_no_task() -> None:
    server = Server()

    async def run() -> list[bytes]:
        reader = Reader("192.168.1.10", 1)
        reader.write_chunk = server.write_chunk
        reader.push(b"before anybody asks")
        found = [await asyncio.wait_for(reader.next(), 10)]
        reader.push(b"while that is being sent")
        found.append(await asyncio.wait_for(reader.next(), 10))
        task = asyncio.create_task(reader.next())
        await asyncio.sleep(0)
        reader.push(b"at once")
        server.open = False
        reader.push(b"too slow, ")
        reader.push(b"and more")
        found.append(await asyncio.wait_for(task, 10))
        return found

    assert asyncio.run(run()) == [
        b"before anybody asks",
        b"while that is being sent",
        b"too slow, and more",
    ]
    assert server.taken == [b"7\r\nat once\r\n"]
