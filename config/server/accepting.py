"""A uvicorn server that accepts connections itself.

Silent handshakes are counted too.
"""

import asyncio
import resource
import socket
import ssl
import sys
import time
from asyncio import sslproto
from functools import partial
from typing import Any

import uvicorn

from config.server.connections import Connection, Connections
from config.server.protocol import HEAD_SECONDS, IDLE_SECONDS, Protocol
from tournament.accounts.sign_in.networks import shared_address

CLOSING_SECONDS = 2.0
# A client that vanished takes nothing more, and a stream would be kept for a quarter of an hour.
UNTAKEN_SECONDS = 30
ENDING_SECONDS = 3
SWEEP_SECONDS = 1.0
MAX_OPEN_FILES = 16_384
TLS_BUFFER_BYTES = 32 * 1024


def configuration(application: str) -> uvicorn.Config:
    """Return uvicorn's settings.

    Proxy headers are not trusted, because no proxy stands in front of this server.
    """
    return uvicorn.Config(
        application,
        interface="asgi3",
        loop="asyncio",
        http=Protocol,
        ws="none",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
        timeout_keep_alive=int(IDLE_SECONDS) + 1,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )


def raise_file_limit() -> None:
    """Raise the limit of open files, one for each connection.

    With TLS each also has a buffer, which by default has 256 KiB although no record is longer than
    16.
    """
    sslproto.SSLProtocol.max_size = TLS_BUFFER_BYTES
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Server(uvicorn.Server):
    """A server of one listening socket, with TLS if `tls` is given.

    It stops when `parent` (the reading end of a pipe) closes, for then the process that started it
    is gone.
    """

    def __init__(self, config: uvicorn.Config, tls: ssl.SSLContext | None, parent: int) -> None:
        super().__init__(config)
        self._tls = tls
        self._parent = parent
        self._connections = Connections()
        self._running: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections of the sockets, instead of uvicorn."""
        await super().startup(sockets=[])
        for listener in sockets or []:
            listener.setblocking(False)
            self._start_task(self._accept(listener))
        self._start_task(self._sweep())
        asyncio.get_running_loop().add_reader(self._parent, self._parent_gone)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, then end as uvicorn does."""
        asyncio.get_running_loop().remove_reader(self._parent)
        for task in self._running:
            task.cancel()
        await super().shutdown(sockets)

    def _parent_gone(self) -> None:
        self.should_exit = True

    def _start_task(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, peer = await loop.sock_accept(listener)
            except OSError:
                # The other side was gone already, or this process has no files left.
                await asyncio.sleep(0.05)
                continue
            self._admit(accepted, shared_address(peer[0]))

    def _admit(self, accepted: socket.socket, address: str) -> None:
        if sys.platform == "linux":
            accepted.setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNTAKEN_SECONDS * 1_000
            )
        connection = self._connections.admit(address, accepted.close)
        if connection is None:
            accepted.close()
            return
        self._connections.wait(connection, time.monotonic() + HEAD_SECONDS)
        connection.abort = self._start_task(self._open(accepted, connection)).cancel

    async def _open(self, accepted: socket.socket, connection: Connection) -> None:
        """Shake hands, and give the connection to its protocol; a failure closes it."""
        make = partial(
            Protocol,
            connections=self._connections,
            connection=connection,
            config=self.config,
            server_state=self.server_state,
            app_state={},
        )
        closing = CLOSING_SECONDS if self._tls else None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                make, accepted, ssl=self._tls, ssl_shutdown_timeout=closing
            )
        except (OSError, asyncio.CancelledError):
            self._connections.forget(connection)
            accepted.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for connection in self._connections.overdue_connections(time.monotonic()):
                connection.abort()
