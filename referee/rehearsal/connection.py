"""What joins a simulated tablet to its table: the pairing, the lease, and requests that insist."""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

from referee.rehearsal.line import Answer, Line
from referee.rehearsal.patience import Patience, StuckError

CODES = 3


class Connection:
    """`code` gives a code to pair with. Once paired: `game` is the table's, `epoch` the lease's,
    `digest` what it is judged by, `header` the tournament's."""

    def __init__(
        self, line: Line, patience: Patience, code: Callable[[], str], random: Random, label: str
    ) -> None:
        self._line, self._patience = line, patience
        self._code, self._random, self._label = code, random, label
        self.game = ""
        self.epoch = 0
        self.digest = ""
        self.header: dict[str, Any] = {}

    def pair(self) -> None:
        """Become the table's writer. Raises StuckError."""
        paired = self._paired()
        self._line.token, self.game = paired["token"], paired["game"]
        lease = paired["lease"]
        if not lease["held"]:
            lease = self.certain("POST", "/lease", {"epoch": lease["epoch"]})["lease"]
        self.epoch = lease["epoch"]
        boot = self.certain("GET")
        self.digest = boot["edition"]["digest"]
        self.header = boot["header"]

    def once(self, method: str, rest: str, body: Any) -> Any:
        """The body of one request's answer, below the game's address; None where the tablet had to
        pair anew. Raises CutError when it is to be sent again later, and StuckError."""
        answer = self._patience.once(method, self._address(rest), body)
        return self._taken(answer, f"{method} {rest}")

    def certain(self, method: str, rest: str = "", body: Any = None) -> Any:
        """The same, repeated until there is one."""
        taken = None
        while taken is None:
            answer = self._patience.certain(method, self._address(rest), body)
            taken = self._taken(answer, f"{method} {rest}")
        return taken

    def _taken(self, answer: Answer, what: str) -> Any:
        """A decided refusal is the end, but of a token that a restored server does not know."""
        if answer.status in {200, 201}:
            return answer.body
        if answer.status != 401:
            raise StuckError(f"{what}: {answer.status} {answer.body}")
        self.pair()
        return None

    def _paired(self) -> Any:
        """The answer to a pairing; a code that a restored server forgot is replaced by another."""
        for _code in range(CODES):
            request = {"request_id": self._uuid(), "code": self._code(), "label": self._label}
            answer = self._patience.certain("POST", "/api/v1/pair", request)
            if answer.status in {200, 201}:
                return answer.body
        raise StuckError(f"pairing: {answer.status} {answer.body}")

    def _address(self, rest: str) -> str:
        return f"/api/v1/games/{self.game}{rest}"

    def _uuid(self) -> str:
        return str(UUID(int=self._random.getrandbits(128), version=4))
