"""The verdict on each event of a batch: what the protocol decides before the rules are asked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import UUID

from django.utils import timezone

from referee.engine import Refusal
from referee.journal.hash_chain import FIRST
from referee.journal.journal import Journal
from referee.journal.limits import MARGIN
from referee.journal.order_in_force import CORRECTIONS, NOT_BOARD
from referee.journal.times import read_moment
from referee.log.rows import Author, new_row
from referee.log.verdicts import ACCEPTED, DUPLICATE, ILLEGAL, NOT_ATTEMPTED, STALE, Verdict
from referee.log.wire import Batch, WireEvent
from referee.models import GameLog, LoggedEvent, SetAsideEvent


class EventChangedError(Exception):
    """An event id that was seen before came with another body, or for another table."""

    def __init__(self, event_id: UUID) -> None:
        super().__init__(str(event_id))
        self.event_id = event_id


class LogFullError(Exception):
    """The game's log has no room for more events of this kind."""


@dataclass(frozen=True, slots=True)
class Known:
    """The answers given before to events of this batch, and the ids known with another body."""

    answers: dict[UUID, Verdict] = field(default_factory=dict)
    changed: set[UUID] = field(default_factory=set)

    @classmethod
    def of(cls, game: UUID, events: Sequence[WireEvent]) -> Self:
        """Look the events up in the log and among those set aside (2 queries)."""
        known = cls()
        bodies = {event.event_id: (game, event.body_hash) for event in events}
        aside = SetAsideEvent.objects.filter(event_id__in=bodies).values_list(
            "event_id", "entry__game_id", "body_hash", "verdict"
        )
        for event_id, owner, body, verdict in aside:
            same = (owner, body) == bodies[event_id]
            known.add(same, verdict_of(event_id, json.loads(verdict)))
        logged = LoggedEvent.objects.filter(event_id__in=bodies).values_list(
            "event_id", "game_id", "body_hash", "seq", "hash", "consequences"
        )
        for event_id, owner, body, seq, row_hash, consequences in logged:
            same = (owner, body) == bodies[event_id]
            known.add(same, Verdict(event_id, DUPLICATE, seq, row_hash, consequences))
        return known

    def add(self, same: bool, answer: Verdict) -> None:
        """An event of the batch was seen before, with the same body or another."""
        if same:
            self.answers[answer.event_id] = answer
        else:
            self.changed.add(answer.event_id)

    def refuse_changed(self) -> Self:
        """Itself; raises EventChangedError where an id is known with another body only."""
        for event_id in self.changed - self.answers.keys():
            raise EventChangedError(event_id)
        return self


def verdict_of(event_id: UUID, given: Mapping[str, Any]) -> Verdict:
    """The answer that was stored with an event set aside."""
    refusals = tuple(Refusal(**item) for item in given["refusals"])
    return Verdict(
        event_id, given["verdict"], code=given["code"], refusals=refusals, set_aside=True
    )


def stored_verdict(verdict: Verdict) -> str:
    """The answer as it is stored, to be given again for ever."""
    return json.dumps(
        {
            "verdict": verdict.verdict,
            "code": verdict.code,
            "refusals": [refusal.as_json() for refusal in verdict.refusals],
        }
    )


class Run:
    """One pass over a batch: accepted events become `rows`, the first other outcome ends it."""

    def __init__(
        self,
        game: GameLog,
        journal: Journal,
        batch: Batch,
        author: Author,
        known: Known,
        edition: str,
    ) -> None:
        self.game, self.journal, self.batch = game, journal, batch
        self.author, self.known, self.edition = author, known, edition
        self.received = timezone.now()
        self.rows: list[LoggedEvent] = []
        self.halted = False

    def verdict(self, index: int, event: WireEvent) -> Verdict:
        """What becomes of the event at `index` of the batch; raises LogFullError."""
        answer = self.known.answers.get(event.event_id)
        if answer is None:
            answer = self._new(index, event)
        self.halted = self.halted or answer.verdict not in (ACCEPTED, DUPLICATE)
        return answer

    def _new(self, index: int, event: WireEvent) -> Verdict:
        if self.halted:
            return Verdict(event.event_id, NOT_ATTEMPTED)
        code = self._stale(self.batch.expected_seq + index)
        if code:
            return Verdict(event.event_id, STALE, code=code)
        if read_moment(event.at) is None:
            return Verdict(event.event_id, ILLEGAL, refusals=(Refusal("time"),))
        if self.journal.is_full(event.event["type"], beyond=MARGIN):
            raise LogFullError
        judgement = self.journal.judge(event.event)
        if judgement.refusals:
            return Verdict(event.event_id, ILLEGAL, refusals=judgement.refusals)
        row = new_row(
            self.journal,
            self.game,
            event,
            judgement,
            self.author,
            self.edition,
            received=self.received,
        )
        self.rows.append(row)
        return Verdict(event.event_id, ACCEPTED, row.seq, row.hash, row.consequences)

    def _stale(self, expected: int) -> str | None:
        """Why an event that is to be row `expected` cannot be appended now; None if it can."""
        if not self.rows:
            gate = self._gate()
            if gate:
                return gate
        if expected == self.journal.seq + 1:
            return None
        return "ahead" if expected > self.journal.seq else self._missed(expected)

    def _gate(self) -> str | None:
        """What bars every new event of the batch."""
        game, batch = self.game, self.batch
        if (game.lease_device_id, game.lease_epoch) != (self.author.device, batch.lease_epoch):
            return "lease"
        if game.state == GameLog.State.CONFIRMED:
            return "closed"
        if batch.digest != self.edition:
            return "digest"
        return None if self._on_our_log() else "diverged"

    def _on_our_log(self) -> bool:
        """Whether the row before the batch is the one the tablet knows; one that a restored
        server lost cannot be compared."""
        before = self.batch.expected_seq - 1
        if before > self.journal.seq:
            return True
        return self.batch.previous_hash == hash_at(self.game, before)

    def _missed(self, expected: int) -> str:
        """Whether the rows the tablet has not seen leave the board alone."""
        missed = LoggedEvent.objects.filter(game=self.game, seq__gte=expected)
        kinds = [json.loads(event)["type"] for event in missed.values_list("event", flat=True)]
        calm = all(kind in NOT_BOARD - CORRECTIONS for kind in kinds)
        return "behind" if calm else "conflict"


def hash_at(game: GameLog, seq: int) -> str | None:
    """The hash of row `seq` (of the chain's beginning for 0), None where there is none."""
    if seq == game.head_seq:
        return game.head_hash
    if seq == 0:
        return FIRST
    return LoggedEvent.objects.filter(game=game, seq=seq).values_list("hash", flat=True).first()
