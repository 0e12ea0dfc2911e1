"""A trial of a correction, which names the later events that no longer fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.engine import Game, Refusal
from referee.journal.order_in_force import OrderInForce, Placed, revised_rows
from referee.journal.undo_pairs import LinkedRows, undo_pairs

MAX_TRIALS = 20
"""The most replays without a further row; then nothing that came after is kept."""
Event = dict[str, Any]
Refusals = tuple[Refusal, ...]


class Fitting(NamedTuple):
    """The outcome of trying a revision.

    It has the `refusals` of what would be put in, else the rows that go `without`, each with the
    reason why it is refused then (none: it goes with another, as an undo with what it took back).
    """

    refusals: Refusals = ()
    without: Mapping[int, Refusals] = MappingProxyType({})


class _RowDropsError(Exception):
    """A row that was played already has to go, too."""


def what_fits(order: OrderInForce, refused: dict[int, Refusals], event: Event) -> Fitting:
    """Return what becomes of `order` with the revision `event`.

    The revision has the right form and a start that can be opened; `refused` are rows that no game
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
    """The corrected order, played until everything that is left fits."""

    def __init__(self, order: OrderInForce, refused: dict[int, Refusals], event: Event) -> None:
        self.order, self.event, self.rows = order, event, revised_rows(event)
        kept = {number for number, _ in order.events if number not in refused}
        self.later = {number for number in kept if number >= self.rows.stop}
        self.links = LinkedRows(undo_pairs(order.events, refused))
        self.refused = refused
        self.without: dict[int, Refusals] = {}
        self._drop([row for row in kept if row in self.rows], ())

    def play(self) -> Refusals:
        """Play the corrected order and return why the replacement is refused, if it is.

        Raises _RowDropsError where it has to be played again without a row.
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
        """Go without all later rows."""
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
        """Drop these rows and those linked to them, and return the later ones."""
        together = self.links.with_linked(rows) & self.later
        for row in sorted(together):
            self.without.setdefault(row, refusals if row in rows else ())
        return together
