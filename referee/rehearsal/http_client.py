"""A tablet's requests: JSON over HTTP, with deliberate network faults.

The seed decides which requests fail: the same seed disturbs the same ones.
"""

import http.client
import json
import time
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

TIMEOUT = 10.0


class RequestLostError(Exception):
    """The request or its answer was lost, so its outcome is unknown."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults of the network.

    `loss` is the share of requests lost, half on the way there and half on the way back. `lag` is
    the most seconds a request takes. `offline` is the share of events recorded without any network.
    """

    loss: float = 0.0
    lag: float = 0.0
    offline: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """The status and decoded body of an answer.

    `retry_after` is in seconds, 0 if not given.
    """

    status: int
    body: Any
    retry_after: float


class HttpClient:
    """One tablet's requests to the server at `base` (`http://host:port`).

    The server counts as dead after `timeout` seconds of silence. `streams` is the address of the
    stream server, if it is another.
    """

    def __init__(
        self,
        base: str,
        faults: Faults,
        random: Random,
        timeout: float = TIMEOUT,
        *,
        streams: str = "",
    ) -> None:
        self._address = _address(base)
        self.address_of_streams = _address(streams or base)
        self.faults = faults
        self._bases = base, streams
        self._timeout = timeout
        self._random = random
        self._connection: http.client.HTTPConnection | None = None
        self.token = ""
        self.lost = 0

    def open_sibling(self, random: Random) -> "HttpClient":
        """Return another connection of the same tablet, with its own random faults."""
        base, streams = self._bases
        return HttpClient(base, self.faults, random, self._timeout, streams=streams)

    def is_unlucky(self) -> bool:
        """Return whether a request that begins now gets lost."""
        return self._random.random() < self.faults.loss

    def request(self, method: str, path: str, body: Any = None) -> Answer:
        """Send one request; raise RequestLostError if the request or its answer is lost."""
        chance = self._random.random() / self.faults.loss if self.faults.loss else 1.0
        if self.faults.lag:
            time.sleep(self._random.random() * self.faults.lag)
        if chance < 0.5:
            raise self._drop_connection()
        try:
            answer = self._exchange(method, path, body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._drop_connection() from error
        if chance < 1:
            raise self._drop_connection()
        return answer

    def _drop_connection(self) -> RequestLostError:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self.lost += 1
        return RequestLostError()

    def _exchange(self, method: str, path: str, body: Any) -> Answer:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(*self._address, timeout=self._timeout)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        payload = None if body is None else json.dumps(body)
        self._connection.request(method, path, payload, headers)
        response = self._connection.getresponse()
        content = response.read()
        retry = float(response.headers.get("Retry-After") or 0)
        return Answer(response.status, json.loads(content or b"null"), retry)


def _address(base: str) -> tuple[str, int]:
    parts = urlsplit(base)
    return parts.hostname or "localhost", parts.port or 80
