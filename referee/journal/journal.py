"""The journal: the state of one table's log, and the judge of its next event.

The server's append, the chief referee's preview, `verify` and the tablet all use this one class.
"""

from __future__ import annotations

from typing import Any

from referee.engine import Refusal
from referee.journal import table_events
from referee.journal.event_forms import tablet_fault
from referee.journal.folded_log import FoldedLog
from referee.journal.judgement import Judgement
from referee.journal.limits import is_full
from referee.journal.order_in_force import NOT_BOARD
from referee.journal.played_order import PlayedOrder
from referee.journal.revision import (
    chief_corrected,
    revert_form,
    revision_form,
    table_fault,
)
from referee.journal.start import judge_start
from referee.journal.table_events import still_valid
from referee.journal.taking_back import undo_fault
from referee.journal.undo_pairs import moved_undo, undo_pairs
from referee.journal.what_fits import Fitting, what_fits

Event = dict[str, Any]
Refusals = tuple[Refusal, ...]


class Journal(FoldedLog):
    """The state of one table's log, with methods to judge its next event."""

    def replay_unjudged(self, seq: int, event: Event) -> None:
        """Add a row that a tablet recorded while nobody could judge it.

        Only for a lenient journal, which leaves refused rows out. A start is not checked against
        the draw; the server does that when it receives it.
        """
        is_start = event["type"] == "start"
        refusals = self._start_barred() if is_start else self.judge(event).refusals
        if is_start and not refusals:
            self.replay(seq, "", event)
            return
        if refusals:
            self.never_in_force[seq] = refusals
        self.row_added(event["type"], seq, "")

    def judge(self, event: Event, *, chief: bool = False) -> Judgement:
        """Judge the next event, from a tablet or the `chief`, and apply it if accepted.

        The caller then calls `row_added` to make it row `seq` + 1.
        """
        refusals = self._refusals_before_rules(event, chief=chief)
        if refusals:
            return Judgement(refusals)
        kind = event.get("type")
        if kind == "start":
            return Judgement(self._start(event))
        if kind == "revise":
            return Judgement(self._revise(event, chief=chief))
        if kind == "revert":
            return Judgement(self._revert(event))
        if isinstance(kind, str) and kind in NOT_BOARD:
            return Judgement(self._log_beside(event))
        fault = undo_fault(self.order, self.board.refused) if kind == "undo" else None
        if fault is not None:
            return Judgement((fault,))
        decision = self.board.play(self.seq + 1, event)
        if decision.is_accepted:
            self.beside.void_answers()
        return Judgement(decision.refusals, decision if decision.is_accepted else None)

    def is_full(self, kind: object, *, beyond: int = 0) -> bool:
        """Return whether the log has no room for an event of this type.

        `beyond` raises the limit.
        """
        return isinstance(kind, str) and is_full(self.used, kind, beyond=beyond)

    def fit_revision(self, event: Event, *, chief: bool = False) -> Fitting:
        """Judge a revision and find the rows that its `without` has to name.

        Nothing changes.
        """
        event = {**event, "without": []}
        refusals = self._refusals_before_rules(event, chief=chief) or self._revision_faults(
            event, chief=chief
        )
        if refusals:
            return Fitting(refusals)
        fitting = what_fits(self.order, self.board.refused, event)
        complete = {**event, "without": sorted(fitting.without)}
        fault = None if chief else table_fault(self.order, complete)
        return fitting._replace(refusals=(fault,)) if fault else fitting

    def _refusals_before_rules(self, event: Event, *, chief: bool) -> Refusals:
        """Return the refusals that do not depend on the rules of the game."""
        kind = event.get("type")
        if isinstance(kind, str):
            if not table_events.may_log(kind, chief=chief):
                return (Refusal("chief_only"),)
            fault = None if chief else tablet_fault(event)
            if fault is not None:
                return (fault,)
        return () if kind == "start" or self.game is not None else (Refusal("not_started"),)

    def _start(self, event: Event) -> Refusals:
        refusals = self._start_barred() or judge_start(event, self.setup())
        if not refusals:
            self._fold_board(self.seq + 1, event)
        return refusals

    def _start_barred(self) -> Refusals:
        """Refuse a start once the game has events, or once the chief corrected its start."""
        if self.order.events:
            return (Refusal("already_started"),)
        fault = chief_corrected(self.order, self.order.start_seq)
        return (fault,) if fault else ()

    def _log_beside(self, event: Event) -> Refusals:
        refusal = table_events.judge(self.beside, self.outcome(), event)
        if refusal is None:
            table_events.fold(self.beside, self.outcome, self.seq + 1, event)
        return (refusal,) if refusal else ()

    def _revise(self, event: Event, *, chief: bool) -> Refusals:
        """Apply a revision if the corrected game can be played to its end, else refuse it."""
        refusals = self._revision_faults(event, chief=chief)
        if refusals:
            return refusals
        before = self.board
        self.board = before.copy()
        self._fold_board(self.seq + 1, event, chief=chief)
        refusal = self.board.newly_refused(before)
        if refusal is None and not chief:
            refusal = _undo_moved(before, self.board)
        if refusal is not None:
            self.board = before
        else:
            self.beside.void_answers()
        return (refusal,) if refusal else ()

    def _revision_faults(self, event: Event, *, chief: bool) -> Refusals:
        """Refuse a revision that is malformed, or that the table may not make.

        A table corrects its own rows only, and only until somebody has confirmed the outcome.
        """
        fault = revision_form(self.order, event)
        if fault is None and not chief:
            confirmed = still_valid(self.beside.confirmed, self.outcome())
            if confirmed:
                return (Refusal("result_confirmed", None, {"player": confirmed[0]}),)
            fault = table_fault(self.order, event)
        if fault is not None:
            return (fault,)
        # The start that was logged is not judged anew: a name in the draw may have been corrected
        # or erased since.
        of_the_start = event["seq"] == self.order.start_seq
        return judge_start(event["replacement"][0], self.setup()) if of_the_start else ()

    def _revert(self, event: Event) -> Refusals:
        """Take back the table's last revision."""
        revised = self.board.revertible()
        fault = revert_form(event, revised.seq if revised else None)
        if fault is None:
            self._fold_board(self.seq + 1, event)
            self.beside.void_answers()
        return (fault,) if fault else ()


def _undo_moved(before: PlayedOrder, after: PlayedOrder) -> Refusal | None:
    """Refuse a correction that would change which event an undo takes back."""
    seq = moved_undo(
        undo_pairs(before.order.events, before.refused),
        undo_pairs(after.order.events, after.refused),
    )
    return Refusal("undo_moved", None, {"seq": seq}) if seq else None
