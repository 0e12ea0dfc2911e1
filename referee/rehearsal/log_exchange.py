"""The requests of a simulated tablet, and what it does about each answer.

This is the tablet's own `log_exchange.js` and `sync.js`, step by step: a test drives both side by
side. Each step yields its requests one after another and is sent their answers; a step without an
answer is broken off, and begun anew.
"""

from collections.abc import Generator, Iterable
from typing import Any, NamedTuple, Protocol

from referee.rehearsal.http_client import Answer
from referee.rehearsal.outbox import Outbox, Place, first_batch

MAX_ROWS = 500
APP = "rehearsal"
NEVER_PASSES = frozenset({400, 409, 413, 422, 429})
AFTER = {"ahead": "rewind", "diverged": "diverged"}
"""The step that follows a refusal; after every other refusal the log is fetched."""


class Request(NamedTuple):
    """A request below the game's address."""

    method: str
    path: str
    body: Any = None


Steps = Generator[Request, Answer, None]


class Writer(Protocol):
    """A tablet's right to write.

    It has the lease's epoch, and the digest of the rules by which the tablet judges.
    """

    epoch: int
    digest: str


class LogExchange:
    """The exchange that brings an outbox and the server's log together.

    `refused`: the code of the last event that was not accepted; `lost_events`: whether waiting
    events went to the chief, so that the game is not what the tablet played; `problem`: an answer
    that refused a whole request; `told`: the last answer to a heartbeat.
    """

    def __init__(self, outbox: Outbox, writer: Writer) -> None:
        self.outbox, self._writer = outbox, writer
        self.refused = ""
        self.lost_events = False
        self.problem: Answer | None = None
        self.told: dict[str, Any] = {}
        self._server_seq: int | None = None

    @property
    def is_due(self) -> bool:
        """Return whether there is more to do than a heartbeat."""
        box = self.outbox
        behind = self._server_seq is not None and self._server_seq > box.head[0]
        return behind or bool(box.undecided_events or box.not_handed_over)

    def step(self) -> Steps:
        """Do what is due first."""
        if self.outbox.not_handed_over:
            yield from self._hand_over()
        elif self.outbox.revoked:
            yield from self._look_what_is_there()
        elif self.outbox.undecided_events:
            yield from self._send_events()
        elif self.is_due:
            yield from self.fetch_rows()
        else:
            yield from self._beat()

    def fetch_rows(self) -> Steps:
        """Fetch all the server's rows that follow the tablet's."""
        head, more = self.outbox.head, True
        rows: list[dict[str, Any]] = []
        while more:
            after = rows[-1]["seq"] if rows else head[0]
            answer = yield Request("GET", f"/log?after={after}&limit={MAX_ROWS}")
            if self._is_refused(answer):
                return
            theirs = _place(answer.body["head"])
            self._server_seq = theirs[0]
            rows += answer.body["rows"]
            if rows and rows[0]["previous_hash"] != head[1]:
                yield from self._take_whole_log()
                return
            if theirs[0] < head[0] or (theirs[0] == head[0] and theirs != head):
                yield from self._rewind(theirs)
                return
            more = answer.body["more"] and bool(answer.body["rows"])
        self.outbox.add_rows(rows)
        self.outbox.reconcile()

    def _send_events(self) -> Steps:
        sent = first_batch(self.outbox.undecided_events)
        answer = yield Request("POST", "/events", self._batch(sent))
        if answer.status in NEVER_PASSES:
            self._set_aside_all("other")
        if self._is_refused(answer):
            return
        body = answer.body
        verdicts = body["results"]
        self.outbox.acknowledge(
            (each["event_id"], (each["seq"], each["hash"]))
            for each in verdicts
            if each["verdict"] in {"accepted", "duplicate"}
        )
        self._server_seq = body["head"]["seq"]
        self._writer.epoch = body["lease"]["epoch"]
        self.outbox.keep_named(body["set_aside"])
        first = next((v for v in verdicts if _is_refusal(v)), None)
        self.refused = (first.get("code") or first["verdict"]) if first else ""
        handed = [each["event_id"] for each in verdicts if each.get("set_aside")]
        if handed:
            self._set_aside_all(self.refused or "other", handed)
        yield from self._follow(_place(body["head"]))

    def _follow(self, head: Place) -> Steps:
        """Do what follows from the verdicts on a batch."""
        after = AFTER.get(self.refused, "fetch") if self.refused else ""
        if after == "rewind":
            yield from self._rewind(head)
        elif after == "diverged":
            yield from self._take_whole_log()
        elif after == "fetch":
            yield from self.fetch_rows()

    def _beat(self) -> Steps:
        head = self.outbox.head
        answer = yield Request("POST", "/heartbeat", self.sign_of_life())
        if self._is_refused(answer):
            return
        self.told = answer.body
        theirs = _place(self.told["head"])
        self._server_seq = theirs[0]
        self._writer.epoch = self.told["lease"]["epoch"]
        self.outbox.keep_named(self.told["set_aside"])
        if theirs[0] < head[0]:
            yield from self._rewind(theirs)
        elif theirs[0] == head[0] and theirs != head:
            yield from self._take_whole_log()

    def sign_of_life(self) -> dict[str, Any]:
        """Return the body of a heartbeat."""
        return {
            "lease_epoch": self._writer.epoch,
            "head_seq": self.outbox.head[0],
            "pending": len(self.outbox.undecided_events),
            "app": APP,
        }

    def _rewind(self, head: Place) -> Steps:
        if self.outbox.rewind(head):
            self._server_seq = head[0]
        else:
            yield from self._take_whole_log()

    def _take_whole_log(self) -> Steps:
        """Replace the tablet's log by the server's whole log.

        Set aside the events that the server's log lacks.
        """
        self._set_aside_all("diverged")
        self.lost_events = True
        self.outbox.forget_rows()
        yield from self.fetch_rows()

    def _hand_over(self) -> Steps:
        events = self.outbox.first_hand_over(self.outbox.not_handed_over)
        first = self.outbox.aside[events[0]["event_id"]]
        answer = yield Request(
            "POST", "/set-aside", self._hand_over_body(events, first.reason, first.seq)
        )
        if not self._is_refused(answer):
            self.outbox.keep_named(answer.body["set_aside"])
            self.outbox.mark_handed_over(events)

    def _look_what_is_there(self) -> Steps:
        """Check whether the server still has everything, as no heartbeat can tell."""
        box = self.outbox
        self._server_seq = None
        yield from self.fetch_rows()
        if self._server_seq is None:
            yield from self._ask_for_last()
        self._set_aside_all("revoked")
        handed = [event for event in box.events if event["event_id"] in box.handed_over]
        if handed and not box.not_handed_over:
            yield from self._hand_over_once(handed[0], box.aside[handed[0]["event_id"]].seq)

    def _ask_for_last(self) -> Steps:
        """Ask for the outcome of the last event.

        A revoked tablet does so because it may not ask for the log.
        """
        box = self.outbox
        logged = [event for event in box.events if event["event_id"] in box.places]
        if logged:
            seq = box.places[logged[-1]["event_id"]][0]
            results = yield from self._hand_over_once(logged[-1], seq)
            if any(result["seq"] is None for result in results):
                box.set_aside(logged, "revoked")

    def _hand_over_once(
        self, event: dict[str, Any], seq: int
    ) -> Generator[Request, Answer, list[dict[str, Any]]]:
        case = self.outbox.aside.get(event["event_id"])
        given = self._hand_over_body([event], case.reason if case else "other", seq)
        answer = yield Request("POST", "/set-aside", given)
        if self._is_refused(answer):
            return []
        self.outbox.keep_named(answer.body["set_aside"])
        results: list[dict[str, Any]] = answer.body["results"]
        return results

    def _set_aside_all(self, reason: str, handed: Iterable[str] = ()) -> None:
        waiting = self.outbox.undecided_events
        self.lost_events = self.lost_events or bool(waiting)
        self.outbox.set_aside(waiting, reason, set(handed))

    def _is_refused(self, answer: Answer) -> bool:
        """Note a refused request as the problem; return whether it was refused.

        A revoked tablet's events are set aside.
        """
        if answer.status in {200, 201}:
            return False
        self.problem = answer
        if (answer.body or {}).get("code") == "device-revoked":
            self.outbox.revoked = True
            self._set_aside_all("revoked")
        return True

    def _batch(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "lease_epoch": self._writer.epoch,
            "expected_seq": self.outbox.head[0] + 1,
            "previous_hash": self.outbox.head[1],
            "digest": self._writer.digest,
            "on_refusal": "set_aside",
            "view": False,
            "events": events,
        }

    def _hand_over_body(
        self, events: list[dict[str, Any]], reason: str, seq: int
    ) -> dict[str, Any]:
        return {
            "reason": reason,
            "expected_seq": seq,
            "previous_hash": self.outbox.head[1],
            "digest": self._writer.digest,
            "events": events,
        }


def _place(head: dict[str, Any]) -> Place:
    return head["seq"], head["hash"]


def _is_refusal(verdict: dict[str, Any]) -> bool:
    return verdict["verdict"] not in {"accepted", "duplicate", "not_attempted"}
