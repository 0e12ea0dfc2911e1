"""Requests of an ASGI server come to threads that stay, one request at a time."""

import asyncio
import threading
from typing import Any

from asgiref.sync import sync_to_async

from config import request_threads
from config.request_threads import RequestThreads

Threads = list[threading.Thread]


async def _ask(application: RequestThreads) -> None:
    async def never(*_given: Any) -> Any:
        raise AssertionError("nothing is received or sent")

    await application({"type": "http"}, never, never)


async def _at_once(application: RequestThreads, count: int, idle: int) -> None:
    """Ask so often at once; then wait until so many threads are idle."""
    async with asyncio.timeout(10):
        await asyncio.gather(*(_ask(application) for _ in range(count)), return_exceptions=True)
        while len(application._idle) < idle:
            await asyncio.sleep(0.01)


def test_the_next_request_has_the_thread_of_the_last() -> None:
    used: Threads = []

    async def view(*_request: Any) -> None:
        for _step in range(3):
            used.append(await sync_to_async(threading.current_thread)())

    async def run() -> None:
        application = RequestThreads(view)
        for _request in range(3):
            await _at_once(application, 1, idle=1)

    asyncio.run(run())
    assert len(used) == 9
    assert len(set(used)) == 1


def test_requests_at_once_have_a_thread_each_and_few_stay() -> None:
    count = request_threads.MAX_IDLE + 3
    used: Threads = []
    together = threading.Barrier(count, timeout=10)

    def work() -> None:
        used.append(threading.current_thread())
        together.wait()

    async def view(*_request: Any) -> None:
        await sync_to_async(work)()

    async def run() -> None:
        application = RequestThreads(view)
        await _at_once(application, count, idle=request_threads.MAX_IDLE)
        async with asyncio.timeout(10):
            while sum(thread.is_alive() for thread in used) > request_threads.MAX_IDLE:
                await asyncio.sleep(0.01)
        assert sum(thread.is_alive() for thread in used) == request_threads.MAX_IDLE
        assert len(application._idle) == request_threads.MAX_IDLE

    asyncio.run(run())
    assert len(set(used)) == count


def test_a_view_that_goes_on_without_its_reader_keeps_its_thread() -> None:
    used: Threads = []
    goes_on, first_began = threading.Event(), threading.Event()

    def work() -> None:
        used.append(threading.current_thread())
        if len(used) == 1:
            first_began.set()
            goes_on.wait(10)

    async def view(*_request: Any) -> None:
        await sync_to_async(work)()

    async def run() -> None:
        application = RequestThreads(view)
        first = asyncio.create_task(_ask(application))
        await asyncio.to_thread(first_began.wait, 10)
        first.cancel()
        await asyncio.wait([first])
        await _at_once(application, 1, idle=1)
        goes_on.set()

    asyncio.run(run())
    assert len(set(used)) == 2


def test_a_request_that_fails_gives_its_thread_back() -> None:
    used: Threads = []

    async def view(*_request: Any) -> None:
        used.append(await sync_to_async(threading.current_thread)())
        raise ValueError

    async def run() -> None:
        application = RequestThreads(view)
        for _request in range(2):
            await _at_once(application, 1, idle=1)

    asyncio.run(run())
    assert len(used) == 2
    assert len(set(used)) == 1
