"""Receivers for tests, an address of an event, and the sender that runs until all is sent."""

import base64
import datetime as dt
import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils import timezone

from referee.live.publishing.versions import publish
from tests.tournament.making import BY
from tests.tournament.webhooks import receiver
from tournament.models import Event, Webhook, WebhookMessage
from tournament.webhooks.facts import Kind
from tournament.webhooks.sender import Sender
from tournament.webhooks.services.addresses import add_webhook

PROGRAM = Path(receiver.__file__)


class Receiving:
    """A receiver's address, and what it has received."""

    def __init__(self, url: str, file: Path) -> None:
        self.url, self._file = url, file

    @property
    def received(self) -> list[dict[str, Any]]:
        if not self._file.exists():
            return []
        return [json.loads(line) for line in self._file.read_text().splitlines()]

    @property
    def ids(self) -> list[str]:
        return [each["headers"]["webhook-id"] for each in self.received]

    @property
    def kinds(self) -> list[str]:
        return [json.loads(each["body"])["type"] for each in self.received]


@contextmanager
def receiving(folder: Path, *tell: str, name: str = "received") -> Iterator[Receiving]:
    """A receiver that does so with its first requests."""
    file = folder / f"{name}.jsonl"
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), str(file), *tell], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        port = process.stdout.readline().strip()
        yield Receiving(f"http://127.0.0.1:{port}/hook", file)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def webhook_to(event: Event, url: str, *kinds: str, **more: Any) -> Webhook:
    """An address that is told these kinds, or everything."""
    fields = {"format": "standard", "language": "en", **more}
    return add_webhook(event=event, url=url, kinds=kinds or Kind.values, by=BY, **fields)


def published(event: Event) -> None:
    """A version of what is public now, as the publisher makes it."""
    publish(event.pk, now=timezone.now())


def sent(*, later: float = 0, sender: Sender | None = None) -> None:
    """What is due now, or so many seconds later, is sent and recorded."""
    sender, now = sender or Sender(), timezone.now() + dt.timedelta(seconds=later)
    sender.step(now=now)
    while not sender.is_idle:
        sender.wait(30)
        sender.step(now=now)


def states(webhook: Webhook) -> list[tuple[str, str, int]]:
    """Each message's kind, state and number of attempts."""
    found = WebhookMessage.objects.filter(webhook=webhook).order_by("pk")
    return [(each.kind, each.status, each.tries) for each in found]


def is_signed(message: dict[str, Any], secret: str) -> bool:
    """Whether a message is signed as Standard Webhooks says, read from the standard by hand."""
    headers = message["headers"]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{message['body']}"
    key = base64.b64decode(secret.split("_", 1)[1])
    digest = hmac.digest(key, signed.encode(), hashlib.sha256)
    expected = base64.b64encode(digest).decode()
    return any(
        version == "v1" and hmac.compare_digest(signature, expected)
        for version, signature in (
            each.split(",", 1) for each in headers["webhook-signature"].split(" ")
        )
    )
