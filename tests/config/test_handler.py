"""Requests of the ASGI server: worked on in one piece, with the answers that other servers give."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext
from django.core.signals import request_finished
from django.db import connections
from django.test import Client

from config.handler import Handler
from tests.tournament.making import make_event

LANGUAGE = "fr"


class CountingThread(ThreadPoolExecutor):
    """One thread, and how often it was given something to do."""

    def __init__(self) -> None:
        super().__init__(1)
        self.visits = 0

    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        self.visits += 1
        return super().submit(*given, **named)


class Asked:
    """One request, what was sent for it in the end, and what had happened by then."""

    def __init__(self, path: str, *, gone: bool = False) -> None:
        self.sent: list[Mapping[str, Any]] = []
        self.visits_before = 0
        self.finished_before = self.finished = False
        self._thread = CountingThread()
        self._gone = gone
        asyncio.run(self._ask(path))
        self.visits = self._thread.visits
        self._thread.submit(connections.close_all).result()
        self._thread.shutdown()

    async def _ask(self, path: str) -> None:
        headers = [(b"host", b"testserver"), (b"accept-language", LANGUAGE.encode())]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }

        def finish(**_signal: Any) -> None:
            self.finished = True

        request_finished.connect(finish)
        try:
            async with ThreadSensitiveContext(executor=self._thread):
                await Handler()(scope, self._receive, self._send)
        finally:
            request_finished.disconnect(finish)

    async def _receive(self) -> Mapping[str, Any]:
        kind = "http.disconnect" if self._gone else "http.request"
        return {"type": kind, "body": b"", "more_body": False}

    async def _send(self, message: Mapping[str, Any]) -> None:
        self.visits_before = self._thread.visits
        self.finished_before = self.finished
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


@pytest.mark.parametrize(("path", "status"), [("/api/v1/pair", 405), ("/nowhere", 404)])
def test_a_request_visits_its_thread_once_before_its_answer(path: str, status: int) -> None:
    asked = Asked(path)
    assert asked.status == status
    assert asked.visits_before == 1


def test_what_is_to_be_tidied_up_waits_until_the_answer_is_sent() -> None:
    asked = Asked("/api/v1/pair")
    assert (asked.finished_before, asked.finished, asked.visits) == (False, True, 2)


def test_who_is_gone_before_the_request_is_complete_gets_nothing() -> None:
    asked = Asked("/api/v1/pair", gone=True)
    assert (asked.sent, asked.visits) == ([], 0)


def test_another_hosts_name_is_refused(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert Asked("/api/v1/pair").status == 400


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/e/open/", "/api/v1/public/events/open/snapshot"])
def test_pages_are_those_that_everybody_gets(path: str) -> None:
    make_event(players=4)
    expected = Client().get(path, headers={"Accept-Language": LANGUAGE})
    for _time in range(2):
        asked = Asked(path)
        assert (asked.status, asked.body) == (200, expected.content)
        assert asked.headers["ETag"] == expected["ETag"]
        assert asked.visits_before == 1


def test_a_file_is_sent_in_parts(settings: Any) -> None:
    """Static files are answered by a middleware that sends the file itself."""
    settings.WHITENOISE_USE_FINDERS = True
    asked = Asked("/static/tablet/runtime/sync.js")
    assert asked.status == 200
    assert int(asked.headers["Content-Length"]) == len(asked.body) > 1_000
