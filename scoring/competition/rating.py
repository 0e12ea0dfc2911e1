"""Ratings of players over many games of two to six, with a role offset.

The offset is for the role that a player had in a game.

The model is Bradley and Terry's (1952) over all pairs of a game: player a finishes ahead of
b with the odds exp(a - b), where a monopolist's strength is raised by the offset of the
edition. A shared place counts as half a win for each. Strengths and offsets have a normal
prior of mean 0 and variance 1, so that a player with few games stays near the middle. How
sure a rating is comes from fits to games drawn again with replacement (Efron's bootstrap
over games, since the pairs of one game depend on each other).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from random import Random

from scoring.competition.roles import ROLES
from scoring.result import GameResult

MONOPOLIST = ROLES[1]
MIDDLE = 1500
SCALE = 400 / log(10)
"""Rating points a unit of strength: 400 points are odds of 10 to 1, as in Elo's scale."""
RESAMPLES = 200
PROVISIONAL = 10
"""With fewer games a rating is provisional."""
WIDTH = 1.96
"""Standard errors to each side that hold the true value in 95 of 100 cases."""
PRIOR = 1.0
"""Precision of the prior of a strength, and of an offset."""
ENOUGH = 1e-6

Parameter = tuple[str, str]
"""`player` and an id, or `role` and an edition."""
Cell = tuple[Parameter, Parameter, Parameter, int]
"""Two players, the edition's offset, and how many more monopolists the first one is: -1, 0 or 1."""
Strengths = dict[Parameter, float]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in whole points, with the bounds of its 95 % interval.

    It is `provisional` while the player has few games.
    """

    value: int
    low: int
    high: int
    games: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of the players, and of the monopolist's role by edition.

    The rating of the role is the points that it is worth.
    """

    players: Mapping[str, Rating]
    monopolists: Mapping[str, Rating]


def rate(games: Sequence[GameResult], *, seed: str, resamples: int = RESAMPLES) -> Ratings:
    """Rate everybody who played; the same games and seed always give the same ratings.

    Players are known by the results' ids, which must be the same in all games.
    """
    games = sorted(games, key=_order_of)
    pairs = [_pairs_of(game) for game in games]
    fitted, information = _fit(_count_pairs(pairs), {})
    random = Random(seed)
    # `random()` is the one method whose numbers are the same in all versions of Python.
    drawn = [
        _fit(_count_pairs([pairs[int(random.random() * len(pairs))] for _ in pairs]), fitted)[0]
        for _ in range(resamples)
    ]
    played = Counter(seat.player_id for game in games for seat in game.seats)
    editions = Counter(game.edition for game in games)
    return Ratings(
        {
            player: _rating(("player", player), count, fitted, information, drawn, MIDDLE)
            for player, count in sorted(played.items())
        },
        {
            edition: _rating(("role", edition), count, fitted, information, drawn, 0)
            for edition, count in sorted(editions.items())
        },
    )


def chance_ahead(strength: float, other: float) -> float:
    """Return the chance that the first of two strengths finishes ahead of the second."""
    return 1 / (1 + exp(other - strength))


def _order_of(game: GameResult) -> tuple[object, ...]:
    """Return a key that puts the games in one order, however they were found."""
    return game.edition, sorted((seat.player_id, seat.role, seat.place) for seat in game.seats)


def _pairs_of(game: GameResult) -> list[tuple[Cell, float]]:
    """Return each pair of the game's players with the share that the first one won."""
    offset, pairs = ("role", game.edition), []
    seats = sorted(game.seats, key=lambda seat: seat.player_id)
    for one, other in combinations(seats, 2):
        roles = (one.role == MONOPOLIST) - (other.role == MONOPOLIST)
        won = 0.5 if one.place == other.place else float(one.place < other.place)
        pairs.append(((("player", one.player_id), ("player", other.player_id), offset, roles), won))
    return pairs


def _count_pairs(games: Sequence[Sequence[tuple[Cell, float]]]) -> dict[Cell, tuple[int, float]]:
    """Return the number of meetings and the first player's wins, by cell.

    A cell is a pair of players in the same roles.
    """
    met: Counter[Cell] = Counter()
    won: defaultdict[Cell, float] = defaultdict(float)
    for pairs in games:
        for cell, share in pairs:
            met[cell] += 1
            won[cell] += share
    return {cell: (count, won[cell]) for cell, count in met.items()}


def _fit(
    counted: Mapping[Cell, tuple[int, float]], start: Strengths
) -> tuple[Strengths, dict[Parameter, float]]:
    """Return the most probable strengths, and the information about each.

    One parameter after another takes Newton's step, until none moves: the target is concave.
    """
    terms = _terms_by_parameter(counted)
    values = {parameter: start.get(parameter, 0.0) for parameter in sorted(terms)}
    information: dict[Parameter, float] = {}
    moved = ENOUGH
    while moved >= ENOUGH:
        moved = 0.0
        for parameter in values:
            step, information[parameter] = _newton_step(parameter, values, terms[parameter])
            values[parameter] += step
            moved = max(moved, abs(step))
        _centre(values)
    return values, information


def _centre(values: Strengths) -> None:
    """Move all players so that their mean is 0, as it is at the maximum.

    No pair's odds depend on it; step by step it would take hundreds of sweeps.
    """
    players = [parameter for parameter in values if parameter[0] == "player"]
    mean = sum(values[player] for player in players) / len(players)
    for player in players:
        values[player] -= mean


def _terms_by_parameter(
    counted: Mapping[Cell, tuple[int, float]],
) -> dict[Parameter, list[tuple[Cell, int, int, float]]]:
    """Return the cells in which each parameter has a part.

    Each cell comes with the parameter's sign there, its games and its wins.
    """
    terms: defaultdict[Parameter, list[tuple[Cell, int, int, float]]] = defaultdict(list)
    for cell, (count, won) in counted.items():
        one, other, offset, roles = cell
        terms[one].append((cell, 1, count, won))
        terms[other].append((cell, -1, count, won))
        if roles:
            terms[offset].append((cell, roles, count, won))
    return terms


def _newton_step(
    parameter: Parameter, values: Strengths, terms: Sequence[tuple[Cell, int, int, float]]
) -> tuple[float, float]:
    """Return the step to the maximum along one parameter, and its information.

    The information is that about the parameter.
    """
    slope, information = -PRIOR * values[parameter], PRIOR
    for (one, other, offset, roles), sign, count, won in terms:
        strength = values[one] + (roles * values[offset] if roles else 0.0)
        expected = chance_ahead(strength, values[other])
        slope += sign * (won - count * expected)
        information += count * expected * (1 - expected)
    return slope / information, information


def _rating(
    parameter: Parameter,
    games: int,
    fitted: Strengths,
    information: Mapping[Parameter, float],
    drawn: Sequence[Strengths],
    middle: int,
) -> Rating:
    """Return a parameter's rating, with an error no smaller than the fit's own.

    The fit itself leaves at least that much open. Someone whose few games are in none of the
    drawn ones would otherwise look known.
    """
    value = fitted.get(parameter, 0.0)
    again = [fit.get(parameter, 0.0) for fit in drawn]
    mean = sum(again) / len(again) if again else value
    spread = sum((each - mean) ** 2 for each in again) / max(1, len(again) - 1)
    error = sqrt(max(spread, 1 / information.get(parameter, PRIOR)))
    around = (value, value - WIDTH * error, value + WIDTH * error)
    points, low, high = (middle + round(SCALE * each) for each in around)
    return Rating(points, low, high, games, games < PROVISIONAL)
