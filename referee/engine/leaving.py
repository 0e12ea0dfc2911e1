"""Bankruptcy, leaving, and the end of the game that may follow (R1, R24).

A rule returns a refusal or None. An outcome returns facts and leaves the state unchanged.
"""

from __future__ import annotations

from referee.engine.facts import NO_SQUARE, Fact
from referee.engine.moves import NoMove
from referee.engine.refusals import Refusal
from referee.engine.state import GAME_B, NO_PLAYER, PLAYING, RICHEST, State
from scoring.game.deeds import sale_price
from scoring.game.endgame import cash_standings
from scoring.game.position import TREASURY
from scoring.game.wealth import could_raise


def may_go_bankrupt(state: State, player: int, move: object) -> Refusal | None:
    """Allow bankruptcy only while the player owes more than they could raise (R24)."""
    owes = state.owes(player)
    if not owes:
        return Refusal("owes_nothing", "R24", {"player": state.ids[player]})
    raised = could_raise(state, player)
    if raised < owes:
        return None
    params = {"player": state.ids[player], "owes": owes, "could_raise": raised}
    return Refusal("able_to_pay", "R24", params)


def estate_creditor(state: State, player: int) -> int:
    """Return the heir of the estate (R24).

    It is the creditor of the oldest due, else TREASURY.
    """
    return next((due.creditor for due in state.dues if due.debtor == player), TREASURY)


def leave(state: State, player: int, move: NoMove) -> list[Fact]:
    """Sell the player's buildings, then give cash and deeds to the creditor (R24).

    The sale pays no dues; dues owed by or to the player are cancelled.
    """
    creditor = estate_creditor(state, player)
    facts = sell_everything(state, player)
    cash = state.cash[player] + sum(proceeds for _, _, _, proceeds, _, _ in facts)
    facts.append(("estate_cash", player, creditor, cash, NO_SQUARE, None))
    kind = "deed_returns" if creditor == TREASURY else "estate_deed"
    facts.extend((kind, player, creditor, 0, square, None) for square in state.deeds(player))
    for due in state.dues:
        if player in (due.debtor, due.creditor):
            facts.append(("due_cancelled", due.debtor, due.creditor, due.amount, due.square, due))
    return facts + step_out(state, player)


def sell_everything(state: State, player: int) -> list[Fact]:
    """Sell all the player's buildings to the Treasury at half price (R24)."""
    return [
        ("sell", TREASURY, player, sale_price(state.board, s) * state.built[s], s, state.built[s])
        for s in state.deeds(player)
        if state.built[s] > 0
    ]


def step_out(state: State, player: int) -> list[Fact]:
    """Take the player out, end any turn of theirs, and set the next player."""
    moves_on = player in (state.on_turn, state.next)
    following = state.following[player] if moves_on else state.next
    facts: list[Fact] = [("out", player, TREASURY, 0, NO_SQUARE, following)]
    if player == state.on_turn:
        stays = NO_PLAYER if state.status == PLAYING else player
        facts.append(("turn_dropped", player, TREASURY, 0, NO_SQUARE, stays))
    return facts


def game_end(after: State) -> list[Fact]:
    """Return the facts that end the game after a departure; [] if it goes on (R1).

    `after` is the state after the departure. Game B with one role left awaits R25.
    """
    left = after.players_in()
    if len(left) == 1:
        outcome = (tuple(cash_standings(after)), ())
        return [("finished", TREASURY, TREASURY, 0, NO_SQUARE, outcome)]
    if after.mode != GAME_B or len({after.monopolist[player] for player in left}) == 2:
        return []
    facts: list[Fact] = [
        ("due_cancelled", due.debtor, due.creditor, due.amount, due.square, due)
        for due in after.dues
    ]
    facts.append(("status", TREASURY, TREASURY, 0, NO_SQUARE, RICHEST))
    return facts
