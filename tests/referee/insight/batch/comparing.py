"""Both ways to play out, side by side: a game is compared by its position and its result."""

from typing import Any

from referee.engine import position_of
from referee.engine.fold import apply
from referee.engine.judge import judge
from referee.engine.reading import cached_reading
from referee.engine.state import State
from referee.insight.batch.games import NO_FIGURE, Games
from referee.insight.batch.playing import play_batch
from referee.insight.playouts import METHODS, Playout, Start, play_outs

End = tuple[dict[str, Any], list[tuple[int, ...]]]
"""The position before retention, and each player's place and figures."""


def differing(start: State, *, turns: int, playouts: int, seed: str, turn: int) -> list[str]:
    """Return the play-outs that end differently: method and number of each, and both ends."""
    how = {"turns": turns, "playouts": playouts, "seed": seed, "turn": turn}
    found, before = [], position_of(start)
    fast = batch_ends(start, turn, last_turn=turn + turns, playouts=playouts, seed=seed)
    for method in METHODS:
        for playout in play_outs(start, method=method, **how):  # type: ignore[arg-type]
            slow, end = end_of(start, playout), fast[method, playout.number]
            found += [f"{method} {playout.number}: {slow} {end}"] if slow != end else []
    assert position_of(start) == before
    return found


def batch_ends(
    start: State, turn: int, *, last_turn: int, playouts: int, seed: str
) -> dict[tuple[str, int], End]:
    """The end of each play-out by its method and number, played side by side."""
    ends, done = {}, 0
    starts = [Start(start, turn, last_turn, seed)]
    for _part, games in play_batch(starts, methods=METHODS, playouts=playouts):
        count = games.count // len(METHODS)
        for game in range(games.count):
            method, number = divmod(game, count)
            ends[METHODS[method], done + number + 1] = _end_in_batch(games, game)
        done += count
    return ends


def _end_in_batch(games: Games, game: int) -> End:
    results = [
        (int(games.places[player, game]), *map(int, games.figures[:, player, game]))
        for player in range(games.players)
    ]
    return _position(games.state(game)), results


def end_of(start: State, playout: Playout) -> End:
    """The end of a play-out that was played one event at a time."""
    state, before = start.copy(), start
    for line in playout.lines:
        before = state.copy() if '"retain"' in line else before
        facts = judge(state, cached_reading(line))
        assert facts is not None
        apply(state, facts)
    figures = [
        (row.place, row.final, row.before_retention, row.retained, row.circuit_income)
        for row in state.standings
    ]
    known = [tuple(NO_FIGURE if f is None else f for f in row) for row in figures]
    return _position(before if state.retentions else state), known


def _position(state: State) -> dict[str, Any]:
    return {**position_of(state), "out": state.out}
