"""The chief referee's changes to a log.

They are corrections, rulings, and decisions on events set aside.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Count, Sum
from django.utils import timezone

from referee.engine import Handover, Refusal, handovers, position_of
from referee.journal.event_forms import QUICK
from referee.journal.journal import Journal
from referee.journal.judgement import Judgement
from referee.journal.limits import MARGIN
from referee.journal.order_in_force import CORRECTIONS
from referee.journal.revision import MAX_REPLACEMENTS
from referee.journal.start import TableSetup, as_drawn
from referee.journal.taken_over import Renumbering, order_among
from referee.journal.times import read_moment
from referee.log import finalising, journal_cache
from referee.log.lease import lock_game
from referee.log.rows import Author, new_row, stamp
from referee.log.snapshot import snapshot_of
from referee.log.table_setup import rules_digest, setup_of
from referee.log.wire import WireEvent
from referee.models import GameLog, LoggedEvent, SetAside, SetAsideEvent
from tournament.audit import Actor, name_of, shown_name
from tournament.audit import log as audit
from tournament.models import Table
from tournament.results.selectors.correction_notices import correction_notice_for

Refusals = tuple[Refusal, ...]
MAX_CORRECTIONS = 20
"""The most corrections taken in from set-aside events: each replays the whole game."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a change by the chief.

    It has the snapshots before and after, and the pieces the table must move.
    """

    refusals: Refusals
    before: dict[str, Any]
    after: dict[str, Any]
    moves: tuple[Handover, ...] = ()


class TriedChange:
    """A change tried on a copy of a journal.

    Create it before the change, ask it afterwards.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.before = snapshot_of(journal)
        self._board = _board(journal)

    def preview(self) -> Preview:
        """Return the effect of the change."""
        return Preview((), self.before, snapshot_of(self._journal), self._moves())

    def _moves(self) -> tuple[Handover, ...]:
        """Return the pieces the table moves, from the board before to the journal's.

        Empty if there is no board before or after.
        """
        after = _board(self._journal)
        if self._board is None or after is None:
            return ()
        return tuple(handovers(self._board, after, self._journal.require_game().state.edition))


class Trial(NamedTuple):
    """The effect of taking in events set aside.

    `refused` has the refusals by position. If there are any, `preview` shows no change.
    """

    refused: dict[int, Refusals]
    preview: Preview


class _Taken(NamedTuple):
    rows: list[LoggedEvent]
    refused: dict[int, Refusals]


@transaction.atomic
def append_chief(*, game_id: UUID, event: dict[str, Any], by: Actor) -> Refusals:
    """Log one of the chief's events and return any refusals.

    The events are `revise`, `ruling`, `settle` and `confirm`. If the event is refused, nothing
    is written.
    """
    return _append(lock_game(game_id), event, by)


def preview(*, game: GameLog, event: dict[str, Any]) -> Preview:
    """Judge one of the chief's events on a copy of the game; nothing is written."""
    journal = journal_cache.copy_as_read(game, partial(setup_of, game)).journal
    change = TriedChange(journal)
    refusals = journal.judge(event, chief=True).refusals or finalising.refuse_unfinished(
        game, journal
    )
    if refusals:
        return Preview(refusals, change.before, change.before)
    return change.preview()


@transaction.atomic
def discard(*, entry_id: UUID, decision: str, by: Actor) -> SetAside:
    """Decide that events set aside do not count; the first decision stands."""
    game, entry = _locked_entry(entry_id)
    if entry.state == SetAside.State.OPEN:
        _decide(entry, SetAside.State.DISCARDED, decision, by)
        _finalise_if_ready(game, by)
        _audit(game, by, "discard events", {"entry": str(entry.pk), "decision": decision})
    return entry


@transaction.atomic
def discard_all(*, game_id: UUID, decision: str, by: Actor) -> int:
    """Discard everything set aside that waits at a game; return the number of events."""
    game = lock_game(game_id)
    waiting = SetAside.objects.filter(game=game, state=SetAside.State.OPEN)
    held = waiting.aggregate(entries=Count("pk"), events=Sum("event_count", default=0))
    if held["entries"]:
        waiting.update(
            state=SetAside.State.DISCARDED,
            decision=decision,
            decided_at=timezone.now(),
            decided_by=name_of(by),
        )
        _finalise_if_ready(game, by)
        _audit(game, by, "discard all events", {**held, "decision": decision})
    return int(held["events"])


@transaction.atomic
def apply(*, entry_id: UUID, decision: str, by: Actor) -> Refusals:
    """Append an entry's set-aside events to the log as it is now; return any refusals.

    All are appended, or none. Corrections among them name the same events by their numbers in this
    log.
    """
    game, entry = _locked_entry(entry_id)
    if entry.state != SetAside.State.OPEN:
        return ()
    kept = journal_cache.copy_at_head(game, partial(setup_of, game))
    taken = _take_events(entry, game, kept.journal, _person(by, device=entry.device_id))
    if taken.refused:
        return next(iter(taken.refused.values()))
    _decide(entry, SetAside.State.APPLIED, decision, by)
    finalising.save_rows(game, kept, taken.rows, by=by)
    _audit(game, by, "apply events", {"entry": str(entry.pk), "decision": decision})
    return ()


def trial(entry: SetAside) -> Trial:
    """Return the effect that `apply` would have.

    Nothing is written.
    """
    game = entry.game
    journal = journal_cache.copy_as_read(game, partial(setup_of, game)).journal
    before = snapshot_of(journal)
    refused = _take_events(entry, game, journal, Author()).refused
    after = before if refused else snapshot_of(journal)
    return Trial(refused, Preview((), before, after))


def _board(journal: Journal) -> dict[str, Any] | None:
    """Return the position on the board.

    It is None before the start, or if only the end was entered.
    """
    start = journal.order.start
    if journal.game is None or start is None or QUICK in start["header"]:
        return None
    return position_of(journal.require_game().state)


@transaction.atomic
def apply_instead(*, entry_id: UUID, decision: str, by: Actor) -> Refusals:
    """Replace events logged since by events set aside, as one revision.

    Return any refusals. If the revision is refused, nothing is written.
    """
    game, entry = _locked_entry(entry_id)
    if entry.state != SetAside.State.OPEN:
        return ()
    revision = replacing_revision(entry, decision)
    if revision is None:
        return (Refusal("no_such_event"),)
    return _append(game, revision, by, takes_in=entry)


def replacing_revision(entry: SetAside, reason: str) -> dict[str, Any] | None:
    """Return the revision that replaces board events by an entry's events.

    It replaces the board events logged since. None if no board event was logged since, if the
    entry corrects something logged before it, or if it has more events than one correction may
    put in.
    """
    if entry.event_count > MAX_REPLACEMENTS:
        return None
    rows = LoggedEvent.objects.filter(
        game=entry.game_id, seq__gte=entry.expected_seq, kind=LoggedEvent.Kind.BOARD
    )
    logged = rows.order_by("seq").values_list("seq", "event")
    numbers = [seq for seq, event in logged if json.loads(event)["type"] not in CORRECTIONS]
    setup = setup_of(entry.game)
    events = [_event_set_aside(kept, setup) for kept in entry.events.order_by("position")]
    replacement = order_among(events, entry.expected_seq)
    if not numbers or replacement is None:
        return None
    return {
        "type": "revise",
        "seq": numbers[0],
        "through": numbers[-1],
        "replacement": replacement,
        "reason": reason,
    }


def _append(
    game: GameLog, event: dict[str, Any], by: Actor, *, takes_in: SetAside | None = None
) -> Refusals:
    """Log one of the chief's events; return any refusals.

    `takes_in` are the events set aside that it puts in: they are marked as applied.
    """
    kept = journal_cache.copy_at_head(game, partial(setup_of, game))
    judgement = _judge_for_chief(kept.journal, event, chief=True)
    refusals = judgement.refusals or finalising.refuse_unfinished(game, kept.journal)
    if refusals:
        return refusals
    wire = WireEvent.build(uuid4(), uuid4().hex, stamp(timezone.now()), event)
    row = new_row(kept.journal, game, wire, judgement, _person(by), rules_digest(game))
    if takes_in is not None:
        _decide(takes_in, SetAside.State.APPLIED, event["reason"], by)
    finalising.save_rows(game, kept, [row], by=by)
    told = {"told": correction_notice_for([game.table_id])} if event["type"] == "revise" else {}
    _audit(game, by, event["type"], {"seq": row.seq, **told})
    return ()


def _take_events(entry: SetAside, game: GameLog, journal: Journal, author: Author) -> _Taken:
    """Append the events of a set-aside entry that the chief's journal accepts.

    Events refused are skipped. Appending stops at one that would leave a confirmed game
    unfinished. Return the rows and the refusals by position.
    """
    taken, moved, corrections = _Taken([], {}), dict[int, int](), 0
    renumbering = Renumbering(
        first=entry.expected_seq,
        shared=entry.reason != SetAside.Reason.DIVERGED,
        moved=moved,
        between=frozenset(n for n, _ in journal.order.events if n >= entry.expected_seq),
    )
    rules = rules_digest(game)
    for position, wire in enumerate(_wires(entry, setup_of(game))):
        corrections += wire.event["type"] in CORRECTIONS
        if corrections > MAX_CORRECTIONS:
            taken.refused[position] = (Refusal("corrections_too_many"),)
            continue
        event = renumbering.renumber(wire.event)
        if isinstance(event, Refusal):
            taken.refused[position] = (event,)
            continue
        judgement = _judge_for_chief(journal, event)
        if judgement.refusals:
            taken.refused[position] = judgement.refusals
            continue
        unfinished = finalising.refuse_unfinished(game, journal)
        if unfinished:
            taken.refused[position] = unfinished
            break
        made = _event_to_log(wire, event)
        taken.rows.append(new_row(journal, game, made, judgement, author, rules))
        moved[entry.expected_seq + position] = taken.rows[-1].seq
    return taken


def _event_to_log(wire: WireEvent, event: dict[str, Any]) -> WireEvent:
    """Return the event to log.

    If it was renumbered, it is a new event with an id of its own.
    """
    if event == wire.event:
        return wire
    return WireEvent.build(uuid4(), wire.salt, wire.at, event)


def _wires(entry: SetAside, setup: TableSetup) -> list[WireEvent]:
    """Return an entry's events as they came (2 queries)."""
    kept = list(entry.events.order_by("position"))
    ids = [one.event_id for one in kept]
    taken = set(LoggedEvent.objects.filter(event_id__in=ids).values_list("event_id", flat=True))
    received = stamp(entry.received_at)
    return [_wire(one, setup, taken, received) for one in kept]


def _wire(
    kept: SetAsideEvent, setup: TableSetup, taken: Collection[UUID], received: str
) -> WireEvent:
    """Return an event as it came, with a new id if the log has its id already.

    If its time cannot be logged, it gets the time it was received.
    """
    event_id = uuid4() if kept.event_id in taken else kept.event_id
    at = kept.at if read_moment(kept.at) else received
    return WireEvent.build(event_id, kept.salt, at, _event_set_aside(kept, setup))


def _event_set_aside(kept: SetAsideEvent, setup: TableSetup) -> dict[str, Any]:
    """Return the content of an event set aside.

    A start gets the tournament's present settings for the table.
    """
    event: dict[str, Any] = json.loads(kept.event)
    return as_drawn(event, setup) if event["type"] == "start" else event


def _judge_for_chief(journal: Journal, event: dict[str, Any], *, chief: bool = False) -> Judgement:
    """Judge an event that the chief logs; the log has more room for these."""
    if journal.is_full(event["type"], beyond=2 * MARGIN):
        return Judgement((Refusal("log_full"),))
    return journal.judge(event, chief=chief)


def _finalise_if_ready(game: GameLog, by: Actor) -> None:
    journal = journal_cache.copy_at_head(game, partial(setup_of, game)).journal
    finalising.finalise_if_ready(game, journal, by=by)


def _person(by: Actor, device: UUID | None = None) -> Author:
    user = None if isinstance(by, str) else by.pk
    return Author(device=device, user=user, name=shown_name(by))


def _locked_entry(entry_id: UUID) -> tuple[GameLog, SetAside]:
    game = lock_game(SetAside.objects.values_list("game_id", flat=True).get(pk=entry_id))
    return game, SetAside.objects.get(pk=entry_id)


def _decide(entry: SetAside, state: str, decision: str, by: Actor) -> None:
    entry.state, entry.decision = state, decision
    entry.decided_at, entry.decided_by = timezone.now(), name_of(by)
    entry.save(update_fields=["state", "decision", "decided_at", "decided_by"])


def _audit(game: GameLog, by: Actor, action: str, after: dict[str, Any]) -> None:
    table = Table.objects.select_related("round__event").get(pk=game.table_id)
    audit(by=by, action=action, instance=table, event=table.round.event, after=after)
