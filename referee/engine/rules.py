"""The rules that judge a move, each a named function.

Each function returns a refusal or None.

For every type of event, `actions.py` lists its rules in order of precedence: status, whose
turn, open square, debtor (R24), the action's own rule, cash (R26).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.moves import Move
from referee.engine.refusals import Refusal
from referee.engine.state import ADJUSTING, PLAYING, TWO_HOUR, State

Rule = Callable[[State, int, Move], Refusal | None]
"""rule(state, player, move). For an event of the referee, `player` is NO_PLAYER. A rule that
ignores the move takes any `object`, so it can judge every type of event."""

LAST_CONFINED_TURN = 4
"""The value of `Position.confined` on the third own turn begun while confined (R15)."""


def square_params(state: State, square: int) -> dict[str, Any]:
    """Return the square's number and name, as parameters of a refusal."""
    return {"square": square, "place": state.board.squares[square].name}


def still_in(state: State, player: int, move: object) -> Refusal | None:
    """Refuse events of a player who has left the game (R24)."""
    if state.out and player in state.out:
        return Refusal("player_out", "R24", {"player": state.ids[player]})
    return None


def not_yet_adjusted(state: State, player: int, move: object) -> Refusal | None:
    """Refuse events of a player who has finished adjusting (step A)."""
    if state.adjusted and state.status == ADJUSTING and player in state.adjusted:
        return Refusal("already_adjusted", None, {"player": state.ids[player]})
    return None


def something_to_undo(state: State, player: int, move: object) -> Refusal | None:
    """Refuse an undo if no event is left to take back."""
    return None if state.events else Refusal("nothing_to_undo")


def two_hour_game(state: State, player: int, move: object) -> Refusal | None:
    """Refuse to call time outside a two-hour game."""
    return None if state.mode == TWO_HOUR else Refusal("no_time_limit", None, {"mode": state.mode})


# Whose turn


def may_throw(state: State, player: int, move: object) -> Refusal | None:
    """Allow a throw to the player on turn or to the next player (R6, R7).

    The player on turn may throw if a throw is open.
    """
    if player != state.on_turn:
        return cannot_begin(state, player)
    return None if state.throw else Refusal("no_throw_open", None, {"next": next_id(state)})


def own_turn(state: State, player: int, move: object) -> Refusal | None:
    """Allow only the player on turn, or the next player, who thereby begins a turn."""
    return None if player == state.on_turn else cannot_begin(state, player)


def own_turn_unless_adjusting(state: State, player: int, move: object) -> Refusal | None:
    """Require the player's own turn, except while holdings are adjusted (step A)."""
    return None if state.status == ADJUSTING else own_turn(state, player, move)


def on_turn(state: State, player: int, move: object) -> Refusal | None:
    """Allow only the player whose turn has begun."""
    if player == state.on_turn:
        return None
    return Refusal("not_on_turn", None, {"player": state.ids[player], "on_turn": turn_id(state)})


def cannot_begin(state: State, player: int) -> Refusal | None:
    """Refuse a new turn that may not begin (R6).

    It is refused out of order, before the last turn is complete, or with dues open. No turn
    begins once time is called.
    """
    if player != state.next:
        return Refusal("not_next", None, {"player": state.ids[player], "next": next_id(state)})
    if state.throw or state.open:
        return Refusal("turn_incomplete", None, {"on_turn": turn_id(state)})
    if state.dues:
        return Refusal("dues_open", None, {"debtor": state.ids[state.dues[0].debtor]})
    return None if state.status == PLAYING else Refusal("no_new_turn")


def next_id(state: State) -> str:
    """Return the id of the player who may begin the next turn; "" if nobody may."""
    return state.ids[state.next] if state.next >= 0 else ""


def turn_id(state: State) -> str:
    """Return the id of the player on turn; "" if nobody is."""
    return state.ids[state.on_turn] if state.on_turn >= 0 else ""


# Open squares


def nothing_open(state: State, player: int, move: object) -> Refusal | None:
    """Refuse the action while an open square awaits its answer."""
    return Refusal("square_open", None, {"what": state.open}) if state.open else None


def square_is_open(what: str) -> Rule[object]:
    """Return the rule that requires the open square to be `what`.

    `what` is a value of `State.open`.
    """

    def is_open(state: State, player: int, move: object) -> Refusal | None:
        """Refuse the answer if its square is not open."""
        if state.open == what:
            return None
        return Refusal("nothing_asked", None, {"what": what, "open": state.open})

    return is_open


# Debtors and cash


def not_a_debtor(state: State, player: int, move: object) -> Refusal | None:
    """Refuse the action to a player who owes (R24).

    Such a player may only raise cash or go bankrupt.
    """
    if state.dues and (owes := state.owes(player)):
        return Refusal("debtor", "R24", {"player": state.ids[player], "owes": owes})
    return None


def cash_for(state: State, player: int, amount: int) -> Refusal | None:
    """Require that the player has `amount` in cash (R26)."""
    cash = state.cash[player]
    if cash >= amount:
        return None
    params = {"player": state.ids[player], "needed": amount, "cash": cash}
    return Refusal("lacks_cash", "R26", params)


# Confinement (R15)


def fine_before_third_throw(state: State, player: int, move: object) -> Refusal | None:
    """Refuse a confined player's throw on the third own turn (R15).

    The fine comes first.
    """
    if state.confined[player] and confined_turn(state, player) >= LAST_CONFINED_TURN:
        return Refusal("fine_first", "R15", {"fine": state.edition.fine})
    return None


def confined_turn(state: State, player: int) -> int:
    """Return the player's `confined` count in their current or next turn.

    It is LAST_CONFINED_TURN on the third own turn.
    """
    return state.confined[player] + (player != state.on_turn)


def may_pay_fine(state: State, player: int, move: object) -> Refusal | None:
    """Allow a confined player to pay the fine before throwing (R15)."""
    if not state.confined[player]:
        return Refusal("not_confined", "R15", {"player": state.ids[player]})
    return before_the_throw(state, player)


def before_the_throw(state: State, player: int) -> Refusal | None:
    """Refuse once the player has thrown this turn (R15)."""
    if player == state.on_turn and not state.throw:
        return Refusal("already_thrown", "R15", {"player": state.ids[player]})
    return None


def may_pass(state: State, player: int, move: object) -> Refusal | None:
    """Allow a confined player to pass before throwing (R15, eu-fr).

    That is allowed on the first two own turns.
    """
    if not state.edition.rules.may_pass:
        return Refusal("no_pass_here", "R15")
    if not state.confined[player]:
        return Refusal("not_confined", "R15", {"player": state.ids[player]})
    if confined_turn(state, player) >= LAST_CONFINED_TURN:
        return Refusal("fine_first", "R15", {"fine": state.edition.fine})
    return before_the_throw(state, player)


def fine_in_cash(state: State, player: int, move: object) -> Refusal | None:
    """Require cash for the fine on the first and second turn (R26).

    The fine may be owed on the third turn.
    """
    if confined_turn(state, player) >= LAST_CONFINED_TURN:
        return None
    return cash_for(state, player, state.edition.fine)


def not_in_price_war(state: State, player: int, move: object) -> Refusal | None:
    """Refuse to let a competitor in price war build or redeem (R15, eu-fr)."""
    if state.edition.rules.price_war_deals or not price_war(state, player):
        return None
    return Refusal("in_price_war", "R15", {"player": state.ids[player]})


def price_war(state: State, player: int) -> bool:
    """Return whether the player is a confined competitor (R15)."""
    return state.confined[player] > 0 and not state.monopolist[player]
