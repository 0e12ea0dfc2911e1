"""A simulated tablet: its own outbox, the real protocol (`docs/protocol.md`), a bot as referee."""

import datetime as dt
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from referee.engine import Game
from referee.log.chain import FIRST
from referee.rehearsal.bot import play
from referee.rehearsal.line import Answer, CutError, Line

BATCH = 100
GIVE_UP_AFTER = 400


class StuckError(Exception):
    """The tablet cannot go on; the message says where."""


@dataclass
class Tablet:
    """One table's tablet. `outbox` keeps every event it recorded, in order; `sent` of them are
    acknowledged."""

    line: Line
    code: str
    random: Random
    turns: int
    pause: float = 0.0
    outbox: list[dict[str, Any]] = field(default_factory=list)
    sent: int = 0
    head: tuple[int, str] = (0, FIRST)
    latencies: list[float] = field(default_factory=list)
    game: str = ""
    epoch: int = 0
    digest: str = ""
    statement: dict[str, Any] | None = None
    confirmed: bool = False
    _offline: int = 0

    def run(self, tell: Callable[[], None]) -> None:
        """Pair, play the whole game, and confirm it; `tell` is called after each event.

        Raises StuckError when the server's answer leaves no way on.
        """
        header = self._pair()
        self._record({"type": "start", "header": header})
        game = Game.open(header)
        for event in play(game, self.random, turns=self.turns):
            self._record(event)
            tell()
            if self.pause:
                time.sleep(self.pause)
        self.statement = game.statement()
        self._offline = 0
        if game.status == "finished":
            self._confirm()
        else:
            self._drain()

    def _pair(self) -> dict[str, Any]:
        request = {"request_id": self._uuid(), "code": self.code, "label": "Rehearsal"}
        paired = self._certain("POST", "/api/v1/pair", request).body
        self.line.token, self.game = paired["token"], paired["game"]
        self.epoch = paired["lease"]["epoch"]
        boot = self._certain("GET", self._address()).body
        self.digest = boot["edition"]["digest"]
        self.head = (boot["head"]["seq"], boot["head"]["hash"])
        header: dict[str, Any] = boot["header"]
        return header

    def _record(self, event: dict[str, Any]) -> None:
        """Keep an event and, with a network, hand over what is waiting."""
        moment = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        salt = f"{self.random.getrandbits(128):032x}"
        at = moment.replace("+00:00", "Z")
        self.outbox.append({"event_id": self._uuid(), "salt": salt, "at": at, "event": event})
        if self._offline:
            self._offline -= 1
        elif self.random.random() < self.line.faults.offline / 20:
            self._offline = 20
        else:
            self._drain(patient=False)

    def _drain(self, *, patient: bool = True) -> Any:
        """Send what is waiting; without patience a lost request is left for the next time."""
        answer = None
        lost = 0
        while self.sent < len(self.outbox):
            try:
                answer = self._send(self.outbox[self.sent : self.sent + BATCH])
            except CutError:
                lost += 1
                if not patient:
                    return None
                if lost > GIVE_UP_AFTER:
                    raise StuckError("the server does not answer") from None
                time.sleep(min(0.05 * lost, 1))
        return answer

    def _send(self, events: list[dict[str, Any]]) -> Any:
        batch = {
            "lease_epoch": self.epoch,
            "expected_seq": self.head[0] + 1,
            "previous_hash": self.head[1],
            "digest": self.digest,
            "events": events,
        }
        started = time.perf_counter()
        answer = self.line.ask("POST", self._address("/events"), batch)
        self.latencies.append(time.perf_counter() - started)
        if answer.status == 429 or answer.status >= 500:
            time.sleep(answer.retry_after or 0.05)
            raise CutError
        if answer.status != 200:
            raise StuckError(f"{answer.status}: {answer.body}")
        self._acknowledge(answer.body["results"])
        return answer.body

    def _acknowledge(self, results: list[dict[str, Any]]) -> None:
        for result in results:
            verdict = result["verdict"]
            if verdict in {"accepted", "duplicate"}:
                self.sent += 1
                self.head = (result["seq"], result["hash"])
            elif verdict == "stale" and result["code"] in {"behind", "ahead"}:
                self._resume()
                return
            elif verdict != "not_attempted":
                raise StuckError(f"event {self.sent}: {result}")

    def _resume(self) -> None:
        """Take the server's head: rows we do not know of, or a log shorter than ours."""
        rows = self._certain("GET", self._address("/log?after=0&limit=500")).body
        known = {row["event_id"] for row in rows["rows"]}
        head = rows["head"]
        while rows["more"]:
            after = rows["rows"][-1]["seq"]
            rows = self._certain("GET", self._address(f"/log?after={after}&limit=500")).body
            known |= {row["event_id"] for row in rows["rows"]}
        self.sent = sum(1 for event in self.outbox if event["event_id"] in known)
        self.head = (head["seq"], head["hash"])

    def _confirm(self) -> None:
        """Every player still in agrees with the statement the tablet shows."""
        if not self.outbox:
            raise StuckError("nothing was recorded")
        self._drain()
        beat = {
            "lease_epoch": self.epoch,
            "head_seq": self.head[0],
            "pending": 0,
            "app": "rehearsal",
        }
        answer = self._certain("POST", self._address("/heartbeat"), beat).body
        for player in answer["confirmation"]["required"]:
            signed = answer["confirmation"]["statement"]
            self._record({"type": "confirm", "player": player, "statement": signed})
            self._offline = 0
        last = self._drain()
        state = last["state"] if last else self._certain("GET", self._address()).body["state"]
        self.confirmed = state == "confirmed"
        if not self.confirmed:
            raise StuckError(f"not confirmed: {state}")

    def _certain(self, method: str, path: str, body: Any = None) -> Answer:
        """A request repeated until it is answered; anything but success is the end."""
        for attempt in range(GIVE_UP_AFTER):
            try:
                answer = self.line.ask(method, path, body)
            except CutError:
                time.sleep(min(0.05 * attempt, 1))
                continue
            if answer.status in {200, 201}:
                return answer
            if answer.status != 429 and answer.status < 500:
                raise StuckError(f"{method} {path}: {answer.status} {answer.body}")
            time.sleep(answer.retry_after or 0.05)
        raise StuckError(f"{method} {path}: no answer")

    def _address(self, rest: str = "") -> str:
        return f"/api/v1/games/{self.game}{rest}"

    def _uuid(self) -> str:
        return str(UUID(int=self.random.getrandbits(128), version=4))
