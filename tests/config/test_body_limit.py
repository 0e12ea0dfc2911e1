"""The outermost part of both applications, with senders that a test can hold up."""

import asyncio
import io
import json

import pytest

from config import body_limit
from config.body_limit import (
    AsgiBodyLimit,
    HeldBytes,
    RefusedError,
    WsgiBodyLimit,
)
from config.body_limits import MAX_HELD_BYTES, MAX_HELD_BYTES_OF_ADDRESS, MIB


class Exchange:
    """One request of an ASGI application; `parts` is what is received, in order, then silence."""

    def __init__(self, path, parts, headers=(), method="GET"):
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "client": ("192.168.1.10", 1),
        }
        self.parts = list(parts)
        self.received = 0
        self.sent = []

    async def receive(self):
        if not self.parts:
            await asyncio.Event().wait()
        self.received += 1
        return self.parts.pop(0)

    async def send(self, message):
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0]["status"]

    @property
    def body(self):
        return b"".join(message.get("body", b"") for message in self.sent[1:])


def part(content, *, more=False):
    return {"type": "http.request", "body": content, "more_body": more}


async def echo(scope, receive, send):
    message = await receive()
    assert not message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


def run(exchange, application=echo):
    asyncio.run(AsgiBodyLimit(application)(exchange.scope, exchange.receive, exchange.send))


def never(*_request):
    raise AssertionError("the application was called")


def test_a_body_arrives_whole_however_it_was_sent():
    exchange = Exchange("/language/", [part(b"ab", more=True), part(b"", more=True), part(b"c")])
    run(exchange)
    assert (exchange.status, exchange.body) == (200, b"abc")


def test_a_declared_length_is_answered_before_a_byte_is_read(monkeypatch):
    monkeypatch.setattr(body_limit, "DRAINING_SECONDS", 0.01)
    exchange = Exchange("/", [], [("content-length", "5000"), ("accept-language", "ru")])
    run(exchange, never)
    headers = dict(exchange.sent[0]["headers"])
    assert exchange.status == 413
    assert headers[b"connection"] == b"close"
    assert exchange.body.decode().startswith("Слишком")
    assert exchange.received == 0


def test_a_body_without_a_length_is_counted_as_it_comes():
    parts = [part(b"x" * 3_000, more=True)] * 2 + [part(b"x")]
    exchange = Exchange("/", parts)
    run(exchange, never)
    assert exchange.status == 413


def test_what_goes_on_after_a_refusal_is_thrown_away_but_not_for_ever():
    parts = [part(b"x" * 65_536, more=True) for _ in range(100)]
    exchange = Exchange("/", parts)
    run(exchange, never)
    assert exchange.status == 413
    assert exchange.received <= 2 + body_limit.MAX_DRAINED_BYTES // 65_536


def test_a_body_that_does_not_come_is_a_408(monkeypatch):
    monkeypatch.setattr(body_limit, "allowed_seconds", lambda _received: 0.01)
    monkeypatch.setattr(body_limit, "DRAINING_SECONDS", 0.01)
    exchange = Exchange("/api/v1/pair", [part(b"{", more=True)])
    run(exchange, never)
    assert exchange.status == 408
    assert b'"code": "too-slow"' in exchange.body


def test_who_went_away_gets_no_answer():
    exchange = Exchange("/", [part(b"x", more=True), {"type": "http.disconnect"}])
    run(exchange, never)
    assert exchange.sent == []


def test_the_bodies_of_one_address_and_of_all_are_bounded():
    held = HeldBytes()
    held.add("one", MAX_HELD_BYTES_OF_ADDRESS)
    with pytest.raises(RefusedError):
        held.add("one", 1)
    held.release("one", MAX_HELD_BYTES_OF_ADDRESS + 1)
    for number in range(MAX_HELD_BYTES // MAX_HELD_BYTES_OF_ADDRESS):
        held.add(str(number), MAX_HELD_BYTES_OF_ADDRESS)
    with pytest.raises(RefusedError) as refused:
        held.add("another", 1)
    assert refused.value.status == 503


def test_a_refused_body_is_not_held_on_to(monkeypatch):
    monkeypatch.setattr(body_limit, "DRAINING_SECONDS", 0.01)
    door = AsgiBodyLimit(echo)

    async def send_one(exchange):
        await door(exchange.scope, exchange.receive, exchange.send)
        return exchange.status

    async def send_many():
        for _ in range(40):
            parts = [part(b"x" * MIB, more=True) for _ in range(6)]
            assert await send_one(Exchange("/organise/x/players/", parts)) == 413
            assert await send_one(Exchange("/organise/x/players/", [part(b"x" * MIB)])) == 200

    asyncio.run(send_many())


@pytest.mark.parametrize(
    ("method", "allowed"),
    [("GET", body_limit.MAX_RUNNING), ("POST", body_limit.MAX_WRITING)],
)
def test_so_many_requests_run_at_a_time_and_a_stream_needs_no_turn(method, allowed):
    at_once, most, waiting = 0, 0, body_limit.MAX_RUNNING * 2

    async def slow(scope, receive, send):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.01)
        at_once -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        # All are streaming before one of them ends: none holds a turn while it does.
        nonlocal waiting
        waiting -= 1
        while waiting:
            await asyncio.sleep(0.01)
        await send({"type": "http.response.body", "body": b""})

    async def all_of_them():
        door = AsgiBodyLimit(slow)
        given = [Exchange("/", [part(b"")], method=method) for _ in range(waiting)]
        async with asyncio.timeout(10):
            await asyncio.gather(*(door(one.scope, one.receive, one.send) for one in given))
        return [one.status for one in given]

    assert set(asyncio.run(all_of_them())) == {200}
    assert most == allowed


def test_writers_leave_readers_room_and_are_sent_away_when_none_gets_on(monkeypatch):
    monkeypatch.setattr(body_limit, "REQUEST_SECONDS", 0.05)
    monkeypatch.setattr(body_limit, "DRAINING_SECONDS", 0.01)

    async def locked(scope, receive, send):
        if scope["method"] == "POST":
            held.append(scope)
            if len(held) == body_limit.MAX_WRITING:
                full.set()
            await unlocked.wait()
        await echo(scope, receive, send)

    async def ask(path, method, headers=()):
        asked = Exchange(path, [part(b"")], headers, method)
        await door(asked.scope, asked.receive, asked.send)
        return asked

    async def all_of_them():
        writers = [asyncio.create_task(ask("/", "POST")) for _ in range(body_limit.MAX_WRITING)]
        await full.wait()
        one_too_many = [
            await ask(
                "/organise/", "POST", [("referer", "http://hall/organise/?all=1"), ("host", "hall")]
            ),
            await ask("/organise/", "POST", [("content-type", "application/json")]),
        ]
        reader = await ask("/", "GET")
        unlocked.set()
        statuses = {writer.status for writer in await asyncio.gather(*writers)}
        return statuses, one_too_many, reader

    held, full, unlocked, door = (
        [],
        asyncio.Event(),
        asyncio.Event(),
        AsgiBodyLimit(locked),
    )
    statuses, (page, problem), reader = asyncio.run(asyncio.wait_for(all_of_them(), 30))
    assert statuses == {200}
    assert (page.status, problem.status, reader.status) == (503, 503, 200)
    assert "Nothing was saved" in page.body.decode()
    assert 'href="http://hall/organise/?all=1"' in page.body.decode()
    assert json.loads(problem.body)["code"] == "busy"


def test_the_door_is_busy_until_an_answer_begins():
    busy = []

    async def application(scope, receive, send):
        busy.append(door.is_busy())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        busy.append(door.is_busy())
        if scope["path"] == "/fails/":
            raise ValueError

    async def run():
        for path in ("/", "/fails/"):
            one = Exchange(path, [part(b"")])
            await asyncio.gather(door(one.scope, one.receive, one.send), return_exceptions=True)
            busy.append(door.is_busy())

    door = AsgiBodyLimit(application)
    asyncio.run(run())
    assert busy == [True, False, False] * 2


def ask_wsgi(body, **environ):
    """Status line, headers and body, and what the application read."""
    read, answered = [], []

    def application(environ, start_response):
        read.append(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        start_response("200 OK", [])
        return [b"ok"]

    content = WsgiBodyLimit(application)(
        {"PATH_INFO": "/", "wsgi.input": io.BytesIO(body), **environ},
        lambda line, headers: answered.append((line, dict(headers))),
    )
    return *answered[0], b"".join(content), read


@pytest.mark.parametrize("length", ["4097", "100000000", "9" * 5_000, "-1"])
def test_wsgi_refuses_a_declared_length(length):
    line, headers, content, read = ask_wsgi(b"", CONTENT_LENGTH=length)
    assert line.startswith("413 ")
    assert headers["Connection"] == "close"
    assert content == b"Too large. At most 4 KB can be sent to this address.\n"
    assert read == []


def test_wsgi_counts_what_has_no_length_and_reads_no_more_than_it_must():
    body = io.BytesIO(b"x" * MIB)
    line, _headers, _content, read = ask_wsgi(
        b"", HTTP_TRANSFER_ENCODING="chunked", **{"wsgi.input": body}
    )
    assert line.startswith("413")
    assert read == []
    assert body.tell() == 4_097


def test_wsgi_passes_small_bodies_on():
    assert ask_wsgi(b"abc", CONTENT_LENGTH="3")[-1] == [b"abc"]
    assert ask_wsgi(b"abc", HTTP_TRANSFER_ENCODING="chunked")[-1] == [b"abc"]
    assert ask_wsgi(b"", CONTENT_LENGTH="")[-1] == [b""]
