"""The end procedure of a game: its steps, and what confines a player."""

from __future__ import annotations

from referee.engine.state import (
    ADJUSTED,
    ADJUSTING,
    FINISHED,
    GAME_B,
    RETAINED,
    RICHEST,
    TWO_HOUR,
    State,
)


def procedure(state: State) -> list[str]:
    """Return the statuses of the end procedure in order.

    They depend on the mode and the edition's rules.
    """
    if state.mode == TWO_HOUR:
        first = [ADJUSTING] if state.edition.rules.adjustment else []
        return [*first, ADJUSTED, RETAINED, FINISHED]
    return [RICHEST, FINISHED] if state.mode == GAME_B else [FINISHED]


def confines(state: State, player: int) -> str:
    """Return the place that confines the player, by role (R15).

    It is `prison` or `price_war`.
    """
    return "prison" if state.monopolist[player] else "price_war"
