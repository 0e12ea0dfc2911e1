"""The sender of webhooks: a thread beside the mailer.

It has threads of its own that only wait for other servers.

It asks the database what there is to send, so that nothing depends on a message in memory:
the next process sends what one that died left. Each address gets one message at a time, so
that a slow one takes one thread and holds up nobody else.
"""

import datetime as dt
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection
from django.utils import timezone

from tournament.models import Webhook, WebhookMessage
from tournament.models.webhooks import TEST
from tournament.webhooks.addresses import parse_address
from tournament.webhooks.selectors import announcement_text, public_facts, public_names
from tournament.webhooks.sending import Answer, Outcome, Request, send
from tournament.webhooks.services.addresses import secrets_of
from tournament.webhooks.services.outbox import claim_messages, drop_message, record_answer
from tournament.webhooks.wording import body_of

NAP_SECONDS = 1.0
MAX_AT_ONCE = 16
"""The most addresses that one process sends to at a time."""
Item = TypeVar("Item")

logger = logging.getLogger(__name__)


class QueueSender(ABC, Generic[Item]):
    """One process's part in sending the items of a queue.

    `step` is called again and again. A subclass says what is due, how it is sent, and what
    follows from the answer.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(MAX_AT_ONCE, thread_name_prefix="sender")
        self._under_way: dict[Future[Answer], Item] = {}

    @abstractmethod
    def claim(self, *, now: dt.datetime, most: int) -> list[Item]:
        """Claim what is due, so that no other process takes it."""

    @abstractmethod
    def sending_of(self, item: Item, *, now: dt.datetime) -> Callable[[], Answer] | None:
        """Return the call that sends an item without the database.

        None if nobody needs the item.
        """

    def drop(self, item: Item) -> None:
        """Record that nobody needs an item any more, where `sending_of` may say so."""

    @abstractmethod
    def record(self, item: Item, answer: Answer, now: dt.datetime) -> None:
        """Record an attempt, and what follows from it."""

    @property
    def is_idle(self) -> bool:
        """Return whether nothing is under way."""
        return not self._under_way

    def step(self, *, now: dt.datetime) -> None:
        """Record what was answered, and send what is due and has a free thread."""
        for future in [future for future in self._under_way if future.done()]:
            self.record(self._under_way.pop(future), _answer_of(future), now)
        for item in self.claim(now=now, most=MAX_AT_ONCE - len(self._under_way)):
            self._begin(item, now)

    def _begin(self, item: Item, now: dt.datetime) -> None:
        try:
            sending = self.sending_of(item, now=now)
        except DatabaseError:
            raise
        except ValidationError as error:
            self.record(item, Answer(Outcome.LATER, text=" ".join(error.messages)), now)
            return
        except Exception as error:
            # One message that cannot be written must not hold up all others.
            logger.exception("A message could not be written.")
            self.record(item, Answer(Outcome.LATER, text=type(error).__name__), now)
            return
        if sending is None:
            self.drop(item)
        else:
            self._under_way[self._pool.submit(sending)] = item

    def wait(self, seconds: float) -> None:
        """Wait for an answer, at most for `seconds`.

        Return at once while nothing is under way.
        """
        wait(self._under_way, timeout=seconds, return_when=FIRST_COMPLETED)


class Sender(QueueSender[WebhookMessage]):
    """The sender of messages to webhooks."""

    def claim(self, *, now: dt.datetime, most: int) -> list[WebhookMessage]:
        """Claim the next due message of each address."""
        return claim_messages(now=now, most=most)

    def sending_of(self, item: WebhookMessage, *, now: dt.datetime) -> Callable[[], Answer] | None:
        """Return the call that sends a message.

        None if the public sees nothing of it any more.
        """
        request = request_of(item, now=now)
        return None if request is None else partial(send, request, at=now)

    def drop(self, item: WebhookMessage) -> None:
        """Mark a message as dropped."""
        drop_message(message=item)

    def record(self, item: WebhookMessage, answer: Answer, now: dt.datetime) -> None:
        """Record an attempt at a message."""
        record_answer(message=item, answer=answer, now=now)


def request_of(message: WebhookMessage, *, now: dt.datetime) -> Request | None:
    """Return a message as it goes out now.

    None if the public sees nothing of it any more. Raise ValidationError for an address that a
    webhook must not have any more.
    """
    webhook = message.webhook
    if message.kind != TEST:
        message.facts = public_facts(message)
        if not message.facts:
            return None
    return Request(
        url=parse_address(webhook.url, inward=settings.WEBHOOKS_INWARD).geturl(),
        key=message.public_id,
        body=body_of(message, public_names(message), announcement_text(message)),
        secrets=secrets_of(webhook, now=now),
        is_discord=webhook.format == Webhook.Format.DISCORD,
        inward=settings.WEBHOOKS_INWARD,
    )


def _answer_of(future: Future[Answer]) -> Answer:
    error = future.exception()
    if error is None:
        return future.result()
    logger.error("A message could not be sent.", exc_info=error)
    return Answer(Outcome.LATER, text=type(error).__name__)


def run(stop: threading.Event, sender: QueueSender[Any]) -> None:
    """Send until `stop` is set; retry where the database does not answer."""
    while not stop.is_set():
        try:
            sender.step(now=timezone.now())
        except Exception:
            logger.exception("Messages to other servers have to wait.")
            connection.close()
            stop.wait(NAP_SECONDS)
        if sender.is_idle:
            stop.wait(NAP_SECONDS)
        else:
            sender.wait(NAP_SECONDS)
