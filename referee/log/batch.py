"""Judge the events of a batch: the protocol decides first, then the rules."""

import json
from dataclasses import dataclass

from django.utils import timezone

from referee.engine import Refusal
from referee.journal.hash_chain import FIRST
from referee.journal.limits import MARGIN
from referee.journal.order_in_force import CORRECTIONS, NOT_BOARD
from referee.journal.times import read_moment
from referee.log.head import Head
from referee.log.rows import Author, new_row
from referee.log.table_setup import digest_of
from referee.log.verdicts import ACCEPTED, DUPLICATE, ILLEGAL, NOT_ATTEMPTED, STALE, Verdict
from referee.log.wire import Batch, WireEvent
from referee.models import GameLog, LoggedEvent


class LogFullError(Exception):
    """The game's log has no room for more events of this kind."""


@dataclass(slots=True)
class JudgedBatch:
    """The verdict on each event of a batch, and the rows of those accepted."""

    verdicts: list[Verdict]
    rows: list[LoggedEvent]

    @property
    def is_accepted(self) -> bool:
        """Whether every event was accepted."""
        return all(verdict.verdict == ACCEPTED for verdict in self.verdicts)


def judge_batch(head: Head, batch: Batch) -> JudgedBatch:
    """Judge a batch on a game, and move the game's journal on; raises LogFullError."""
    judge = _Judge(head, batch)
    verdicts = [judge.verdict(index, event) for index, event in enumerate(batch.events)]
    return JudgedBatch(verdicts, judge.rows)


class _Judge:
    """One pass over a batch.

    Accepted events become `rows`, the first other outcome ends it.
    """

    def __init__(self, head: Head, batch: Batch) -> None:
        self.game, self.journal, self.known = head.game, head.kept.journal, head.known
        self.batch = batch
        self.author = Author(device=head.device.pk, lease_epoch=batch.lease_epoch)
        self.edition = digest_of(*head.kept.rules) if head.kept.rules else ""
        self.received = timezone.now()
        self.rows: list[LoggedEvent] = []
        self.halted = False

    def verdict(self, index: int, event: WireEvent) -> Verdict:
        """Return the verdict on the event at `index` of the batch; raises LogFullError."""
        answer = self.known.answers.get(event.event_id)
        if answer is None:
            answer = self._judge_new(index, event)
        self.halted = self.halted or answer.verdict not in (ACCEPTED, DUPLICATE)
        return answer

    def _judge_new(self, index: int, event: WireEvent) -> Verdict:
        if self.halted:
            return Verdict(event.event_id, NOT_ATTEMPTED)
        code = self._stale_code(self.batch.expected_seq + index)
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

    def _stale_code(self, expected: int) -> str | None:
        """Return why an event cannot be appended as row `expected` now; None if it can."""
        if not self.rows:
            gate = self._barring_code()
            if gate:
                return gate
        if expected == self.journal.seq + 1:
            return None
        return "ahead" if expected > self.journal.seq else self._missed_code(expected)

    def _barring_code(self) -> str | None:
        """Return why no new event of the batch can be appended; None if nothing bars them."""
        game, batch = self.game, self.batch
        if (game.lease_device_id, game.lease_epoch) != (self.author.device, batch.lease_epoch):
            return "lease"
        if game.state == GameLog.State.CONFIRMED:
            return "closed"
        if batch.digest != self.edition:
            return "digest"
        return None if self._is_on_our_log() else "diverged"

    def _is_on_our_log(self) -> bool:
        """Return whether the row before the batch is the one that the tablet knows.

        True if this log is shorter: a row that a restored server lost cannot be compared.
        """
        before = self.batch.expected_seq - 1
        if before > self.journal.seq:
            return True
        return self.batch.previous_hash == hash_at(self.game, before)

    def _missed_code(self, expected: int) -> str:
        """Return "conflict" if missed rows affect the tablet's events, else "behind".

        They do not affect them if they leave the board alone, or if the tablet only reports that it
        has read an earlier decision.
        """
        if all(event.event["type"] == "understood" for event in self.batch.events):
            return "behind"
        missed = LoggedEvent.objects.filter(game=self.game, seq__gte=expected)
        kinds = [json.loads(event)["type"] for event in missed.values_list("event", flat=True)]
        calm = all(kind in NOT_BOARD - CORRECTIONS for kind in kinds)
        return "behind" if calm else "conflict"


def hash_at(game: GameLog, seq: int) -> str | None:
    """Return the hash of row `seq`.

    For 0 it is the chain's beginning; None if there is no such row.
    """
    if seq == game.head_seq:
        return game.head_hash
    if seq == 0:
        return FIRST
    return LoggedEvent.objects.filter(game=game, seq=seq).values_list("hash", flat=True).first()
