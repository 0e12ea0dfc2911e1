"""A simulated tablet's session at its table.

It covers pairing, the lease, and requests to the table's address.
"""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

from referee.rehearsal.http_client import Answer, HttpClient
from referee.rehearsal.retries import RetryingClient, StuckError

MAX_CODES = 3


class TableSession:
    """The session of a simulated tablet at its table.

    `code` gives a code to pair with. Once paired: `game` is the table's, `epoch` the lease's,
    `digest` that of the rules it is judged by, `header` the tournament's.
    """

    def __init__(
        self,
        client: HttpClient,
        retrying: RetryingClient,
        code: Callable[[], str],
        random: Random,
        label: str,
    ) -> None:
        self._client, self._retrying = client, retrying
        self._code, self._random, self._label = code, random, label
        self.game = ""
        self.epoch = 0
        self.digest = ""
        self.header: dict[str, Any] = {}

    def pair(self) -> None:
        """Become the table's writer. Raises StuckError."""
        paired = self._request_pairing()
        self._client.token, self.game = paired["token"], paired["game"]
        lease = paired["lease"]
        if not lease["held"]:
            lease = self.send_until_answered("POST", "/lease", {"epoch": lease["epoch"]})["lease"]
        self.epoch = lease["epoch"]
        boot = self.send_until_answered("GET")
        self.digest = boot["edition"]["digest"]
        self.header = boot["header"]

    def send_until_answered(self, method: str, rest: str = "", body: Any = None) -> Any:
        """Return the body of the answer to a request about the game.

        The request goes to an address below the game's. Raises StuckError.
        """
        decided = None
        while decided is None:
            answer = self._retrying.send_until_answered(method, self._address(rest), body)
            decided = self._decided_body(answer, f"{method} {rest}")
        return decided

    def ask(self, method: str, rest: str, body: Any) -> Answer | None:
        """Send a request and return its answer, refusals too.

        None where the tablet had to pair anew, since a restored server does not know its token.
        Raises RequestLostError and StuckError.
        """
        answer = self._retrying.send(method, self._address(rest), body)
        if answer.status != 401:
            return answer
        self.pair()
        return None

    def _decided_body(self, answer: Answer, what: str) -> Any:
        """Return the body of a final answer, or pair anew and return None.

        Any refusal raises StuckError, except of a token that a restored server does not know.
        """
        if answer.status in {200, 201}:
            return answer.body
        if answer.status != 401:
            raise StuckError(f"{what}: {answer.status} {answer.body}")
        self.pair()
        return None

    def _request_pairing(self) -> Any:
        """Pair and return the answer.

        If a restored server forgot a code, pair with another one.
        """
        for _code in range(MAX_CODES):
            request = {"request_id": self._uuid(), "code": self._code(), "label": self._label}
            answer = self._retrying.send_until_answered("POST", "/api/v1/pair", request)
            if answer.status in {200, 201}:
                return answer.body
        raise StuckError(f"pairing: {answer.status} {answer.body}")

    def _address(self, rest: str) -> str:
        return f"/api/v1/games/{self.game}{rest}"

    def _uuid(self) -> str:
        return str(UUID(int=self._random.getrandbits(128), version=4))
