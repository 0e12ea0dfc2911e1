"""Readers are woken a few at a time, and each gets all that it was to be sent."""

import asyncio
from itertools import pairwise

from referee.streams.readers import WOKEN_AT_ONCE, Reader, Waking

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
