"""A trial of a correction, to find the later events that no longer fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.engine import Game, Refusal
from referee.journal.order_in_force import OrderInForce, Placed, revised_rows
from referee.journal.undo_pairs import LinkedRows, undo_pairs

MAX_TRIALS = 20
"""The most replays, each with more rows dropped; after the last, all later rows are dropped."""
Event = dict[str, Any]
Refusals = tuple[Refusal, ...]


class Fitting(NamedTuple):
    """The outcome of trying a revision.

    `refusals` are those of the replacement. If there are none, `without` has the rows to leave out,
    each with its refusals. These are empty if it goes with another row, as an undo with its event.
    """

    refusals: Refusals = ()
    without: Mapping[int, Refusals] = MappingProxyType({})


class _RowDropsError(Exception):
    """A row that was already played must be dropped, too."""


def what_fits(order: OrderInForce, refused: dict[int, Refusals], event: Event) -> Fitting:
    """Try the revision `event` on `order`; return the later rows that no longer fit.

    The revision is well formed, and its start opens a game. `refused` are rows that no game
    contains.
    """
    trial = _Trial(order, refused, event)
    for _ in range(MAX_TRIALS):
        try:
            return Fitting(trial.play(), trial.without)
        except _RowDropsError:
            continue
    trial.drop_all()
    return Fitting(trial.play(), trial.without)


class _Trial:
    """The corrected order, played until all the rows left in it fit."""

    def __init__(self, order: OrderInForce, refused: dict[int, Refusals], event: Event) -> None:
        self.order, self.event, self.rows = order, event, revised_rows(event)
        kept = {number for number, _ in order.events if number not in refused}
        self.later = {number for number in kept if number >= self.rows.stop}
        self.links = LinkedRows(undo_pairs(order.events, refused))
        self.refused = refused
        self.without: dict[int, Refusals] = {}
        self._drop([row for row in kept if row in self.rows], ())

    def play(self) -> Refusals:
        """Play the corrected order; return the refusals of the replacement, if any.

        Raise _RowDropsError if it must be played again without another row.
        """
        corrected = self.order.copy()
        corrected.add(0, {**self.event, "without": []})
        game = Game.open((corrected.start or {})["header"])
        there: set[int] = set()
        for seq, event in self._events(corrected):
            refusals = game.play(event).refusals
            if not refusals:
                there.add(seq)
            elif seq in self.later:
                self._drop_refused(seq, refusals, there)
            else:
                return refusals
        return ()

    def drop_all(self) -> None:
        """Drop all later rows."""
        self._drop(sorted(self.later), ())

    def _events(self, corrected: OrderInForce) -> Iterator[Placed]:
        """Yield the events to be played, without rows dropped on the way."""
        for seq, event in corrected.events:
            replaced = seq == self.rows.start
            if seq not in self.without and (replaced or seq not in self.refused):
                yield seq, event

    def _drop_refused(self, seq: int, refusals: Refusals, there: set[int]) -> None:
        dropped = self._drop([seq], refusals)
        if dropped & there:
            raise _RowDropsError

    def _drop(self, rows: list[int], refusals: Refusals) -> set[int]:
        """Drop the later rows among these and those linked to them, and return them."""
        together = self.links.with_linked(rows) & self.later
        for row in sorted(together):
            self.without.setdefault(row, refusals if row in rows else ())
        return together
