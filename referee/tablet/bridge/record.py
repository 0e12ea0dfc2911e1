"""The log of one table as the engine plays it: which event stands for which row."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.engine import Decision, Game, RecordRefused, Refusal, undone
from referee.journal.event_forms import tablet_fault
from referee.journal.limits import MAX_EVENT_BYTES, counted, is_full, room_of
from referee.journal.order_in_force import NOT_BOARD, OrderInForce

Event = dict[str, Any]


class Row(NamedTuple):
    """One row of the log: its number, its event, and when the tablet says it was."""

    n: int
    event: Event
    at: str | None


class Played(NamedTuple):
    """A row with what the engine decided on its event (None for what is not of the board)."""

    row: Row
    decision: Decision | None


def open_game(start: Event) -> tuple[Game | None, tuple[Refusal, ...]]:
    """The game that a `start` opens, or why it cannot be opened."""
    try:
        return Game.open(start["header"]), ()
    except RecordRefused as error:
        return None, error.refusals


class TableRecord:
    """Rows folded into a game. `played` has one item per row, `game` is None before the start.

    `refused` are rows that a judge of today refuses (recorded while nobody could judge): they are
    skipped, the server decides on them. `accepted` is what the game consists of: events, each with
    the number of the row it stands for (the chief's corrections have their own events).
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: list[Row] = []
        self._fold(list(rows))

    def _fold(self, rows: list[Row]) -> None:
        self.rows = rows
        self.used: Counter[str] = counted(row.event for row in rows)
        self.game: Game | None = None
        self.refused: dict[int, tuple[Refusal, ...]] = {}
        self.accepted: list[tuple[int, Event]] = []
        decisions: dict[int, Decision] = {}
        order = OrderInForce()
        for row in rows:
            order.add(row.n, row.event)
        if order.start is not None:
            self.game, refusals = open_game(order.start)
            if refusals:
                self.refused[order.start_seq] = refusals
        if self.game is not None:
            decisions = self._replayed(self.game, order)
        self.played = [Played(row, decisions.get(row.n)) for row in rows]

    def _replayed(self, game: Game, order: OrderInForce) -> dict[int, Decision]:
        decisions: dict[int, Decision] = {}
        for seq, event in order.events:
            decisions[seq] = decision = game.play(event)
            if decision.accepted:
                self.accepted.append((seq, event))
            else:
                self.refused[seq] = decision.refusals
        return decisions

    @property
    def next_n(self) -> int:
        """The number of the row that comes next."""
        return self.rows[-1].n + 1 if self.rows else 1

    def add(self, events: list[Event], at: str | None) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Play all of these or none; what was played, or why one of them is refused."""
        before = len(self.rows)
        for event in events:
            decision, refusals = self._play(event)
            if refusals:
                if len(self.rows) > before:
                    self._fold(self.rows[:before])
                return [], refusals
            row = Row(self.next_n, event, at)
            self.rows.append(row)
            self.used[room_of(event["type"])] += 1
            self.played.append(Played(row, decision))
            if decision is not None:
                self.accepted.append((row.n, event))
        return self.played[before:], ()

    def _play(self, event: Event) -> tuple[Decision | None, tuple[Refusal, ...]]:
        if barred := self._barred(event):
            return None, barred
        if event.get("type") == "start":
            return None, self._start(event)
        if event.get("type") in NOT_BOARD:
            return None, self._formality(event)
        if self.game is None:
            return None, (Refusal("not_started"),)
        decision = self.game.play(event)
        return decision, decision.refusals

    def _barred(self, event: Event) -> tuple[Refusal, ...]:
        """Why the server would not take the event whatever the rules say: then it must not be shown
        as recorded either."""
        if not isinstance(event.get("type"), str):
            return ()
        if is_full(self.used, event["type"]):
            return (Refusal("log_full"),)
        if fault := tablet_fault(event):
            return (fault,)
        if _size(event) > MAX_EVENT_BYTES:
            return (Refusal("event_too_long", None, {"most": MAX_EVENT_BYTES}),)
        return ()

    def _start(self, event: Event) -> tuple[Refusal, ...]:
        if self.game is not None and self.game.events:
            return (Refusal("already_started"),)
        game, refusals = open_game(event)
        self.game = game or self.game
        return refusals

    def _formality(self, event: Event) -> tuple[Refusal, ...]:
        """Why what is not of the board comes out of season."""
        kind, paused = event["type"], self.paused_since() is not None
        if kind in ("pause", "resume") and paused == (kind == "pause"):
            return (Refusal("paused" if paused else "not_paused"),)
        finished = self.game is not None and self.game.status == "finished"
        if kind in ("confirm", "dispute") and not finished:
            return (Refusal("not_finished"),)
        return ()

    def check(self, events: list[Event]) -> tuple[list[Played], tuple[Refusal, ...]]:
        """What `add` would answer; nothing changes."""
        if len(events) == 1 and self.game and events[0].get("type") not in NOT_BOARD | {"start"}:
            if barred := self._barred(events[0]):
                return [], barred
            decision = self.game.decide(events[0])
            row = Row(self.next_n, events[0], None)
            return [Played(row, decision)] if decision.accepted else [], decision.refusals
        before = self.rows[:]
        answer = self.add(events, None)
        self._fold(before)
        return answer

    def in_force(self) -> list[Played]:
        """Played rows without undos and what they took back."""
        kept = set(undone(self.accepted).in_force)
        return [item for item in self.played if item.row.n in kept]

    def paused_since(self) -> str | None:
        """When the pause that lasts began, None while the table plays."""
        since = None
        for row in self.rows:
            if row.event["type"] == "pause":
                since = since or row.at
            elif row.event["type"] == "resume":
                since = None
        return since


def _size(event: Event) -> int:
    """The bytes of the event's JSON text as the server counts them."""
    return len(
        json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )
    )
