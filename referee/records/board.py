"""The content of a board, as plain values that need no rules to be shown."""

from enum import Enum
from typing import Any

from referee.engine import best_plan, has_decided, if_time_were_called
from referee.engine.state import CLOSING, PLAYING, State
from scoring.game.rents import earns, rent, utility_factor

Board = dict[str, Any]
"""`status`, `on_turn` (a player's id, "" before the first turn and once turns are over), `players`
by id (`seat`, `role`, `cash`, `square`, `confined`, `out`), and `deeds` by square (`owner`,
`buildings`, `mortgaged`). If time were called now, a player would keep `retained` of the cash, get
`circuit_income`, end with `expected` at `place`, and a deed would earn `earns`. `plan` is the
player's best adjustment (`referee.engine.best_plan`)."""

ESTIMATES = ("retained", "circuit_income", "expected", "place", "plan")
"""Keys of a player that a board has only with estimates."""


class Plans(Enum):
    """The players whose best adjustment is told."""

    NOBODY = "nobody"
    DECIDED = "decided"
    ALL = "all"


def board_of(state: State, *, estimates: bool = True, plans: Plans = Plans.NOBODY) -> Board:
    """Return the board's content as plain values.

    With `estimates`, it says what each player would end with if time were called now, and `plans`
    says for whom it has the best adjustment too.
    """
    end = if_time_were_called(state) if estimates else {"players": (), "circuit": ()}
    expected = {row["id"]: row for row in end["players"]}
    earns = {row["square"]: row["amount"] for row in end["circuit"]}
    is_on = state.on_turn >= 0 and state.status in (PLAYING, CLOSING)
    return {
        "status": state.status,
        "on_turn": state.ids[state.on_turn] if is_on else "",
        "players": {
            code: _player(state, player, expected.get(code, {}), plans)
            for player, code in enumerate(state.ids)
        },
        "deeds": {
            str(square): _deed(state, square, earns.get(square))
            for square in state.board.deeds
            if state.owner[square] >= 0
        },
    }


def without_estimates(board: Board) -> Board:
    """Return the board without what would be if time were called now."""
    players = {code: _leave_out(told, *ESTIMATES) for code, told in board["players"].items()}
    deeds = {square: _leave_out(deed, "earns") for square, deed in board["deeds"].items()}
    return {**board, "players": players, "deeds": deeds}


def _leave_out(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _player(state: State, player: int, expected: dict[str, Any], plans: Plans) -> dict[str, Any]:
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
    if expected.get("retained") is not None:
        told |= {name: expected[name] for name in ("retained", "circuit_income")}
    if expected and (plans is Plans.ALL or (plans is Plans.DECIDED and has_decided(state, player))):
        told |= {"plan": plan} if (plan := best_plan(state, player)) else {}
    return told


def rents_of(state: State) -> dict[str, dict[str, int]]:
    """Return the rent that each owned deed collects now, by square.

    It is a `rent`, or `times_dice` for a utility; 0 while mortgaged or its owner is in prison
    (R12, R15).
    """
    owned = [square for square in state.board.deeds if state.owner[square] >= 0]
    return {str(square): _rent(state, square) for square in owned}


def _rent(state: State, square: int) -> dict[str, int]:
    pays = earns(state, square) and not state.in_prison(state.owner[square])
    if state.board.kinds[square] == "utility":
        return {"times_dice": utility_factor(state, square)[0] if pays else 0}
    return {"rent": rent(state, square).amount if pays else 0}


def _deed(state: State, square: int, earns: int | None) -> dict[str, Any]:
    told = {
        "owner": state.ids[state.owner[square]],
        "buildings": max(state.built[square], 0),
        "mortgaged": state.built[square] < 0,
    }
    return told if earns is None else {**told, "earns": earns}
