"""A table's game as it was at an earlier moment.

It is used where a line of the ledger is corrected.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import Game, Refusal
from referee.journal.start import as_drawn
from referee.journal.taking_back import LastStep
from referee.tablet.bridge.table_log import Event, Played, Row, Standing, TableLog


class EarlierLog(TableLog):
    """The log just before row `n`, by what counts now, with the events `after` that.

    Nothing can be added to it. `events` are those that count for row `n`, `next` is the first row
    after it that does (None if there is none) and `last` the last of all. `refusals` say why the
    rules refuse the first of `after` that does not fit: it and what follows is left out.
    """

    def __init__(self, log: TableLog, n: int, after: Sequence[Event] = ()) -> None:
        if log.game is None:
            raise ValueError("the game has not started")
        self.setup, self.rows, self.journal = log.setup, log.rows, log.journal
        self.moved = log.moved
        standing = log.standing_events()
        self._n = n
        self._standing = {row: standing[row] for row in standing if row < n}
        self._game = log.game.earlier_copy(sum(len(standing[row]) for row in standing if row >= n))
        self.events = [item.event for item in standing.get(n, ())]
        start = log.journal.order.start
        if start is not None and n == log.journal.order.start_seq:
            # With the names of the draw as it is now, which a corrected start has to say.
            self.events = [as_drawn(start, log.setup)]
        self.next = next((row for row in standing if row > n), None)
        self.last = next(reversed(standing), n)
        self.refusals = self._played_on(after)

    def _played_on(self, after: Sequence[Event]) -> tuple[Refusal, ...]:
        for event in after:
            decision = self._game.play(event)
            if not decision.is_accepted:
                return decision.refusals
            self._standing.setdefault(self._n, []).append(Standing(event, decision))
        return ()

    @property
    def game(self) -> Game | None:
        """The engine's game as it was then."""
        return self._game

    def standing_events(self) -> dict[int, list[Standing]]:
        """Return the board events that counted then, by the row they stand for."""
        return self._standing

    def last_event(self) -> Event | None:
        """Return the last event at that moment, None if there was none."""
        return next((each[-1].event for each in reversed(self._standing.values())), None)

    def last_step(self) -> LastStep | None:
        """Return None: nothing is taken back in the past."""
        return None

    def in_force(self) -> list[Played]:
        """Return the rows in force before `n`."""
        return [item for item in super().in_force() if item.row.n < self._n]

    def paused_since(self) -> str | None:
        """Return None: a present pause keeps nobody from correcting the past."""
        return None

    def check(self, events: list[Event]) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Return the rules' answer to these events at that earlier moment."""
        game = self._game.copy()
        played: list[Played] = []
        for event in events:
            decision = game.play(event)
            if not decision.is_accepted:
                return [], decision.refusals
            played.append(Played(Row(self._n, event, None), (decision,)))
        return played, ()

    def add(self, events: list[Event], at: str | None) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Raise ValueError, because nothing can be played in the past."""
        raise ValueError("nothing is added to an earlier moment")
