"""The forecast: the statement to expect if time were called now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.state import (
    ADJUSTED,
    ADJUSTING,
    CLOSING,
    FINISHED,
    PLAYING,
    RICHEST,
    TWO_HOUR,
    State,
)
from referee.engine.statement import circuit_row, placed_player, statement
from scoring.game import endgame
from scoring.game.adjustment import Adjustment, best_adjustment

_BEFORE_RETENTION = (PLAYING, CLOSING, ADJUSTING, ADJUSTED)


def if_time_were_called(state: State) -> dict[str, Any]:
    """Return the statement to expect if time were called now, as plain JSON values.

    Its key `expected` is true. Retention and circuit are computed on the present board, with a
    throw of 7, the mean, for utilities (`dice` is null). A game of type B that awaits R25 is ranked
    by R25. A finished game returns its own statement, with `expected` false.
    """
    if state.status == FINISHED:
        return {**statement(state), "expected": False}
    standings: Sequence[endgame.Standing]
    items: Sequence[endgame.CircuitItem]
    if state.status == RICHEST:
        throws = dict.fromkeys(state.board.utilities, endgame.MEAN_THROW)
        standings, items = endgame.richest_standings(state, throws), ()
    else:
        end = endgame.expected_end(state, state.retentions)
        standings, items = end.standings, end.circuit
    return {
        "status": state.status,
        "mode": state.mode,
        "expected": True,
        "winners": [state.ids[row.player] for row in standings if row.place == 1],
        "players": [placed_player(state, row) for row in standings],
        "circuit": [{**circuit_row(state, item), "dice": None} for item in items],
    }


def has_decided(state: State, player: int) -> bool:
    """Return whether the player can adjust no more (step A)."""
    return state.status not in (PLAYING, CLOSING, ADJUSTING) or player in state.adjusted


def best_plan(state: State, player: int) -> dict[str, Any] | None:
    """Return the player's best adjustment on the present board, as plain JSON values.

    It has the `gain` in final cash, the `final` it leads to, and `steps` as events of the format,
    each with its `amount`. None where there is none: without step A, after it, for a player who is
    out or owes.
    """
    if (
        state.mode != TWO_HOUR
        or not state.edition.rules.adjustment
        or state.status not in _BEFORE_RETENTION
        or player in state.out
        or state.owes(player)
    ):
        return None
    return _plan(best_adjustment(state, player))


def _plan(plan: Adjustment) -> dict[str, Any]:
    steps = [
        {"type": step.kind, "square": step.square, "count": step.number, "amount": step.amount}
        for step in plan.steps
    ]
    return {"gain": plan.gain, "final": plan.final, "steps": steps}
