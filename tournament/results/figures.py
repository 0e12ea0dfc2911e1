"""A result as JSON, seat by seat.

It is for the audit log, and for results that do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.result import GameResult
from scoring.result import SeatResult as GameSeatResult
from tournament.models import Event, Result, Seat, SeatResult

FIGURES = ("place", "final", "out", "before_retention", "retained", "circuit_income")
ALWAYS_COMPARED = ("player", "role", "place", "final")
COMPARED_IF_GIVEN = ("before_retention", "retained", "circuit_income")

ResultLines = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ResultFigures:
    """The figures of a result.

    They are its source, its itemised statement if any, its lines, and the reason its game had no
    end (blank if it had one).
    """

    source: str
    statement: dict[str, Any] | None
    lines: ResultLines
    abandoned_reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the result as the audit log keeps it."""
        told = {"source": self.source, "statement": self.statement, "seats": self.lines}
        abandoned = {"abandoned_reason": self.abandoned_reason} if self.abandoned_reason else {}
        return {**told, **abandoned}


def figures_from_game(
    seats: Sequence[Seat],
    result: GameResult,
    source: str,
    statement: dict[str, Any] | None,
    abandoned_reason: str = "",
) -> ResultFigures:
    """Return the figures of a result whose lines are in the order of the seats."""
    lines = [_line(seat, line) for seat, line in zip(seats, result.seats, strict=True)]
    return ResultFigures(source, statement, lines, abandoned_reason)


def figures_of_result(found: Result) -> ResultFigures:
    """Return the figures of the result that counts (1 query)."""
    lines = found.seat_results.select_related("seat__entry").order_by("seat__order")
    return ResultFigures(
        found.source,
        found.statement,
        [_line(line.seat, line) for line in lines],
        found.abandoned_reason,
    )


def result_from(event: Event, lines: ResultLines) -> GameResult:
    """Rebuild a result from its stored lines."""
    seats = tuple(
        GameSeatResult(
            player_id=line["player"], role=line["role"], **{name: line[name] for name in FIGURES}
        )
        for line in lines
    )
    return GameResult(edition=event.edition, mode=event.mode, seats=seats)


def same_result(one: ResultLines, other: ResultLines) -> bool:
    """Return whether two results agree.

    Roles, places and final cash must be equal, and so must the end procedure's figures that both
    have.
    """
    return len(one) == len(other) and all(map(_agree, one, other))


def _agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    pairs = [(one[name], other[name]) for name in COMPARED_IF_GIVEN]
    return all(one[name] == other[name] for name in ALWAYS_COMPARED) and all(
        a == b for a, b in pairs if a is not None and b is not None
    )


def _line(seat: Seat, line: SeatResult | GameSeatResult) -> dict[str, Any]:
    role = line.role if isinstance(line, GameSeatResult) else seat.role
    figures = {name: getattr(line, name) for name in FIGURES}
    return {"player": seat.entry.code, "role": role, **figures}
