"""The content of a board, as plain values that need no rules to be shown."""

from typing import Any

from referee.engine import if_time_were_called
from referee.engine.state import CLOSING, PLAYING, State

Board = dict[str, Any]
"""`status`, `on_turn` (a player's id, "" before the first turn and once turns are over), `players`
by id (`seat`, `role`, `cash`, `square`, `confined`, `out`; `expected` and `place` if time were
called now), and `deeds` by square (`owner`, `buildings`, `mortgaged`)."""


def board_of(state: State, *, estimates: bool = True) -> Board:
    """Return the board's content as plain values.

    With `estimates`, it says what each player would end with if time were called now.
    """
    rows = if_time_were_called(state)["players"] if estimates else ()
    expected = {row["id"]: row for row in rows}
    is_on = state.on_turn >= 0 and state.status in (PLAYING, CLOSING)
    return {
        "status": state.status,
        "on_turn": state.ids[state.on_turn] if is_on else "",
        "players": {
            code: _player(state, player, expected.get(code, {}))
            for player, code in enumerate(state.ids)
        },
        "deeds": {
            str(square): {
                "owner": state.ids[state.owner[square]],
                "buildings": max(state.built[square], 0),
                "mortgaged": state.built[square] < 0,
            }
            for square in state.board.deeds
            if state.owner[square] >= 0
        },
    }


def _player(state: State, player: int, expected: dict[str, Any]) -> dict[str, Any]:
    told = {
        "seat": player + 1,
        "role": state.role(player),
        "cash": state.cash[player],
        "square": state.square[player],
        "confined": state.confined[player] > 0,
        "out": player in state.out,
    }
    if expected.get("place") is not None:
        told |= {"expected": expected["final"] or 0, "place": expected["place"]}
    return told
