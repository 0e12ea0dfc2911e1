"""The statement of a game, exactly as the record format defines it."""

from __future__ import annotations

from typing import Any

from referee.engine.state import FINISHED, State
from scoring.game.endgame import CircuitItem, Standing


def statement(state: State) -> dict[str, Any]:
    """Return a finished game's result, else the position, as plain JSON values."""
    if state.status == FINISHED:
        return _final_statement(state)
    opening = {"status": state.status, "mode": state.mode, "winners": [], "circuit": []}
    return {**opening, **position_of(state)}


def position_of(state: State) -> dict[str, Any]:
    """Return the position at any status.

    It has the shape of an unfinished game's statement.
    """
    return {
        "on_turn": state.ids[state.on_turn] if state.on_turn >= 0 else None,
        "players": [_player_in_play(state, player) for player in range(len(state.ids))],
    }


def _final_statement(state: State) -> dict[str, Any]:
    return {
        "status": state.status,
        "mode": state.mode,
        "winners": [state.ids[row.player] for row in state.standings if row.place == 1],
        "players": [placed_player(state, row) for row in state.standings],
        "circuit": [circuit_row(state, item) for item in state.circuit],
    }


def circuit_row(state: State, item: CircuitItem) -> dict[str, Any]:
    """Return one owned deed's row of the circuit (step C)."""
    return {
        "square": item.square,
        "owner": state.ids[item.owner],
        "amount": item.rent.amount,
        "dice": list(item.rent.dice) if item.rent.dice else None,
    }


def placed_player(state: State, row: Standing) -> dict[str, Any]:
    """Return one player's row of the final places (step D).

    A player who is out has null figures.
    """
    return {
        "id": state.ids[row.player],
        "role": state.role(row.player),
        "place": row.place,
        "final": row.final,
        "before_retention": row.before_retention,
        "retained": row.retained,
        "circuit_income": row.circuit_income,
    }


def _player_in_play(state: State, player: int) -> dict[str, Any]:
    """Return one player of an unfinished game.

    It holds cash, square, confinement, dues and deeds.
    """
    return {
        "id": state.ids[player],
        "role": state.role(player),
        "cash": state.cash[player],
        "square": state.square[player],
        "confined": state.confined[player] > 0,
        "out": player in state.out,
        "owes": state.owes(player),
        "deeds": {
            str(square): {
                "improvements": max(state.built[square], 0),
                "mortgaged": state.built[square] < 0,
            }
            for square in state.deeds(player)
        },
    }
