"""A ledger by turns, and the moments of a game that a reader looks for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.records.replayed import LedgerEntry

MONOPOLY, TRADE, BANKRUPTCY, TIME, PROCEDURE = (
    "monopoly",
    "trade",
    "bankruptcy",
    "time",
    "procedure",
)
KINDS = (MONOPOLY, TRADE, BANKRUPTCY, TIME, PROCEDURE)
_KIND_OF_EVENT = {
    "trade": TRADE,
    "bankrupt": BANKRUPTCY,
    "withdraw": BANKRUPTCY,
    "time": TIME,
    "adjusted": PROCEDURE,
    "retain": PROCEDURE,
    "circuit": PROCEDURE,
    "richest": PROCEDURE,
}
_BEGINS_A_PART = frozenset({"time", "retain", "circuit", "richest"})


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, or one step of the end procedure, with its entries in order.

    `number` counts the turns in force from 1; None for a step, or a turn that was taken back.
    """

    number: int | None
    entries: tuple[LedgerEntry, ...]

    @property
    def first(self) -> LedgerEntry:
        """Return the event it began with, which gives the turn its title."""
        return self.entries[0]


@dataclass(frozen=True, slots=True)
class Moment:
    """An event that a reader looks for; `kind` is one of KINDS."""

    kind: str
    entry: LedgerEntry


def turns_of(entries: Sequence[LedgerEntry]) -> list[Turn]:
    """Return the ledger by turns, in order.

    Everything before the first turn is a part of its own.
    """
    parts: list[list[LedgerEntry]] = []
    for entry in entries:
        if not parts or entry.begins_turn or entry.event["type"] in _BEGINS_A_PART:
            parts.append([])
        parts[-1].append(entry)
    turns, number = [], 0
    for part in parts:
        is_turn = part[0].begins_turn and not part[0].undone
        number += is_turn
        turns.append(Turn(number if is_turn else None, tuple(part)))
    return turns


def moments_of(entries: Sequence[LedgerEntry]) -> list[Moment]:
    """Return the moments that are still in force, in order.

    They are monopolies, trades, bankruptcies, the call of time and the end procedure. A trade that
    makes a monopoly is two moments.
    """
    return [Moment(kind, e) for e in entries if not e.undone for kind in _kinds(e)]


def _kinds(entry: LedgerEntry) -> Iterator[str]:
    if entry.monopolies:
        yield MONOPOLY
    kind = _KIND_OF_EVENT.get(entry.event["type"])
    if kind is not None:
        yield kind
