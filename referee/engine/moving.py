"""Outcomes of throws: moving, landing, leaving confinement.

They follow R7-R9, R14-R15 and R18-R21.

An outcome returns facts and leaves the state unchanged. If it takes `facts`, those of the
event so far, it appends to them and returns them.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.dues import charge
from referee.engine.facts import NO_SQUARE, Fact
from referee.engine.moves import Dice, NoMove
from referee.engine.state import EXTRA_THROW, NO_THROW, State
from scoring.game.board import PRISON, SQUARES
from scoring.game.position import NOBODY, TREASURY
from scoring.game.rents import street_rent, transport_rent, utility_rent


def begin_turn(state: State, player: int) -> list[Fact]:
    """Begin the player's turn if the player is not already on turn (R6)."""
    if player == state.on_turn:
        return []
    return [("turn", player, TREASURY, 0, NO_SQUARE, state.following[player])]


def roll(state: State, player: int, dice: Dice) -> list[Fact]:
    """Move by the sum of the dice (R7, R8).

    Doubles on a first throw give an extra throw. A confined player is freed by doubles on a
    first throw, else stays (R15).
    """
    first, second = dice
    facts = begin_turn(state, player)
    extra = first == second and (state.throw != EXTRA_THROW or player != state.on_turn)
    throw = EXTRA_THROW if extra else NO_THROW
    if not state.confined[player]:
        return advance(state, facts, player, first + second, throw)
    if not extra:
        facts.append(("stays", player, TREASURY, 0, PRISON, NO_THROW))
        return facts
    facts.append(("freed", player, TREASURY, 0, PRISON, None))
    return _PRISON_DOUBLES[state.edition.rules.prison_doubles](state, facts, player, first + second)


def doubles_move(state: State, facts: list[Fact], player: int, steps: int) -> list[Fact]:
    """Move the player freed by doubles, with an extra throw (R15).

    This holds for us-2011, us-wooden and ru-2014.
    """
    return advance(state, facts, player, steps, EXTRA_THROW)


def doubles_free_only(state: State, facts: list[Fact], player: int, steps: int) -> list[Fact]:
    """Keep the player freed by doubles in place until the extra throw (R15, eu-fr)."""
    facts.append(("stays", player, TREASURY, 0, PRISON, EXTRA_THROW))
    return facts


_PRISON_DOUBLES = {"move": doubles_move, "free_only": doubles_free_only}


def advance(state: State, facts: list[Fact], player: int, steps: int, throw: int) -> list[Fact]:
    """Move clockwise by `steps`, collect at START, then resolve the square (R8, R14).

    `throw` is the throw that is then open.
    """
    target = state.square[player] + steps
    passed = target >= SQUARES
    if passed:
        target -= SQUARES
    facts.append(("move", player, TREASURY, 0, target, throw))
    if passed:
        facts.append(("start", TREASURY, player, state.edition.start_income, 0, None))
    return _LANDINGS[state.board.kinds[target]](state, facts, player, target)


def goto(state: State, facts: list[Fact], player: int, target: int) -> list[Fact]:
    """Move clockwise to `target` (R16).

    A pawn that is already there stays, without consequence.
    """
    origin = state.square[player]
    if target == origin:
        return facts
    facts.append(("goto", player, TREASURY, 0, target, None))
    if target < origin:
        facts.append(("start", TREASURY, player, state.edition.start_income, 0, None))
    return _LANDINGS[state.board.kinds[target]](state, facts, player, target)


def land_on_nothing(state: State, facts: list[Fact], player: int, square: int) -> list[Fact]:
    """Do nothing on START and on square 10 (sight-seeing)."""
    return facts


def land_on_deed(state: State, facts: list[Fact], player: int, square: int) -> list[Fact]:
    """Offer an unowned deed, or charge the player its rent (R9, R12, R15).

    A mortgaged deed and an owner in prison collect no rent. A utility awaits a throw.
    """
    owner = state.owner[square]
    if owner == NOBODY:
        facts.append(("offer", player, TREASURY, 0, square, state.board.prices[square]))
    elif owner != player and state.built[square] >= 0 and not state.in_prison(owner):
        kind = state.board.kinds[square]
        if kind == "utility":
            facts.append(("open", player, TREASURY, 0, square, kind))
        else:
            due = street_rent(state, square) if kind == "street" else transport_rent(state, square)
            charge(state, facts, "rent", player, owner, due.amount, square, due)
    return facts


def land_on_open_square(state: State, facts: list[Fact], player: int, square: int) -> list[Fact]:
    """Open the square, which awaits the player's answer (R16, R17)."""
    facts.append(("open", player, TREASURY, 0, square, state.board.kinds[square]))
    return facts


def land_on_foundation(state: State, facts: list[Fact], player: int, square: int) -> list[Fact]:
    """Charge a monopolist, and let a competitor throw one die (R21)."""
    if not state.monopolist[player]:
        return land_on_open_square(state, facts, player, square)
    amount = state.edition.foundation_pays
    return charge(state, facts, "foundation", player, TREASURY, amount, square, None)


def land_on_property_tax(state: State, facts: list[Fact], player: int, square: int) -> list[Fact]:
    """Charge the player the property tax, whatever the role (R18)."""
    amount = state.edition.property_tax
    return charge(state, facts, "property_tax", player, TREASURY, amount, square, None)


def confine(state: State, facts: list[Fact], player: int, square: int = PRISON) -> list[Fact]:
    """Send the player to square 10, and end the turn (R15).

    Nothing is collected at START. Any extra throw is lost.
    """
    facts.append(("confined", player, TREASURY, 0, PRISON, None))
    return facts


_LANDINGS: dict[str, Callable[[State, list[Fact], int, int], list[Fact]]] = {
    "street": land_on_deed,
    "transport": land_on_deed,
    "utility": land_on_deed,
    "role_card": land_on_open_square,
    "income_tax": land_on_open_square,
    "foundation": land_on_foundation,
    "property_tax": land_on_property_tax,
    "go_to_prison": confine,
    "start": land_on_nothing,
    "prison": land_on_nothing,
}
"""The function that resolves a square, by the square's kind."""


def pass_turn(state: State, player: int, move: NoMove) -> list[Fact]:
    """End a confined player's turn without payment or throw (R15, eu-fr)."""
    facts = begin_turn(state, player)
    facts.append(("passes", player, TREASURY, 0, PRISON, NO_THROW))
    return facts


def pay_fine(state: State, player: int, move: NoMove) -> list[Fact]:
    """Charge the fine and free the player at once (R15).

    On the third turn, a fine that exceeds the player's cash becomes a due.
    """
    facts = begin_turn(state, player)
    facts.append(("freed", player, TREASURY, 0, PRISON, None))
    return charge(state, facts, "fine", player, TREASURY, state.edition.fine, PRISON, None)


def utility_roll(state: State, player: int, dice: Dice) -> list[Fact]:
    """Charge a utility's rent by the throw (R20).

    The owner's utilities count as they are at that time.
    """
    square = state.square[player]
    owner = state.owner[square]
    facts: list[Fact] = [("answered", player, TREASURY, 0, square, ("utility", list(dice)))]
    if owner in (NOBODY, player) or state.built[square] < 0 or state.in_prison(owner):
        return facts
    due = utility_rent(state, square, dice)
    return charge(state, facts, "rent", player, owner, due.amount, square, due)
