"""The forecast: the statement to expect if time were called now."""

from __future__ import annotations

from typing import Any

from referee.engine.state import FINISHED, RICHEST, State
from referee.engine.statement import circuit_row, placed_player, statement
from scoring.game import endgame


def if_time_were_called(state: State) -> dict[str, Any]:
    """Return the statement to expect if time were called now, as plain JSON values.

    Its key `expected` is true. Retention and circuit are computed on the present board, with a
    throw of 7, the mean, for utilities (`dice` is null). A game of type B that awaits R25 is ranked
    by R25. A finished game returns its own statement, with `expected` false.
    """
    if state.status == FINISHED:
        return {**statement(state), "expected": False}
    if state.status == RICHEST:
        throws = dict.fromkeys(state.board.utilities, endgame.MEAN_THROW)
        standings, items = endgame.richest_standings(state, throws), []
    else:
        items = endgame.expected_circuit(state)
        kept = state.retentions or endgame.retention(state)
        standings = endgame.two_hour_standings(state, kept, items)
    return {
        "status": state.status,
        "mode": state.mode,
        "expected": True,
        "winners": [state.ids[row.player] for row in standings if row.place == 1],
        "players": [placed_player(state, row) for row in standings],
        "circuit": [{**circuit_row(state, item), "dice": None} for item in items],
    }
