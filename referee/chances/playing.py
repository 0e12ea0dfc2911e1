"""Plays positions out within a budget of time. Without Django's settings: a process of its own.

All numbers that decide what is computed are here or in `insight`, so that `METHOD` names them.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import process_time
from traceback import extract_tb
from typing import Any

from referee.engine.state import FINISHED, PLAYING
from referee.insight.chances import Tally, tallies
from referee.insight.positions import Position, PositionError, read_position
from referee.insight.turning_points import Settings, TurningPoint, turning_points

FEWEST_TURNS = 8
"""Before so many turns were played, the pace is a guess."""
MOST_TURNS = 200
"""The most turns that are played out."""
FEWEST_PLAYOUTS, MOST_PLAYOUTS = 20, 1_000
"""Of each policy. The fewest are always made, and tell how many more fit."""
_MORE = 4
"""So many times the fewest are counted next, to tell what one more takes."""
POINT_PLAYOUTS = 100
"""Play-outs of each policy on both sides of an event that may be a turning point."""

Json = dict[str, Any]


def chances_of(game: Json) -> Json | None:
    """Return the counted places of a running game; None if it has no chances (yet).

    `game` has its `record` so far, a `seed`, the CPU `seconds` to spend, and of the table's clock
    the seconds `played` and `left`; without them the record's times decide.
    """
    try:
        position = read_position(game["record"].encode())
    except PositionError:
        return None
    turns = turns_left(position, game["played"], game["left"])
    if turns is None or position.turn < FEWEST_TURNS or position.state.status == FINISHED:
        return None
    counted = _count(position, turns, game["seed"], game["seconds"])
    return {
        "line": position.line,
        "turn": position.turn,
        "turns": turns,
        "playouts": counted[0].playouts,
        "counts": {each.method: each.counts for each in counted},
    }


def turns_left(position: Position, played: float, left: float) -> int | None:
    """Return how many turns the seconds that are left hold at the pace so far."""
    if position.state.status != PLAYING:
        return 0
    if played <= 0:
        return None if position.pace is None else min(position.pace, MOST_TURNS)
    return min(round(position.turn * max(left, 0) / played), MOST_TURNS)


def _count(position: Position, turns: int, seed: str, seconds: float) -> list[Tally]:
    """Count a few play-outs, then more, then as many as fit; those before are the first of them."""

    def count(playouts: int) -> list[Tally]:
        return tallies(
            position.state, turns=turns, playouts=playouts, seed=seed, turn=position.turn
        )

    begun = process_time()
    few, more = FEWEST_PLAYOUTS, FEWEST_PLAYOUTS * _MORE
    counted = count(few)
    taken = process_time() - begun
    if seconds < 2 * taken:
        return counted
    counted = count(more)
    both = process_time() - begun
    # Side by side, most of the time of a few play-outs is spent whatever their number.
    each = max((both - 2 * taken) / (more - few), 1e-6)
    fixed = max(taken - few * each, 0)
    playouts = min(int((seconds - both - fixed) / each) // 10 * 10, MOST_PLAYOUTS)
    return count(playouts) if playouts > more else counted


def points_of(game: Json) -> list[Json] | None:
    """Return the turning points of a finished game's `record`, by line; None if nobody can tell."""
    try:
        position = read_position(game["record"].encode(), finished=True)
    except PositionError:
        return None
    settings = Settings(POINT_PLAYOUTS, game["seed"], position.turn)
    found = turning_points(position, settings)
    return [_point(position, point) for point in sorted(found, key=lambda each: each.step.line)]


def _point(position: Position, point: TurningPoint) -> Json:
    return {
        "line": point.step.line,
        "player": position.state.ids[point.player],
        "move": point.move,
        "before": asdict(point.before),
        "after": asdict(point.after),
    }


def answer_all(games: list[Json]) -> Json:
    """Return the `answers`, the `failures`, and the CPU `seconds` they took.

    A game's answer are its chances, or its turning points if `points` is set. Failures are by the
    game's number from 0, as text.
    """
    answers: list[Any] = []
    failures: dict[str, str] = {}
    for number, game in enumerate(games):
        try:
            answers.append(points_of(game) if game.get("points") else chances_of(game))
        except Exception as error:
            # The others of the batch get their answers all the same.
            answers.append(None)
            failures[str(number)] = _failure_text(error)
    return {"answers": answers, "failures": failures, "seconds": process_time()}


def _failure_text(error: Exception) -> str:
    """Return what failed and where; its message may quote names from the record."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
