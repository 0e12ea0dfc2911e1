"""What the server's streams bring to a page, as the browser's debugger sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from referee.models import Outbox
from tests.e2e.waiting import until, until_heard
from tournament.models import PublicVersion

Message = tuple[str, Any]


@contextmanager
def messages(page: Page) -> Iterator[list[Message]]:
    """Names and data of the server-sent events that reach the page meanwhile."""
    heard: list[Message] = []

    def note(event: dict[str, Any]) -> None:
        heard.append((event["eventName"], json.loads(event["data"] or "null")))

    session = page.context.new_cdp_session(page)
    session.on("Network.eventSourceMessageReceived", note)
    session.send("Network.enable")
    yield heard
    session.detach()


def until_newest_version(page: Page, heard: list[Message]) -> None:
    """Wait until all that was written is published and has reached the page."""
    until(lambda: not Outbox.objects.exists())
    newest = PublicVersion.objects.order_by("number").last()
    assert newest is not None
    until_heard(page, lambda: any(_version(data) >= newest.number for _, data in heard))


def _version(data: Any) -> int:
    """Return the version that a message of a public stream tells of."""
    return int(data.get("version", 0)) if isinstance(data, dict) else 0


def until_beats(page: Page, heard: list[Message], count: int) -> None:
    """Wait until the server has given so many signs of life, one each two seconds for the staff."""
    until_heard(page, lambda: sum(name == "beat" for name, _ in heard) >= count)
