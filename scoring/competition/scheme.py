"""The scoring scheme of an event, and the finished tables it is applied to."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

DEFAULT_POINTS = (6, 4, 3, 2, 1, 0)


class SeatScore(NamedTuple):
    """One player at one finished table.

    `place` is 1 first, shared places as 1, 2, 2, 4; `final` is the final cash in whole currency
    units; `role` is `competitor`, `monopolist` or blank if unknown; `outcome` is one of
    `SEAT_OUTCOMES`, blank if the seat was played.
    """

    player: str
    role: str
    place: int
    final: int
    outcome: str = ""


class TableScore(NamedTuple):
    """A finished table of 2 to 6 seats."""

    round: int
    table: int
    seats: tuple[SeatScore, ...]


@dataclass(frozen=True, slots=True)
class Scheme:
    """The rules by which results become ranks.

    These are points from the first place down (places beyond the list give none), tie-break codes
    in order of application, the seed of the drawn lot, how many of each player's worst rounds do
    not count, and how many always do (`scoring.competition.discards`).
    """

    points_by_place: tuple[int | Fraction, ...] = DEFAULT_POINTS
    tie_breaks: tuple[str, ...] = ()
    lot_seed: str = ""
    discards: int = 0
    least_counting: int = 1
