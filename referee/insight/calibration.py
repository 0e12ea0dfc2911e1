"""Scores of chances, from finished games.

The chances are asked at a quarter, a half and three quarters of each game.

A chance is scored against the outcome in two ways. One is Brier's score: the mean square of
chance minus outcome (0 is perfect), beside the score of a reader without play-outs. The
other is how often outcomes came that were called 70 % likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.engine.state import State
from referee.insight.chances import tallies
from referee.insight.playouts import MIX, play_outs, starts_of_turns
from referee.insight.positions import Position, begins_turn
from scoring.competition.roles import ROLES
from tournament.common.intervals import Interval, share_interval

QUARTERS = (1, 2, 3)
BINS = 10


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A game before the turn after `turn`.

    `turn` is the last turn of a quarter; `turns` begin after it.
    """

    state: State
    quarter: int
    turn: int
    turns: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """A player's chance to win as told at a checkpoint, and whether the player won.

    `even` is the share of each of the players, and `leads` says whether the player would have won
    if time had been called there, alone or with others.
    """

    quarter: int
    role: str
    chance: float
    even: float
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Scores:
    """Brier's score of the chances, and of those who say less.

    `even`: as likely for all; `role`: as often as this role won in the games; `leader`: the leader
    of now wins for certain; `leader_rate`: as often as leaders, and others, won at this quarter.
    """

    forecasts: int
    chances: float
    even: float
    role: float
    leader: float
    leader_rate: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts that said about the same: their mean chance, and how often they came."""

    forecasts: int
    said: float
    came: float
    interval: Interval


def checkpoints_of(start: State, lines: Sequence[str], last_turn: int) -> list[Checkpoint]:
    """Return the checkpoints at the quarters of the turns.

    There are fewer if the game was over before.
    """
    return _checkpoints(starts_of_turns(start, lines), last_turn)


def checkpoints_of_record(position: Position) -> list[Checkpoint]:
    """Return the checkpoints of a finished game, at the quarters of its turns.

    The turns are those that it had before time.
    """
    starts = (step.before for step in position.steps if begins_turn(step))
    return _checkpoints(starts, position.turn)


def _checkpoints(starts: Iterable[State], last_turn: int) -> list[Checkpoint]:
    """Pick the checkpoints from the positions in which turns began.

    The positions may change afterwards.
    """
    marks = {last_turn * quarter // 4: quarter for quarter in QUARTERS}
    return [
        Checkpoint(state.copy(), marks[turn], turn, last_turn - turn)
        for turn, state in enumerate(starts)
        if turn in marks
    ]


def forecasts_of(
    checkpoints: Iterable[Checkpoint],
    places: Sequence[int],
    *,
    playouts: int,
    seed: str,
    method: str = MIX,
) -> list[Forecast]:
    """Return the forecasts of each player at each checkpoint of a game.

    Each holds the chance that was told and the outcome.
    """
    found = []
    for checkpoint in checkpoints:
        (counted,) = tallies(
            checkpoint.state,
            turns=checkpoint.turns,
            playouts=playouts,
            seed=seed,
            turn=checkpoint.turn,
            methods=[method],
        )
        leaders = _leaders(checkpoint)
        found += [
            Forecast(
                checkpoint.quarter,
                checkpoint.state.role(player),
                counted.share(player, 1),
                1 / len(places),
                player in leaders,
                place == 1,
            )
            for player, place in enumerate(places)
        ]
    return found


def forecasts_of_record(position: Position, *, playouts: int, seed: str) -> list[Forecast]:
    """Return the forecasts of each player of a finished game.

    Each holds the chance that was told and the outcome.
    """
    place = {row["id"]: row["place"] for row in position.game.statement()["players"]}
    places = [place[player] for player in position.state.ids]
    return forecasts_of(checkpoints_of_record(position), places, playouts=playouts, seed=seed)


def _leaders(checkpoint: Checkpoint) -> set[int]:
    """Return the players who would win if time were called now.

    The utilities' dice come from a fixed seed.
    """
    (playout,) = play_outs(
        checkpoint.state, turns=0, method="miser", playouts=1, seed="leader", turn=checkpoint.turn
    )
    return {player for player, place in enumerate(playout.places) if place == 1}


def score(forecasts: Sequence[Forecast]) -> Scores:
    """Return the scores of some forecasts, which are not none."""
    by_role = {
        role: _rate(forecast.won for forecast in forecasts if forecast.role == role)
        for role in ROLES
    }
    by_lead = {
        leads: _rate(forecast.won for forecast in forecasts if forecast.leads == leads)
        for leads in (True, False)
    }
    return Scores(
        len(forecasts),
        _brier((forecast.chance, forecast.won) for forecast in forecasts),
        _brier((forecast.even, forecast.won) for forecast in forecasts),
        _brier((by_role[forecast.role], forecast.won) for forecast in forecasts),
        _brier((float(forecast.leads), forecast.won) for forecast in forecasts),
        _brier((by_lead[forecast.leads], forecast.won) for forecast in forecasts),
    )


def _rate(won: Iterable[bool]) -> float:
    found = list(won)
    return sum(found) / len(found) if found else 0.0


def _brier(pairs: Iterable[tuple[float, bool]]) -> float:
    found = [(chance - won) ** 2 for chance, won in pairs]
    return sum(found) / len(found)


def bins_of(forecasts: Sequence[Forecast]) -> list[Bin]:
    """Return the forecasts in tenths of what was said, without the empty ones."""
    sorted_in: list[list[Forecast]] = [[] for _ in range(BINS)]
    for forecast in forecasts:
        sorted_in[min(int(forecast.chance * BINS), BINS - 1)].append(forecast)
    return [
        Bin(
            len(some),
            sum(forecast.chance for forecast in some) / len(some),
            _rate(forecast.won for forecast in some),
            share_interval(sum(forecast.won for forecast in some), len(some)),
        )
        for some in sorted_in
        if some
    ]


def calibration_error(forecasts: Sequence[Forecast]) -> float:
    """Return the mean difference of told chances and outcomes, over the forecasts."""
    bins = bins_of(forecasts)
    return sum(one.forecasts * abs(one.said - one.came) for one in bins) / len(forecasts)
