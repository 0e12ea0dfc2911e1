"""A stored game record played again for its page.

It has the ledger, line by line, and the end state.
"""

import datetime as dt
import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from referee.engine import Consequence, Game, undone_events
from referee.engine.state import State
from referee.journal.times import read_moment
from scoring.game.deeds import monopolises
from scoring.game.editions import Edition
from scoring.game.position import Position

Event = dict[str, Any]

Monopoly = tuple[int, str]
"""A monopolist (by order of play, from 0) and the city it monopolises (R10)."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line of a record: the event as reported and its consequences.

    It also says whether the event was taken back. `line` counts the record's lines from 1;
    `begins_turn` if a turn begins with it; `at` is the referee's time, None where the record
    has none that can be shown; `monopolies` are those that were none before it.
    """

    line: int
    event: dict[str, Any]
    at: dt.datetime | None
    begins_turn: bool
    consequences: tuple[Consequence, ...]
    monopolies: tuple[Monopoly, ...] = ()
    undone: bool = False

    @property
    def effects(self) -> tuple[Consequence, ...]:
        """The consequences but for the turn's beginning, which the page shows by a line."""
        return tuple(item for item in self.consequences if item.kind != "turn")


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """A record played to its end; its entries in order, those taken back included."""

    state: State
    names: dict[str, str]
    entries: tuple[LedgerEntry, ...]


@lru_cache(maxsize=64)
def replayed_record(text: str, edition: Edition) -> ReplayedRecord:
    """Replay a stored record, and cache it for the next page.

    Raise the errors of `replay_record`; then only the stored statement can be shown.
    """
    return replay_record(text, edition)


def replay_record(text: str, edition: Edition) -> ReplayedRecord:
    """Play a record that was judged before.

    Raise ValueError, or RecordRefusedError for its header, if today's rules refuse it.
    """
    lines = [(n, json.loads(row)) for n, row in enumerate(text.split("\n"), 1) if row.strip()]
    header = lines[0][1]
    game = Game.open(header, edition=edition)
    entries = [_entry(game, number, event) for number, event in lines[1:]]
    taken_back = {number for number, _ in undone_events(lines[1:]).taken_back}
    names = {player["id"]: player["name"] for player in header["players"]}
    marked = (replace(entry, undone=entry.line in taken_back) for entry in entries)
    return ReplayedRecord(game.state, names, tuple(marked))


def open_record(text: str, edition: Edition) -> tuple[Game, list[Event]]:
    """Return a stored record's game at its start, and the events in force that follow.

    Raise RecordRefusedError for its header if today's rules refuse it.
    """
    header, *events = (json.loads(row) for row in text.split("\n") if row.strip())
    in_force = undone_events((event, event) for event in events).in_force
    return Game.open(header, edition=edition), list(in_force)


def is_about(item: Consequence, cause: str) -> bool:
    """Return whether a consequence is this `cause`, or its due or payment.

    An example of a cause is `rent`.
    """
    return item.kind == cause or item.detail.get("cause") == cause


def _entry(game: Game, number: int, event: dict[str, Any]) -> LedgerEntry:
    before = monopolies_of(game.state)
    decision = game.play(event)
    if not decision.is_accepted:
        raise ValueError(f"line {number}: {decision.refusals[0].code}")
    begins_turn = any(consequence.kind == "turn" for consequence in decision.consequences)
    new = () if event["type"] == "undo" else monopolies_of(game.state) - before
    return LedgerEntry(
        number,
        event,
        read_moment(event.get("at")),
        begins_turn,
        decision.consequences,
        tuple(sorted(new)),
    )


def monopolies_of(position: Position) -> frozenset[Monopoly]:
    """Return each player's monopolies, by player and city."""
    board = position.board
    return frozenset(
        (player, board.squares[square].city or "")
        for square in board.streets
        if (player := position.owner[square]) >= 0
        and monopolises(position, player, board.cities[square])
    )
