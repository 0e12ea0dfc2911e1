"""Seats, tables and rounds, and the sentences said about them.

Rounds are numbered from 1 over the whole event (history first); tables from 1 in each round;
the seats of a table stand in order of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Role(StrEnum):
    """The two roles of rule 4."""

    COMPETITOR = "competitor"
    MONOPOLIST = "monopolist"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat; `role` is None where roles are thrown at the table (rule 4)."""

    player: str
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One table of one round, its seats in order of play (rule 6)."""

    number: int
    seats: tuple[Seat, ...]


Round = tuple[Table, ...]


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation where it is written.

    Callers translate it where it is shown.
    """
    return message


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with named parameters, translated by its template.

    The text is `template % params`.
    """

    template: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def text(
        self,
        translate: Callable[[str], str] = str,
        name: Callable[[str], str] = str,
    ) -> str:
        """Return the text of the sentence, translated and with player names.

        The template goes through `translate`, and each player through `name`.
        """
        shown = {key: _display_value(value, name) for key, value in self.params.items()}
        return translate(self.template) % shown

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """One or more players named in a sentence's parameter."""

    players: tuple[str, ...]


def _display_value(value: object, name: Callable[[str], str]) -> object:
    if isinstance(value, PlayerNames):
        return ", ".join(name(player) for player in value.players)
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return value


def rounds_to_json(rounds: tuple[Round, ...]) -> list[list[dict[str, Any]]]:
    """Return rounds as in a problem's `history` and an answer's `rounds`."""
    return [[_table_to_json(table) for table in tables] for tables in rounds]


def _table_to_json(table: Table) -> dict[str, Any]:
    seats = [{"player": s.player, "role": s.role.value if s.role else None} for s in table.seats]
    return {"table": table.number, "seats": seats}
