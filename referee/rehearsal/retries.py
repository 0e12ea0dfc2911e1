"""Retrying requests, as a tablet does.

The request was lost, refused for now, or cut off.
"""

import time
from collections import Counter
from random import Random
from typing import Any

from referee.rehearsal.http_client import Answer, HttpClient, RequestLostError

MAX_ATTEMPTS = 400
MAX_DOUBLINGS = 3
PASSING = frozenset({408, 429})
FULL = frozenset({"log-full", "set-aside-full"})
"""Limits of what is stored: people have to make room, so waiting does not help."""


class StuckError(Exception):
    """The tablet cannot go on; the message says where."""


def means_later(answer: Answer) -> bool:
    """Return whether the same request may succeed later (as in the tablet's `api.js`)."""
    if answer.status >= 500:
        return True
    return answer.status in PASSING and (answer.body or {}).get("code") not in FULL


class RetryingClient:
    """A client that waits after a lost request and tries again.

    It waits `first_wait` seconds, then twice that, doubling up to eight times; or as long as the
    server asks with Retry-After. `put_off` counts, by status, the answers that only mean "later".
    """

    def __init__(self, client: HttpClient, first_wait: float) -> None:
        self._client = client
        self._first_wait = first_wait
        self._lost = 0
        self._not_before = 0.0
        self._chance = Random()
        self.put_off: Counter[int] = Counter()

    @property
    def due(self) -> bool:
        """Return whether it is time to ask again."""
        return time.monotonic() >= self._not_before

    def send(self, method: str, path: str, body: Any = None) -> Answer:
        """Send one request; raise RequestLostError if it is to be sent again later."""
        try:
            answer = self._client.request(method, path, body)
        except RequestLostError:
            self._wait_to_retry(self._first_wait * 2 ** min(self._lost, MAX_DOUBLINGS))
            raise
        if means_later(answer):
            self.put_off[answer.status] += 1
            self._wait_to_retry(answer.retry_after or self._first_wait)
            raise RequestLostError
        self._lost = 0
        return answer

    def send_until_answered(self, method: str, path: str, body: Any = None) -> Answer:
        """Send a request until it is answered."""
        while True:
            try:
                return self.send(method, path, body)
            except RequestLostError:
                self.wait()

    def wait(self) -> None:
        """Wait until the next attempt is due; raise StuckError after too many attempts."""
        if self._lost > MAX_ATTEMPTS:
            raise StuckError("the server does not answer")
        time.sleep(max(0.0, self._not_before - time.monotonic()))

    def _wait_to_retry(self, seconds: float) -> None:
        self._lost += 1
        self._not_before = time.monotonic() + seconds * (0.75 + self._chance.random() / 2)
