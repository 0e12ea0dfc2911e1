"""Playing out positions within a budget of time, in a process of its own.

The process runs without Django's settings.

All numbers that decide what is computed are here or in `insight`, so that `METHOD` names
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import process_time
from traceback import extract_tb
from typing import Any, NamedTuple

from referee.engine.state import FINISHED, PLAYING
from referee.insight.chances import tally
from referee.insight.places import goes_on, places_from
from referee.insight.playouts import METHODS, Start
from referee.insight.positions import Position, PositionError, read_position
from referee.insight.turning_points import Settings, TurningPoint, turning_points

FEWEST_TURNS = 8
"""Before so many turns were played, the pace is a guess."""
MOST_TURNS = 200
"""The most turns that are played out."""
FEWEST_PLAYOUTS, MOST_PLAYOUTS = 20, 1_000
"""Of each policy; the fewest are always made."""
RATE = 2e-5
"""The CPU seconds of a turn of one play-out by each method, before any was measured."""
_END_TURNS = 5
"""The end of a game takes about as long as so many turns."""
ENDING_PLAYOUTS = 100
"""Of each policy once time is called: the engine plays these one at a time."""
POINT_PLAYOUTS = 100
"""Play-outs of each policy on both sides of an event that may be a turning point."""

Json = dict[str, Any]


class RunningGame(NamedTuple):
    """A running game that is played out: its position, and the turns that are left."""

    position: Position
    turns: int
    seed: str

    @property
    def start(self) -> Start:
        """The position to play out from."""
        turn = self.position.turn
        return Start(self.position.state, turn, turn + self.turns, self.seed)


def waiting_game(game: Json) -> RunningGame | None:
    """Return a running game to be played out; None if it has no chances (yet).

    `game` has its `record` so far, a `seed`, and of the table's clock the seconds `played` and
    `left`; without them the record's times decide.
    """
    try:
        position = read_position(game["record"].encode())
    except PositionError:
        return None
    turns = turns_left(position, game["played"], game["left"])
    if turns is None or position.turn < FEWEST_TURNS or position.state.status == FINISHED:
        return None
    return RunningGame(position, turns, game["seed"])


def turns_left(position: Position, played: float, left: float) -> int | None:
    """Return the number of turns that fit into the seconds left.

    The pace is that of the game so far.
    """
    if position.state.status != PLAYING:
        return 0
    if played <= 0:
        return None if position.pace is None else min(position.pace, MOST_TURNS)
    return min(round(position.turn * max(left, 0) / played), MOST_TURNS)


def playouts_that_fit(games: Sequence[RunningGame], seconds: float, rate: float) -> int:
    """Return the number of play-outs that fit into the seconds.

    It is counted for each policy, and for each of the games.
    """
    fit = int(seconds / (rate * _work_of(games))) // 10 * 10
    return min(max(fit, FEWEST_PLAYOUTS), MOST_PLAYOUTS)


def _work_of(games: Sequence[RunningGame]) -> int:
    """Return the turns of one play-out of each game."""
    return sum(game.turns + _END_TURNS for game in games)


def count_places(games: Sequence[RunningGame], playouts: int) -> list[Json]:
    """Return the counted places of games, which are played side by side."""
    found = places_from([game.start for game in games], methods=METHODS, playouts=playouts)
    return [
        {
            "line": game.position.line,
            "turn": game.position.turn,
            "turns": game.turns,
            "playouts": playouts,
            "counts": {
                method: tally(method, places[method], len(game.position.state.ids)).counts
                for method in METHODS
            },
        }
        for game, places in zip(games, found, strict=True)
    ]


def points_of(game: Json) -> list[Json] | None:
    """Return the turning points of a finished game's `record`, by line.

    None if nobody can tell.
    """
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

    A game's answer are its chances (None if it has none yet), or its turning points if `points` is
    set. Failures are by the game's number from 0, as text. `rate` is the seconds of a turn of one
    play-out by each method, as it was measured; given with the games, it tells how many fit.
    """
    batch = _Batch(games)
    rate = batch.count_all()
    return {
        "answers": batch.answers,
        "failures": batch.failures,
        "seconds": process_time(),
        "rate": rate,
    }


class _Batch:
    """The games of one question; each has an answer, though another one fails."""

    def __init__(self, games: list[Json]) -> None:
        self.games = games
        self.answers: list[Any] = [None] * len(games)
        self.failures: dict[str, str] = {}
        self.waiting: dict[int, RunningGame] = {}
        for number in range(len(games)):
            self._try(number, self._read)

    def count_all(self) -> float | None:
        """Count the places of all waiting games, and return the rate.

        The rate is None if none was measured.
        """
        running = {n: game for n, game in self.waiting.items() if goes_on(game.position.state)}
        for number in self.waiting.keys() - running:
            self._try(number, partial(self._count_alone, ENDING_PLAYOUTS))
        if not running:
            return None
        known = [self.games[number] for number in running]
        seconds = sum(game["seconds"] for game in known)
        # What starting the process and reading the records took is spent.
        left = max(seconds - process_time(), seconds / 2)
        games = list(running.values())
        playouts = playouts_that_fit(games, left, known[0].get("rate") or RATE)
        begun = process_time()
        try:
            found = count_places(games, playouts)
        except Exception:
            # One of them is at fault: each is played alone, which takes longer.
            for number in running:
                self._try(number, partial(self._count_alone, FEWEST_PLAYOUTS))
            return None
        for number, answer in zip(running, found, strict=True):
            self.answers[number] = answer
        return (process_time() - begun) / (playouts * _work_of(games))

    def _count_alone(self, playouts: int, number: int) -> Json:
        return count_places([self.waiting[number]], playouts)[0]

    def _read(self, number: int) -> Any:
        """Return a game's turning points; or note that it waits for its chances."""
        game = self.games[number]
        if game.get("points"):
            return points_of(game)
        found = waiting_game(game)
        if found is not None:
            self.waiting[number] = found
        return None

    def _try(self, number: int, answer: Callable[[int], Any]) -> None:
        try:
            self.answers[number] = answer(number)
        except Exception as error:
            self.failures[str(number)] = _failure_text(error)


def _failure_text(error: Exception) -> str:
    """Return the type and place of an error.

    Its message is left out: it may quote names from the record.
    """
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
