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
    """The rules that turn results into ranks.

    `points_by_place` lists points from first place down; further places score 0. `tie_breaks` are
    codes in order of application, and `lot_seed` is the seed of the drawn lot. Up to `discards` of
    each player's worst rounds do not count, but `least_counting` rounds always do (see
    `scoring.competition.discards`). With `corrects_roles`, points are measured against the role's
    average (see `scoring.competition.role_correction`).
    """

    points_by_place: tuple[int | Fraction, ...] = DEFAULT_POINTS
    tie_breaks: tuple[str, ...] = ()
    lot_seed: str = ""
    discards: int = 0
    least_counting: int = 1
    corrects_roles: bool = False
