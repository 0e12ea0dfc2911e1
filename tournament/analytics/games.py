"""Lengths, bankruptcies, deeds and dice of an event's games.

They are counted over the games' figures. Pure.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from statistics import median
from typing import NamedTuple

from scoring.competition.roles import ROLES
from scoring.game.board import Board
from tournament.common.game_figures import GameFigures, Place
from tournament.common.intervals import Interval, fair_doubles, fair_mean

Roles = Mapping[tuple[Place, str], str]
"""The role of each player (code) at each table."""


class Spread(NamedTuple):
    """The spread of some lengths.

    `number` counts them, and `middle` is the median. 9 of 10 are at most `most_of_them`.
    """

    number: int
    least: float
    middle: float
    most_of_them: float
    greatest: float


class Lengths(NamedTuple):
    """Games by turns and minutes, and turns by seconds; None where no record tells."""

    turns: Spread | None
    minutes: Spread | None
    turn_seconds: Spread | None


class Bankruptcies(NamedTuple):
    """The players of a role who left a game before its end.

    `out` of `players` left, and `turn` is the median of the turns at which they did.
    """

    role: str
    players: int
    out: int
    turn: float | None


class DeedIncome(NamedTuple):
    """The income of a deed over all games.

    `games` counts those in which it was owned, and `owned_turns` the turns for which it was
    owned. `income` is the rent it brought.
    """

    square: int
    name: str
    city: str
    games: int
    owned_turns: int
    income: int

    @property
    def per_turn(self) -> float:
        """The rent of a turn that it was owned, on average."""
        return self.income / self.owned_turns


class Dice(NamedTuple):
    """The throws of a role ("" of all), and where those of fair dice would lie."""

    role: str
    throws: int
    pips: int
    doubles: int

    @property
    def mean(self) -> float:
        """The mean sum of two dice."""
        return self.pips / self.throws

    @property
    def fair(self) -> Interval:
        """The range in which the mean of fair dice lies 95 times in 100."""
        return fair_mean(self.throws)

    @property
    def percent_doubles(self) -> float:
        """The doubles of 100 throws."""
        return 100 * self.doubles / self.throws

    @property
    def fair_percent(self) -> Interval:
        """The range in which that of fair dice lies 95 times in 100."""
        low, high = fair_doubles(self.throws)
        return Interval(100 * low, 100 * high)

    @property
    def is_usual(self) -> bool:
        """Whether both lie where those of fair dice do."""
        means, doubles = self.fair, self.fair_percent
        is_mean = means.low <= self.mean <= means.high
        return is_mean and doubles.low <= self.percent_doubles <= doubles.high


def spread_of(values: Collection[float]) -> Spread | None:
    """Return the spread of some lengths, None of none."""
    if not values:
        return None
    ordered = sorted(values)
    ninth = ordered[(9 * len(ordered) - 1) // 10]
    return Spread(len(ordered), ordered[0], median(ordered), ninth, ordered[-1])


def lengths_of(games: Iterable[GameFigures]) -> Lengths:
    """Return the lengths of games and turns.

    Games of which only the end is known do not count.
    """
    played = [game for game in games if game.turns]
    return Lengths(
        spread_of([game.turns for game in played]),
        spread_of([game.seconds / 60 for game in played if game.seconds]),
        spread_of([seconds for game in played for seconds in game.turn_seconds]),
    )


def bankruptcies_of(games: Mapping[Place, GameFigures], roles: Roles) -> tuple[Bankruptcies, ...]:
    """Return the players who left before the end, counted by role."""
    players = Counter(role for (place, _code), role in roles.items() if place in games)
    out: dict[str, list[int]] = {}
    for place, game in games.items():
        for code, turn in game.out.items():
            out.setdefault(roles.get((place, code), ""), []).append(turn)
    return tuple(
        Bankruptcies(
            role, players[role], len(found := out.get(role, [])), median(found) if found else None
        )
        for role in ROLES
        if players[role]
    )


def deeds_of(games: Iterable[GameFigures], board: Board) -> tuple[DeedIncome, ...]:
    """Return the deeds by what a turn of owning them brought, the dearest first."""
    played, turns, income = Counter[int](), Counter[int](), Counter[int]()
    for game in games:
        for square, figures in game.deeds.items():
            played[square] += 1
            turns[square] += figures.owned_turns
            income[square] += figures.income
    found = (
        DeedIncome(
            square,
            board.squares[square].name,
            board.squares[square].city or "",
            played[square],
            turns[square],
            income[square],
        )
        for square in turns
    )
    return tuple(sorted(found, key=lambda deed: (-deed.per_turn, deed.square)))


def dice_of(games: Mapping[Place, GameFigures], roles: Roles) -> tuple[Dice, ...]:
    """Return all throws, then those of each role."""
    found = {role: [0, 0, 0] for role in ("", *ROLES)}
    for place, game in games.items():
        for code, dice in game.dice.items():
            for whose in {"", roles.get((place, code), "")}:
                found[whose] = [one + more for one, more in zip(found[whose], dice, strict=True)]
    return tuple(Dice(role, *sums) for role, sums in found.items() if sums[0])
