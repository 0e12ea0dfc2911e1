"""Threads that stay when their request is answered.

Each has its connection to the database. Left alone, Django has a new thread for each
request of an ASGI server: it opens a connection, which takes PostgreSQL longer than what a
tablet asks for, and leaves it to the garbage collector.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

MAX_IDLE = 8
"""The most idle threads to keep: each one's SQLite connection caches up to 16 MB."""


class RequestThreads:
    """An ASGI application before Django's that gives each request a thread.

    Each request has a thread for itself, the one that was idle last.
    """

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self._application = application
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._application(scope, receive, send)
        finally:
            # A view goes on where its reader is gone: the thread is idle after it.
            ended = asyncio.wrap_future(thread.submit(_do_nothing))
            ended.add_done_callback(lambda _ended: self._keep(thread))

    def _keep(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < MAX_IDLE:
            self._idle.append(thread)
        else:
            thread.submit(_close_connections)
            thread.shutdown(wait=False)


def _do_nothing() -> None:
    """Do nothing: it is done once all that came before it is."""


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()
