"""A simulated tablet: its own outbox, the real protocol (`docs/protocol.md`), a bot as referee."""

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.engine import Game
from referee.journal.table_events import hash_of_statement
from referee.rehearsal.http_client import HttpClient, RequestLostError
from referee.rehearsal.judging import Account
from referee.rehearsal.listening import Listening
from referee.rehearsal.outbox import Outbox
from referee.rehearsal.resuming import resumed
from referee.rehearsal.retries import MAX_ATTEMPTS, RetryingClient, StuckError
from referee.rehearsal.table_session import TableSession

PAGE_SIZE = 500
OFFLINE_EVENTS = 20
Script = Callable[[Game, int], Iterator[dict[str, Any]]]
"""What happens at the table: legal events, each played in the game before it is given, beginning
after the board events (how many) that the log has already."""


class ReplacedError(Exception):
    """Another tablet writes for the table now."""


class DivergedError(Exception):
    """The server's log is not the one this tablet went on from: a restored server's, say, in which
    the chief has ruled meanwhile."""


def _no_listener() -> None:
    """Of events nobody wants to hear of."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One batch: when it was sent and when it ended (monotonic seconds), how many events were
    waiting, and whether an answer came."""

    began: float
    ended: float
    events: int
    answered: bool


@dataclass
class Tablet:
    """One table's tablet. `code` gives a code to pair with; `header` is what the game starts from,
    the tournament's unless it is given; `pause` is the time between two events, `first_wait` the
    wait after a lost request, in seconds. One that `listens` follows the stream of its table while
    it plays, and gives signs of life, as real ones do."""

    client: HttpClient
    code: Callable[[], str]
    random: Random
    script: Script
    header: dict[str, Any] | None = None
    pause: float = 0.0
    first_wait: float = 0.05
    label: str = "Rehearsal"
    listens: bool = False
    statement: dict[str, Any] | None = None
    confirmed: bool = False
    problem: str = ""
    exchanges: list[Exchange] = field(default_factory=list)
    finished: bool = False
    _offline: int = 0
    _on_event: Callable[[], None] = _no_listener

    def __post_init__(self) -> None:
        self.outbox = Outbox(self.random)
        self.retrying = RetryingClient(self.client, self.first_wait)
        self._table = TableSession(self.client, self.retrying, self.code, self.random, self.label)
        self.listening = Listening(
            self.client, self._table, self.outbox, is_offline=lambda: self._offline > 0
        )

    @property
    def game(self) -> str:
        """The id of the table's game, "" before the pairing."""
        return self._table.game

    def run(self, on_event: Callable[[], None]) -> None:
        """Pair, play the whole game, and confirm it; `on_event` is called after each event.

        What `on_event` raises ends the run as if the tablet were switched off. Raises StuckError
        when the server's answer leaves no way on, ReplacedError when another tablet took over.
        """
        self._on_event = on_event
        self._table.pair()
        with self.listening if self.listens else nullcontext():
            self._play_on(self._fetch())

    def _play_on(self, rows: list[dict[str, Any]]) -> None:
        """Play from where the log is, from these rows of it, to the end; and again from where the
        server's log is when that turns out to be another."""
        while True:
            try:
                self._play(*self._read_log(rows))
            except DivergedError:
                rows = self._resync()
            else:
                return

    def _play(self, game: Game, played: int) -> None:
        for event in self.script(game, played):
            self._record(event)
            self._on_event()
            if self.pause:
                time.sleep(self.pause)
        self._offline = 0
        self.statement = game.statement()
        self._send_pending()
        result = game.result()
        self.finished = result is not None
        if result is not None:
            players = [seat.player_id for seat in result.seats if not seat.out]
            self._confirm(players, hash_of_statement(self.statement))

    def lose_network(self, events: int) -> None:
        """Be without network while so many events are recorded."""
        self._offline = events

    def reconcile(self) -> None:
        """After everything: hand over or send what waits, and again what a restored server lost."""
        try:
            self._heartbeat()
            self._send_pending()
        except ReplacedError:
            self._hand_over("lease")
        except DivergedError:
            rows = self._resync()
            if self.statement is not None:
                # Its game ended on a log that is no more: the table plays that end again.
                self._play_on(rows)

    def account(self) -> Account:
        """What this tablet knows of its events."""
        box = self.outbox
        return Account(
            recorded=tuple(event["event_id"] for event in box.events),
            places=dict(box.places),
            handed_over=frozenset(box.handed_over),
            head=box.head,
            statement=self.statement,
            finished=self.finished,
            problem=self.problem,
        )

    # The log as the server has it

    def _read_log(self, rows: list[dict[str, Any]]) -> tuple[Game, int]:
        """The game as far as it was logged, and how many board events that is; a log without any
        is begun, a pause ended."""
        log = resumed(rows)
        if log is None:
            begun = self.header or self._table.header
            self._record({"type": "start", "header": begun})
            return Game.open(begun), 0
        if log.paused:
            self._record({"type": "resume"})
        return log.game, log.played

    def _fetch(self) -> list[dict[str, Any]]:
        """The rows of the server's log that this tablet does not know."""
        rows: list[dict[str, Any]] = []
        more = True
        while more:
            after = self.outbox.head[0]
            page = self._table.send_until_answered("GET", f"/log?after={after}&limit={PAGE_SIZE}")
            if page["rows"] and page["rows"][0]["previous_hash"] != self.outbox.head[1]:
                raise DivergedError
            self.outbox.add_rows(page["rows"])
            rows += page["rows"]
            more = page["more"]
        return rows

    # Recording and sending

    def _record(self, event: dict[str, Any]) -> None:
        """Keep an event and, with a network, hand over what is waiting."""
        self.outbox.record(event)
        if self._offline:
            self._offline -= 1
        elif self.random.random() < self.client.faults.offline / OFFLINE_EVENTS:
            self._offline = OFFLINE_EVENTS
        elif self.retrying.due:
            self._send_pending(retry=False)

    def _send_pending(self, *, retry: bool = True) -> None:
        """Send what is waiting; without `retry` a lost request is left for the next time."""
        while self.outbox.pending:
            try:
                self._send(self.outbox.next_batch())
            except RequestLostError:
                if not retry:
                    return
                self.retrying.wait()

    def _send(self, events: list[dict[str, Any]]) -> None:
        batch = {
            "lease_epoch": self._table.epoch,
            "expected_seq": self.outbox.head[0] + 1,
            "previous_hash": self.outbox.head[1],
            "digest": self._table.digest,
            "events": events,
        }
        began = time.monotonic()
        try:
            answer = self._table.send("POST", "/events", batch)
        except RequestLostError:
            self.exchanges.append(Exchange(began, time.monotonic(), len(events), False))
            raise
        self.exchanges.append(Exchange(began, time.monotonic(), len(events), True))
        if answer is not None:
            self._take_answer(answer)

    def _take_answer(self, body: dict[str, Any]) -> None:
        """Take the verdicts on a batch."""
        for result in body["results"]:
            if result["verdict"] in {"accepted", "duplicate"}:
                self.outbox.acknowledge(result["event_id"], (result["seq"], result["hash"]))
            elif result.get("set_aside"):
                self.outbox.hand_over([result["event_id"]])
        first = next((r for r in body["results"] if "seq" not in r), None)
        if first is not None:
            self._after_refusal(first, body)

    def _after_refusal(self, result: dict[str, Any], body: dict[str, Any]) -> None:
        """What a tablet does after the first event that was not accepted."""
        code = result.get("code")
        if code == "lease":
            raise ReplacedError
        if code == "behind":
            self._fetch()
        elif code == "ahead":
            self._rewind(body["head"])
        elif code in {"diverged", "conflict"}:
            raise DivergedError
        else:
            raise StuckError(f"event {len(self.outbox.places)}: {result}")

    def _rewind(self, head: dict[str, Any]) -> None:
        if not self.outbox.rewind((head["seq"], head["hash"])):
            raise DivergedError

    def _resync(self) -> list[dict[str, Any]]:
        """Take the server's log as it is; what it lacks of ours goes to the chief. All its rows."""
        self.outbox.forget_log()
        rows = self._fetch()
        self._hand_over("diverged")
        return rows

    def _hand_over(self, reason: str) -> None:
        """The chief gets what this tablet recorded and cannot send any more."""
        while self.outbox.pending:
            events = self.outbox.next_batch()
            given = {
                "reason": reason,
                "expected_seq": self.outbox.head[0] + 1,
                "previous_hash": self.outbox.head[1],
                "digest": self._table.digest,
                "events": events,
            }
            answer = self._table.send_until_answered("POST", "/set-aside", given)
            self.outbox.hand_over(result["event_id"] for result in answer["results"])

    # The end of the game

    def _confirm(self, players: list[str], statement: str) -> None:
        """Every player still in agrees with the statement (its hash) that the tablet shows."""
        for player in players:
            self._record({"type": "confirm", "player": player, "statement": statement})
        for attempt in range(MAX_ATTEMPTS):
            self._send_pending()
            answer = self._heartbeat()
            self.confirmed = answer["state"] == "confirmed"
            if self.confirmed:
                return
            # The chief has to decide about what another tablet handed over.
            time.sleep(min(0.05 * attempt, 1))
        raise StuckError(f"not confirmed: {answer['state']} {answer['confirmation']}")

    def _heartbeat(self) -> Any:
        """A sign of life; a server that was restored from a backup gets back what it lost."""
        head = self.outbox.head
        beat = {
            "lease_epoch": self._table.epoch,
            "head_seq": head[0],
            "pending": self.outbox.pending,
            "app": "rehearsal",
        }
        answer = self._table.send_until_answered("POST", "/heartbeat", beat)
        theirs = answer["head"]
        if theirs["seq"] < head[0]:
            self._rewind(theirs)
        elif theirs["seq"] == head[0] and theirs["hash"] != head[1]:
            raise DivergedError
        return answer
