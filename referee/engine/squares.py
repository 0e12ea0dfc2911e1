"""Answers to open squares: role square, income tax, foundation (R16, R17, R21).

A rule returns a refusal or None. An outcome returns facts and leaves the state unchanged.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.dues import charge
from referee.engine.facts import Fact
from referee.engine.moves import CardMove
from referee.engine.moving import confine, goto
from referee.engine.refusals import Refusal
from referee.engine.state import Due, State
from scoring.game.effects import Effect
from scoring.game.position import TREASURY
from scoring.game.wealth import percent_tax


def card_of_own_deck(state: State, player: int, move: CardMove) -> Refusal | None:
    """Require a card from the deck of the player's role (R16).

    A card's code begins with its deck's letter: "M" for monopolists, "C" for competitors.
    """
    if not move.code or (move.code[0] == "M") == state.monopolist[player]:
        return None
    return Refusal("wrong_deck", "R16", {"card": move.code, "role": state.role(player)})


def card(state: State, player: int, move: CardMove) -> list[Fact]:
    """Follow the instruction of the role card or of the card drawn (R16)."""
    effect, code, gamble = move
    square = state.square[player]
    answer = ("role_card", (effect, code))
    facts: list[Fact] = [("answered", player, TREASURY, 0, square, answer)]
    if effect.verb == "gamble":
        wins = gamble >= (effect.threshold or 0)
        effect = Effect("collect", effect.number) if wins else Effect("none")
    return _EFFECTS[effect.verb](state, facts, player, effect)


def _collect(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    facts.append(("card", TREASURY, player, effect.number, state.square[player], None))
    return facts


def _pay(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    square = state.square[player]
    return charge(state, facts, "card", player, TREASURY, effect.number, square, None)


def _others(state: State, player: int, role: str | None) -> list[int]:
    """Return the other players of the role still in the game, in order of play."""
    return [other for other in state.players_in() if other != player and state.role(other) == role]


def _collect_each(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    """Collect from each other player of the role, even those in prison."""
    amount = effect.number
    payments = [(payer, player) for payer in _others(state, player, effect.role)]
    return _share(state, facts, payments, amount, state.square[player], from_each=amount)


def _pay_each(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    """Pay each other player of the role, except those in prison (R15)."""
    amount, square = effect.number, state.square[player]
    payees = [p for p in _others(state, player, effect.role) if not state.in_prison(p)]
    payments = [(player, payee) for payee in payees]
    return _share(state, facts, payments, amount, square, from_each=amount * len(payments))


def _share(
    state: State,
    facts: list[Fact],
    payments: list[tuple[int, int]],
    amount: int,
    square: int,
    *,
    from_each: int,
) -> list[Fact]:
    """Pay `amount` for each (payer, payee) of `payments`, in header order.

    All are paid at once if no due is open and every payer has `from_each`, their total, in cash.
    Otherwise each becomes a due, to be paid as cash allows.
    """
    if not state.dues and all(state.cash[payer] >= from_each for payer, _ in payments):
        facts.extend(("card", payer, payee, amount, square, None) for payer, payee in payments)
        return facts
    for payer, payee in payments:
        due = Due(payer, payee, amount, square, "card", None)
        facts.append(("due", payer, payee, amount, square, due))
    return facts


def _all_collect(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    """Pay each player of the role from the Treasury, except those in prison (R15).

    The player who drew the card collects too.
    """
    square = state.square[player]
    for other in state.players_in():
        if state.role(other) == effect.role and not state.in_prison(other):
            facts.append(("card", TREASURY, other, effect.number, square, None))
    return facts


def _goto(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    return goto(state, facts, player, effect.number)


def _confine(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    return confine(state, facts, player)


def _no_effect(state: State, facts: list[Fact], player: int, effect: Effect) -> list[Fact]:
    return facts


_EFFECTS: dict[str, Callable[[State, list[Fact], int, Effect], list[Fact]]] = {
    "collect": _collect,
    "pay": _pay,
    "collect_each": _collect_each,
    "pay_each": _pay_each,
    "all_collect": _all_collect,
    "goto": _goto,
    "confine": _confine,
    "none": _no_effect,
}


def income_tax(state: State, player: int, choice: str) -> list[Fact]:
    """Charge the flat tax, or the percentage of what the player has (R17)."""
    square = state.square[player]
    facts: list[Fact] = [("answered", player, TREASURY, 0, square, ("income_tax", choice))]
    tax = None if choice == "flat" else percent_tax(state, player)
    amount = tax.total if tax else state.edition.income_tax_flat
    return charge(state, facts, "income_tax", player, TREASURY, amount, square, tax)


def foundation(state: State, player: int, die: int) -> list[Fact]:
    """Pay a competitor by the die: 25 for a 1, 50 for a 2, else nothing (R21)."""
    square = state.square[player]
    facts: list[Fact] = [("answered", player, TREASURY, 0, square, ("foundation", die))]
    if grant := state.edition.foundation_grants[die - 1]:
        facts.append(("foundation", TREASURY, player, grant, square, None))
    return facts
