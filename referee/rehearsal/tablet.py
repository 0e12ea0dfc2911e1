"""A simulated tablet with a bot as referee.

It has its own outbox and uses the real protocol (`docs/protocol.md`).
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.engine import Game
from referee.journal.table_events import hash_of_statement
from referee.rehearsal.http_client import Answer, HttpClient, RequestLostError
from referee.rehearsal.judging import Account
from referee.rehearsal.listening import Listening
from referee.rehearsal.log_exchange import LogExchange, Request, Steps
from referee.rehearsal.outbox import Outbox
from referee.rehearsal.resuming import resume_game
from referee.rehearsal.retries import MAX_ATTEMPTS, RetryingClient, StuckError
from referee.rehearsal.table_session import TableSession

OFFLINE_EVENTS = 20
GOES_ON = frozenset({"behind", "ahead", "conflict", "diverged"})
"""Refusals after which the table plays on. A tablet that plays by the rules gets no others."""
Script = Callable[[Game, int], Iterator[dict[str, Any]]]
"""The events at the table: legal ones, each played in the game before it is yielded.

They begin after the number of board events that the log has already.
"""


class ReplacedError(Exception):
    """Another tablet writes for the table now."""


class DivergedError(Exception):
    """The server's log does not continue from this tablet's.

    This happens after a restore, for example, if the chief has ruled since.
    """


def _no_listener() -> None:
    """Do nothing: the callback for a tablet without a listener."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One batch of events.

    It has the time when it was sent and when it ended (monotonic seconds), how many events were
    waiting, and whether an answer came.
    """

    began: float
    ended: float
    events: int
    answered: bool


@dataclass
class Tablet:
    """One table's tablet.

    `code` gives a code to pair with; `header` is what the game starts from, the tournament's unless
    it is given; `pause` is the time between two events, `first_wait` the wait after a lost request,
    in seconds. One that `listens` follows the stream of its table while it plays, and sends
    heartbeats, as real ones do. `refusals` counts, by code, the batches of which one event was
    refused.
    """

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
    refusals: Counter[str] = field(default_factory=Counter)
    finished: bool = False
    _offline: int = 0
    _on_event: Callable[[], None] = _no_listener

    def __post_init__(self) -> None:
        self.outbox = Outbox(self.random)
        self.retrying = RetryingClient(self.client, self.first_wait)
        self._table = TableSession(self.client, self.retrying, self.code, self.random, self.label)
        self.exchange = LogExchange(self.outbox, self._table)
        self.listening = Listening(
            self.client, self._table, self.exchange, is_offline=lambda: self._offline > 0
        )

    @property
    def game(self) -> str:
        """The id of the table's game, "" before the pairing."""
        return self._table.game

    def run(self, on_event: Callable[[], None]) -> None:
        """Pair, play the whole game, and confirm it.

        `on_event` is called after each event. An exception in `on_event` ends the run as if the
        tablet were switched off. Raises StuckError if the server's answer leaves no way on,
        ReplacedError if another tablet took over.
        """
        self._on_event = on_event
        self._table.pair()
        with self.listening if self.listens else nullcontext():
            self._fetch()
            self._play_on()

    def _play_on(self) -> None:
        """Play from the end of the log to the end of the game.

        If the server's log turns out to be another, play on from there.
        """
        while True:
            try:
                # Now send the events set aside from the former log.
                self._send_pending()
                self._play(*self._read_log())
            except DivergedError:
                continue
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
        """Stay offline while the next `events` events are recorded."""
        self._offline = events

    def write_here(self) -> None:
        """Take over as the table's writer, and play on from the end of the log.

        A referee taps “Write here” where a restored server knows an earlier tablet as the writer.
        """
        self._table.pair()
        self._fetch()
        self._play_on()

    def play_through(self, play: Callable[[], None]) -> None:
        """Play to the end by `play`, also where a restored server knows another writer."""
        while True:
            try:
                play()
            except ReplacedError:
                play = self.write_here
            else:
                return

    def reconcile(self) -> None:
        """Send or hand over the events that are left at the end.

        Send again those that a restored server lost.
        """
        diverged = False
        while True:
            try:
                self._settle()
            except ReplacedError:
                continue
            except DivergedError:
                diverged = True
                continue
            break
        if diverged and self.statement is not None:
            # Its game ended on a log that no longer exists: the table plays that end again.
            self.play_through(self._play_on)

    def account(self) -> Account:
        """Return the tablet's own account of its events."""
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

    def _read_log(self) -> tuple[Game, int]:
        """Return the game as logged so far, and its number of board events.

        An empty log is started, and a pause is ended.
        """
        log = resume_game(self.outbox.rows)
        if log is None:
            begun = self.header or self._table.header
            self._record({"type": "start", "header": begun})
            return Game.open(begun), 0
        if log.paused:
            self._record({"type": "resume"})
        return log.game, log.played

    def _fetch(self) -> None:
        """Fetch the rows of the server's log that this tablet does not have."""
        self._until_answered(self.exchange.fetch_rows)

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
        """Send and hand over what is waiting.

        Without `retry` a lost request waits for the next time.
        """
        while self.exchange.is_due:
            try:
                self._make_exchange(self.exchange.step())
            except RequestLostError:
                if not retry:
                    return
                self.retrying.wait()

    def _settle(self) -> None:
        """Exchange heartbeats and what follows from them until nothing is left to do."""
        self._heartbeat()
        self._send_pending()

    def _until_answered(self, begin: Callable[[], Steps]) -> None:
        """Take these steps, and start again from the first after a lost request."""
        while True:
            try:
                self._make_exchange(begin())
            except RequestLostError:
                self.retrying.wait()
            else:
                return

    def _make_exchange(self, steps: Steps) -> None:
        """Make one exchange.

        Raises RequestLostError, or what `_after_exchange` raises.
        """
        try:
            request = next(steps)
            while (answer := self._send_request(request)) is not None:
                request = steps.send(answer)
        except StopIteration:
            pass
        except RequestLostError:
            if not self.exchange.lost_events:
                raise
        self._after_exchange()

    def _send_request(self, request: Request) -> Answer | None:
        """Send a request and return its answer.

        It is None if the tablet had to pair again; the exchange then starts anew.
        """
        if request.path != "/events":
            return self._table.ask(*request)
        began, events = time.monotonic(), len(request.body["events"])
        answer = None
        try:
            answer = self._table.ask(*request)
        finally:
            ended = time.monotonic()
            self.exchanges.append(Exchange(began, ended, events, answer is not None))
        return answer

    def _after_exchange(self) -> None:
        """Raise an error if the last exchange with the server cannot be played past.

        ReplacedError: another tablet writes. DivergedError: events were lost. StuckError:
        anything else.
        """
        done = self.exchange
        code, problem, lost = done.refused, done.problem, done.lost_events
        done.refused, done.problem, done.lost_events = "", None, False
        if code:
            self.refusals[code] += 1
        if problem is not None:
            raise StuckError(f"{problem.status} {problem.body}")
        if code == "lease":
            raise ReplacedError
        if code and code not in GOES_ON:
            raise StuckError(f"event {len(self.outbox.places)}: {code}")
        if lost:
            raise DivergedError

    # The end of the game

    def _confirm(self, players: list[str], statement: str) -> None:
        """Let every player still in confirm the statement that the tablet shows.

        `statement` is its hash.
        """
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
        """Send a heartbeat, and whatever a restored server lost; return the answer."""
        told = self.exchange.told
        while self.exchange.told is told:
            self._until_answered(self.exchange.step)
        return self.exchange.told
