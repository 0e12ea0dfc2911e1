"""The places of play-outs, by the fast way where there is one.

The games are the same either way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from referee.engine.state import PLAYING, TWO_HOUR, State
from referee.insight.playouts import Places, Start, play_outs


def ignore_progress(_played: int) -> None:
    """Say nothing of play-outs that are done."""


def places_by_method(
    start: State,
    *,
    turns: int,
    methods: Sequence[str],
    playouts: int,
    seed: str,
    turn: int = 0,
    on_progress: Callable[[int], None] = ignore_progress,
) -> dict[str, Places]:
    """Return the places that `play_outs` comes to by each method.

    `start` is not changed. `on_progress` gets the number of play-outs whenever some are done.
    """
    (found,) = places_from(
        [Start(start, turn, turn + turns, seed)],
        methods=methods,
        playouts=playouts,
        on_progress=on_progress,
    )
    return found


def places_from(
    starts: Sequence[Start],
    *,
    methods: Sequence[str],
    playouts: int,
    on_progress: Callable[[int], None] = ignore_progress,
) -> list[dict[str, Places]]:
    """Return the places of play-outs from several positions, by method.

    While turns may still begin, the games are played side by side, else one at a time: then little
    is left of them.
    """
    how = Settings(methods=methods, playouts=playouts, on_progress=on_progress)
    early = [number for number, start in enumerate(starts) if goes_on(start.state)]
    found = {
        number: _one_at_a_time(start, **how)
        for number, start in enumerate(starts)
        if not goes_on(start.state)
    }
    if early:
        # NumPy is loaded by who plays out, not by whatever only knows of chances.
        from referee.insight.batch.playing import batch_places

        found |= zip(early, batch_places([starts[n] for n in early], **how), strict=True)
    return [found[number] for number in range(len(starts))]


class Settings(TypedDict):
    """The arguments that the play-outs of all positions share."""

    methods: Sequence[str]
    playouts: int
    on_progress: Callable[[int], None]


def goes_on(start: State) -> bool:
    """Return whether turns may still begin."""
    return start.status == PLAYING and start.mode == TWO_HOUR


def _one_at_a_time(
    start: Start,
    *,
    methods: Sequence[str],
    playouts: int,
    on_progress: Callable[[int], None],
) -> dict[str, Places]:
    found: dict[str, Places] = {}
    for method in methods:
        games = play_outs(
            start.state,
            turns=start.last_turn - start.turn,
            method=method,
            playouts=playouts,
            seed=start.seed,
            turn=start.turn,
        )
        found[method] = [playout.places for playout in games]
        on_progress(playouts)
    return found
