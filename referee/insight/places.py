"""The places of play-outs, by the fast way where there is one: the games are the same."""

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
    """Return the places that `play_outs` comes to by each method; `start` is not changed.

    `on_progress` gets the number of play-outs whenever some are done.
    """
    (found,) = places_from(
        [(start, turn)],
        last_turn=turn + turns,
        methods=methods,
        playouts=playouts,
        seed=seed,
        on_progress=on_progress,
    )
    return found


def places_from(
    starts: Sequence[Start],
    *,
    last_turn: int,
    methods: Sequence[str],
    playouts: int,
    seed: str,
    on_progress: Callable[[int], None] = ignore_progress,
) -> list[dict[str, Places]]:
    """Return the places of play-outs from several positions of one game, by method.

    While turns may still begin, the games are played side by side, else one at a time: then little
    is left of them.
    """
    how = Settings(
        last_turn=last_turn, methods=methods, playouts=playouts, seed=seed, on_progress=on_progress
    )
    early = [number for number, (start, _turn) in enumerate(starts) if _goes_on(start)]
    found = {
        number: _one_at_a_time(start, turn, **how)
        for number, (start, turn) in enumerate(starts)
        if not _goes_on(start)
    }
    if early:
        # NumPy is loaded by who plays out, not by whatever only knows of chances.
        from referee.insight.batch.playing import batch_places

        found |= zip(early, batch_places([starts[n] for n in early], **how), strict=True)
    return [found[number] for number in range(len(starts))]


class Settings(TypedDict):
    """The arguments that the play-outs of all positions share."""

    last_turn: int
    methods: Sequence[str]
    playouts: int
    seed: str
    on_progress: Callable[[int], None]


def _goes_on(start: State) -> bool:
    return start.status == PLAYING and start.mode == TWO_HOUR


def _one_at_a_time(
    start: State,
    turn: int,
    *,
    last_turn: int,
    methods: Sequence[str],
    playouts: int,
    seed: str,
    on_progress: Callable[[int], None],
) -> dict[str, Places]:
    found: dict[str, Places] = {}
    for method in methods:
        games = play_outs(
            start, turns=last_turn - turn, method=method, playouts=playouts, seed=seed, turn=turn
        )
        found[method] = [playout.places for playout in games]
        on_progress(playouts)
    return found
