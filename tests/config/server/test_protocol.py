"""What the server's protocol adds to uvicorn's: a chunk of an answer that is under way."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from config.server.connections import Connection, Connections
from config.server.protocol import Protocol
from referee.live.streams.readers import CHUNKS, chunk_of

Answering = Callable[[Callable[[bytes], bool], Any], Awaitable[list[bool]]]
START = {"type": "http.response.start", "status": 200, "headers": []}
LENGTH = {**START, "headers": [(b"content-length", b"4")]}


def part(body: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": more}


def asked(answering: Answering, request: bytes = b"GET / HTTP/1.1") -> tuple[list[bool], bytes]:
    """What an application was told of its chunks, and the bytes of its answer."""
    told: list[bool] = []

    async def application(scope: Any, _receive: Any, send: Any) -> None:
        told.extend(await answering(scope["extensions"][CHUNKS]["write"], send))

    async def run() -> bytes:
        config = Config(application, lifespan="off", log_config=None)
        config.load()

        def connected() -> Protocol:
            connections, connection = Connections(), Connection("127.0.0.1", lambda: None)
            given = {"config": config, "server_state": ServerState(), "app_state": {}}
            return Protocol(connections=connections, connection=connection, **given)

        server = await asyncio.get_running_loop().create_server(connected, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(request + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        server.close()
        return answer.partition(b"\r\n\r\n")[2]

    return told, asyncio.run(run())


async def between(write_chunk: Callable[[bytes], bool], send: Any) -> list[bool]:
    """A chunk before, in and after an answer."""
    chunk = chunk_of(b"two ")
    told = [write_chunk(chunk)]
    await send(START)
    await send(part(b"one "))
    told.append(write_chunk(chunk))
    await send(part(b"three", more=False))
    return [*told, write_chunk(chunk)]


def test_a_chunk_comes_where_it_belongs() -> None:
    told, body = asked(between)
    assert told == [False, True, False]
    assert body == b"4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n"


def test_a_head_has_no_chunks() -> None:
    assert asked(between, b"HEAD / HTTP/1.1") == ([False] * 3, b"")


def test_an_answer_of_a_length_has_no_chunks() -> None:
    async def answering(write_chunk: Callable[[bytes], bool], send: Any) -> list[bool]:
        await send(LENGTH)
        told = write_chunk(chunk_of(b"more"))
        await send(part(b"four", more=False))
        return [told]

    assert asked(answering) == ([False], b"four")


def test_who_reads_too_slowly_is_not_written_to() -> None:
    """Until the other side has taken what was written before."""
    chunk = chunk_of(b"x" * 1_000_000)

    async def answering(write_chunk: Callable[[bytes], bool], send: Any) -> list[bool]:
        await send(START)
        told: list[bool] = []
        while not told or told[-1]:
            told.append(write_chunk(chunk))
        await send(part(b"", more=False))
        return told

    told, body = asked(answering)
    assert told[-1] is False
    assert len(body) == (len(told) - 1) * len(chunk) + len(b"0\r\n\r\n")
