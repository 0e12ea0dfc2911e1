"""The protocol as a state machine: tablets, a lossy network and a chief against the real store.

The model is what the promises say: an acknowledged event is never lost, doubled or reordered, and
what a tablet showed as recorded is in the log or set aside.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import transaction
from django.test import TestCase
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee.devices.services import revoke
from referee.log import chief, journal_cache, set_aside
from referee.log.append import Appended, append
from referee.log.head import RevokedError
from referee.log.lease import LeaseMovedError, take_over
from referee.log.verdicts import SET_ASIDE_CODES
from referee.log.verify import faults_of
from referee.log.wire import HandOver, WireEvent
from referee.models import GameLog, LoggedEvent, SetAside, SetAsideEvent
from tests.present import present
from tests.referee.tables import AT, golden, log_events, make_table, paired
from tests.shares import sampled
from tournament.models import Table

LINES = golden("04_us-2011")
EVENTS = log_events(LINES)
ILLEGAL = {"type": "retain"}
TABLETS = st.integers(0, 2)
OUTCOMES = st.sampled_from(["answered", "answer lost", "server died"])


class _RolledBackError(Exception):
    """The server died before it committed."""


@contextmanager
def taken_back() -> Iterator[None]:
    """A transaction that never commits."""
    try:
        with transaction.atomic():
            yield
            raise _RolledBackError
    except _RolledBackError:
        journal_cache.forget()


class Protocol(RuleBasedStateMachine):
    """Three tablets on one table; `acked` is the model: number by event id, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.outer = transaction.atomic()
        self.outer.__enter__()
        journal_cache.forget()
        self.acked: dict[UUID, tuple[int, str]] = {}
        self.safe: set[UUID] = set()
        self.recorded: set[UUID] = set()

    @initialize()
    def open_the_table(self) -> None:
        """A published table; the first tablet is paired with it and writes."""
        self.table: Table = make_table(LINES[0])
        self.tablets = [paired(self.table, f"Tablet {number}") for number in range(3)]
        self.outboxes: list[list[WireEvent]] = [[], [], []]
        self.revoked: set[int] = set()
        self.played = [0, 0, 0]

    def teardown(self) -> None:
        """Leave no trace."""
        transaction.set_rollback(True)
        self.outer.__exit__(None, None, None)
        journal_cache.forget()

    @rule(which=TABLETS, count=st.integers(1, 6))
    def record(self, which: int, count: int) -> None:
        """A tablet records what happens next by its own log; it may not be the writer."""
        at = self.played[which]
        made = self.tablets[which].made_of(*EVENTS[at : at + count])
        self.outboxes[which] += made
        self.recorded |= {event.event_id for event in made}
        self.played[which] += len(made)

    @rule(count=st.integers(1, 6), first=OUTCOMES, then=OUTCOMES)
    def play(self, count: int, first: str, then: str) -> None:
        """What happens most: the writer records and sends, and sends again what waits."""
        holder = GameLog.objects.values_list("lease_device_id", flat=True).get()
        writers = (n for n, tablet in enumerate(self.tablets) if tablet.device.pk == holder)
        which = next(writers, 0)
        self.record(which, count)
        self.send(which, first)
        self.send(which, then)

    @rule(which=TABLETS)
    def record_nonsense(self, which: int) -> None:
        """An engine that judges otherwise lets an illegal event pass."""
        made = self.tablets[which].made_of(ILLEGAL)
        self.outboxes[which] += made
        self.recorded.add(made[0].event_id)

    @rule(which=TABLETS, outcome=OUTCOMES)
    def send(self, which: int, outcome: str) -> None:
        """Send what waits; the answer may be lost, or the server die before it commits."""
        tablet, waiting = self.tablets[which], self.outboxes[which][:100]
        if not waiting:
            return
        try:
            if outcome == "server died":
                with taken_back():
                    append(device=tablet.device, batch=tablet.batch(*waiting))
                return
            # As after a commit: the process keeps the game it has just changed.
            with TestCase.captureOnCommitCallbacks(execute=True):
                done = append(device=tablet.device, batch=tablet.batch(*waiting))
        except RevokedError:
            assert which in self.revoked
            return
        if outcome == "answered":
            self._hear(which, waiting, done)

    def _hear(self, which: int, sent: list[WireEvent], done: Appended) -> None:
        gone = set()
        for event, verdict in zip(sent, done.verdicts, strict=True):
            if verdict.verdict in ("accepted", "duplicate"):
                place = (present(verdict.seq), present(verdict.hash))
                known = self.acked.setdefault(event.event_id, place)
                assert known == place
                self.tablets[which].head = known
                gone.add(event.event_id)
            elif verdict.set_aside:
                self.safe.add(event.event_id)
                gone.add(event.event_id)
        self.outboxes[which] = [e for e in self.outboxes[which] if e.event_id not in gone]
        refused = next((v for v in done.verdicts if not v.seq), None)
        if refused is not None:
            self._refused(which, refused.code or refused.verdict, done.game)

    def _refused(self, which: int, code: str, game: GameLog) -> None:
        """What a tablet does after the first event that was not accepted."""
        if code in SET_ASIDE_CODES or code == "illegal":
            self._hand_over(which, "other")
            self._resync(which)
        elif code == "behind":
            self.tablets[which].acknowledge(game)
        else:
            assert code == "not_attempted", code

    def _resync(self, which: int) -> None:
        """Take the server's log; what is in it of this tablet's no longer waits."""
        tablet = self.tablets[which]
        game = GameLog.objects.get(pk=tablet.game)
        tablet.acknowledge(game)
        rows = LoggedEvent.objects.filter(game=game)
        logged = {
            id_: (seq, hash_) for id_, seq, hash_ in rows.values_list("event_id", "seq", "hash")
        }
        mine = {e.event_id for e in self.outboxes[which]} & logged.keys()
        self.acked |= {event_id: logged[event_id] for event_id in mine}
        self.outboxes[which] = [e for e in self.outboxes[which] if e.event_id not in mine]
        self.played[which] = min(rows.exclude(kind="chief").count(), len(EVENTS))

    def _hand_over(self, which: int, reason: str) -> None:
        tablet, waiting = self.tablets[which], self.outboxes[which]
        if waiting:
            given = HandOver(reason, tablet.head[0] + 1, tablet.digest, tuple(waiting[:100]))
            set_aside.hand_over(device=tablet.device, given=given)
            self.safe |= {event.event_id for event in waiting[:100]}
            self.outboxes[which] = waiting[100:]

    @rule(which=TABLETS)
    def take_over(self, which: int) -> None:
        """A tablet takes the lease, given the epoch it sees; the old writer learns by and by."""
        game = GameLog.objects.get(pk=self.tablets[which].game)
        if which in self.revoked or game.lease_device_id == self.tablets[which].device.pk:
            return
        try:
            self.tablets[which].epoch = take_over(
                device=self.tablets[which].device, epoch=game.lease_epoch
            ).lease_epoch
        except LeaseMovedError as moved:
            raise AssertionError("nobody else was there") from moved
        self._resync(which)

    @precondition(lambda self: len(self.revoked) < 2)
    @rule(which=TABLETS)
    def revoke(self, which: int) -> None:
        """The organiser revokes a tablet; what it holds it hands over."""
        revoke(device_id=self.tablets[which].device.pk, by="Olga")
        self.revoked.add(which)
        self._hand_over(which, "revoked")

    @rule()
    def rule_something(self) -> None:
        """The chief writes into the log what leaves the board alone."""
        if LoggedEvent.objects.filter(game=self.tablets[0].game).exists():
            event = {"type": "ruling", "text": "so be it"}
            assert chief.append_chief(game_id=self.tablets[0].game, event=event, by="C") == ()

    @rule(apply=st.booleans())
    def decide(self, apply: bool) -> None:
        """The chief decides about what was set aside first."""
        entry = SetAside.objects.filter(state=SetAside.State.OPEN).first()
        if entry is None:
            return
        if not apply or chief.apply(entry_id=entry.pk, decision="yes", by="Chief"):
            chief.discard(entry_id=entry.pk, decision="no", by="Chief")

    @rule()
    def restart(self) -> None:
        """The process dies: what it kept in memory is gone."""
        journal_cache.forget()

    @rule(which=TABLETS, data=st.data())
    def forge(self, which: int, data: st.DataObject) -> None:
        """An event that was acknowledged comes again with another body: nothing changes."""
        known = [event for event in self.tablets[which].made if event.event_id in self.acked]
        if not known or which in self.revoked:
            return
        event = data.draw(st.sampled_from(known))
        forged = WireEvent.build(event.event_id, event.salt, AT, {"type": "note", "text": "!"})
        before = GameLog.objects.values_list("head_hash", flat=True).get()
        tablet = self.tablets[which]
        with pytest.raises(Exception, match=str(event.event_id)):
            append(device=tablet.device, batch=tablet.batch(forged))
        assert GameLog.objects.values_list("head_hash", flat=True).get() == before

    @invariant()
    def what_was_acknowledged_stands(self) -> None:
        """Never lost, never doubled, never reordered."""
        if not hasattr(self, "tablets"):
            return
        rows = list(LoggedEvent.objects.order_by("seq").values_list("event_id", "seq", "hash"))
        assert [seq for _id, seq, _hash in rows] == list(range(1, len(rows) + 1))
        found = {event_id: (seq, row_hash) for event_id, seq, row_hash in rows}
        assert self.acked.items() <= found.items()

    @invariant()
    def nothing_recorded_is_dropped(self) -> None:
        """In an outbox, in the log, or with the chief; never both of the last two."""
        if not hasattr(self, "tablets"):
            return
        waiting = {event.event_id for outbox in self.outboxes for event in outbox}
        logged = set(LoggedEvent.objects.values_list("event_id", flat=True))
        aside = set(SetAsideEvent.objects.values_list("event_id", flat=True))
        undecided = SetAsideEvent.objects.filter(entry__state=SetAside.State.OPEN)
        assert self.recorded <= waiting | logged | aside
        assert not logged & set(undecided.values_list("event_id", flat=True))
        assert self.safe <= aside | logged

    @invariant()
    def the_log_can_be_proved(self) -> None:
        """Chain, private texts and snapshot hold after every step."""
        for game in GameLog.objects.all():
            assert faults_of(game) == []


@pytest.mark.django_db
@pytest.mark.parametrize("part", sampled(range(7)))
def test_the_promises_hold_whatever_happens(part: int) -> None:
    run_state_machine_as_test(
        Protocol,
        settings=settings(
            max_examples=4,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
