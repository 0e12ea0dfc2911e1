"""Rules and outcomes of dealing: buying, building, mortgages and trade.

They are R9, R11-R13 and R22-R23.

A rule returns a refusal or None. An outcome returns facts and leaves the state unchanged.
"""

from __future__ import annotations

from collections.abc import Collection

from referee.engine.facts import NO_SQUARE, Fact
from referee.engine.moves import BuildMove, NoMove, TradeMove
from referee.engine.moving import begin_turn
from referee.engine.refusals import Refusal
from referee.engine.rules import cash_for, own_turn, price_war, square_params
from referee.engine.state import ADJUSTING, TWO_HOUR, State
from scoring.game.deeds import (
    monopolises,
    mortgage_value,
    most_improvements,
    redeem_price,
    sale_price,
)
from scoring.game.position import TREASURY


def deed_refusal(state: State, player: int, square: int, rule: str) -> Refusal | None:
    """Require that the player owns the deed; a refusal cites `rule`."""
    if state.owner[square] == player:
        return None
    params = {**square_params(state, square), "player": state.ids[player]}
    return Refusal("not_own_deed", rule, params)


# buy


def deed_on_offer(state: State, player: int, move: object) -> Refusal | None:
    """Require that the deed just landed on is still on offer (R9)."""
    return None if state.offer >= 0 else Refusal("no_offer", "R9")


def price_in_cash(state: State, player: int, move: object) -> Refusal | None:
    """Require the listed price in cash (R26)."""
    if state.offer < 0:
        return None
    return cash_for(state, player, state.board.prices[state.offer])


def buy(state: State, player: int, move: NoMove) -> list[Fact]:
    """Buy the deed on offer for its listed price (R9)."""
    square = state.offer
    return [("purchase", player, TREASURY, state.board.prices[square], square, None)]


# build and sell


def may_build(state: State, player: int, move: BuildMove) -> Refusal | None:
    """Allow building on the player's own unmortgaged street (R11).

    It is allowed up to the role's limit. A monopolist must also monopolise the city (R10).
    """
    square, count = move
    if state.board.kinds[square] != "street":
        return Refusal("not_a_street", "R11", square_params(state, square))
    if refusal := deed_refusal(state, player, square, "R11"):
        return refusal
    if state.built[square] < 0:
        return Refusal("street_mortgaged", "R11", square_params(state, square))
    if state.monopolist[player] and not monopolises(state, player, state.board.cities[square]):
        return Refusal("not_monopolised", "R11", square_params(state, square))
    most = most_improvements(state, player)
    if state.built[square] + count > most:
        params = {**square_params(state, square), "most": most, "left": most - state.built[square]}
        return Refusal("too_many_improvements", "R11", params)
    return None


def houses_in_cash(state: State, player: int, move: BuildMove) -> Refusal | None:
    """Require the price of all the improvements in cash (R26)."""
    square, count = move
    return cash_for(state, player, state.board.house_prices[square] * count)


def build(state: State, player: int, move: BuildMove) -> list[Fact]:
    """Build improvements at the city's house price each (R11)."""
    square, count = move
    facts = [] if state.status == ADJUSTING else begin_turn(state, player)
    cost = state.board.house_prices[square] * count
    facts.append(("build", player, TREASURY, cost, square, count))
    return facts


def supply_notes(state: State, facts: Collection[Fact]) -> list[Fact]:
    """Return a "supply" fact for each kind of building that runs short (R22).

    The supply is that of the box.
    """
    return [
        note
        for kind, player, _, _, square, count in facts
        if kind == "build"
        for note in _supply_notes(state, player, square, count)
    ]


def _supply_notes(state: State, player: int, square: int, count: int) -> list[Fact]:
    box = state.edition.box
    big = houses = 0
    for street in state.board.streets:
        steps = state.built[street] + (count if street == square else 0)
        if steps > 0:
            if steps == most_improvements(state, state.owner[street]):
                big += 1
            else:
                houses += steps
    needs = (("houses", houses, box["houses"]), (box["big_building"], big, box["big_buildings"]))
    return [("supply", player, TREASURY, 0, square, need) for need in needs if need[1] > need[2]]


def may_sell(state: State, player: int, move: BuildMove) -> Refusal | None:
    """Allow selling at most the improvements on the player's own street (R13)."""
    square, count = move
    if refusal := deed_refusal(state, player, square, "R13"):
        return refusal
    improvements = max(state.built[square], 0)
    if improvements < count:
        return Refusal(
            "too_few_improvements",
            "R13",
            {**square_params(state, square), "standing": improvements},
        )
    return None


def sell(state: State, player: int, move: BuildMove) -> list[Fact]:
    """Sell buildings to the Treasury for half of the house price each (R13)."""
    square, count = move
    return [("sell", TREASURY, player, sale_price(state.board, square) * count, square, count)]


# mortgage and redeem


def may_mortgage(state: State, player: int, square: int) -> Refusal | None:
    """Allow mortgaging the player's own unmortgaged deed without buildings (R12).

    Refuse to break a built-up monopoly, in editions that forbid this.
    """
    if refusal := deed_refusal(state, player, square, "R12"):
        return refusal
    if state.built[square] < 0:
        return Refusal("already_mortgaged", "R12", square_params(state, square))
    if state.built[square]:
        return Refusal("has_buildings", "R12", square_params(state, square))
    if not state.edition.rules.broken_monopoly_builds and breaks_monopoly(state, player, [square]):
        return Refusal("breaks_monopoly", "R12", square_params(state, square))
    return None


def breaks_monopoly(
    state: State, player: int, leaving: Collection[int], coming: Collection[int] = ()
) -> bool:
    """Return whether buildings would stay in a city no longer monopolised (R12, R23).

    `leaving` are the player's deeds to mortgage or give away, `coming` those to receive.
    """
    if not state.monopolist[player]:
        return False
    for city in {state.board.cities[square] for square in leaving}:
        own = [street for street in city if state.owner[street] == player and street not in leaving]
        held = own + [street for street in city if street in coming]
        earning = sum(state.built[street] >= 0 for street in held)
        if earning < 2 and any(state.built[street] > 0 for street in own):
            return True
    return False


def mortgage(state: State, player: int, square: int) -> list[Fact]:
    """Mortgage a deed for half of the listed price (R12)."""
    return [("mortgage", TREASURY, player, mortgage_value(state.board, square), square, None)]


def may_redeem(state: State, player: int, square: int) -> Refusal | None:
    """Allow redeeming the player's own mortgaged deed (R12)."""
    if refusal := deed_refusal(state, player, square, "R12"):
        return refusal
    return (
        None
        if state.built[square] < 0
        else Refusal("not_mortgaged", "R12", square_params(state, square))
    )


def redemption_in_cash(state: State, player: int, square: int) -> Refusal | None:
    """Require the redemption price in cash (R26)."""
    return cash_for(state, player, redeem_price(state.board, square))


def redeem_on_own_turn(state: State, player: int, move: object) -> Refusal | None:
    """Allow redeeming only on the player's own turn (R12).

    This holds in editions that say so (eu-fr).
    """
    return own_turn(state, player, move) if state.edition.rules.redeem_on_own_turn else None


def redeem(state: State, player: int, square: int) -> list[Fact]:
    """Redeem a deed for 110 % of its mortgage value (R12).

    In editions that limit redeeming to the player's own turn, it can begin that turn.
    """
    facts = begin_turn(state, player) if state.edition.rules.redeem_on_own_turn else []
    facts.append(("redeem", player, TREASURY, redeem_price(state.board, square), square, None))
    return facts


# trade


def trades_allowed(state: State, player: int, move: object) -> Refusal | None:
    """Refuse trades in a two-hour game, unless the edition allows them (R23).

    The edition's tournament rules say whether it does.
    """
    if state.mode == TWO_HOUR and not state.edition.rules.tournament_trades:
        return Refusal("no_trades")
    return None


def partner_still_in(state: State, player: int, move: TradeMove) -> Refusal | None:
    """Require that the other player is still in the game (R24)."""
    if move.other in state.out:
        return Refusal("player_out", "R24", {"player": state.ids[move.other]})
    return None


def debtors_gain(state: State, player: int, move: TradeMove) -> Refusal | None:
    """Require that the trade raises the cash of each party who owes (R24)."""
    gain = move.take_cash - move.give_cash
    for party, rise in ((player, gain), (move.other, -gain)):
        if rise <= 0 and state.owes(party):
            return Refusal("debtor_gains_nothing", "R24", {"player": state.ids[party]})
    return None


def own_deeds_without_buildings(state: State, player: int, move: TradeMove) -> Refusal | None:
    """Require each party to give only its own deeds, without buildings (R23)."""
    for giver, deeds in ((player, move.give_deeds), (move.other, move.take_deeds)):
        for square in deeds:
            if refusal := deed_refusal(state, giver, square, "R23"):
                return refusal
            if state.built[square] > 0:
                return Refusal("has_buildings", "R23", square_params(state, square))
    return None


def no_broken_monopoly(state: State, player: int, move: TradeMove) -> Refusal | None:
    """Refuse a trade that breaks a built-up monopoly (R23).

    This holds in editions that forbid such a trade.
    """
    if state.edition.rules.broken_monopoly_builds:
        return None
    sides = (
        (player, move.give_deeds, move.take_deeds),
        (move.other, move.take_deeds, move.give_deeds),
    )
    for party, leaving, coming in sides:
        if breaks_monopoly(state, party, leaving, coming):
            return Refusal("trade_breaks_monopoly", "R23", {"player": state.ids[party]})
    return None


def no_deeds_in_price_war(state: State, player: int, move: TradeMove) -> Refusal | None:
    """Refuse a trade that gives deeds to a competitor in price war (R15, eu-fr)."""
    if state.edition.rules.price_war_deals:
        return None
    for taker, deeds in ((player, move.take_deeds), (move.other, move.give_deeds)):
        if deeds and price_war(state, taker):
            return Refusal("in_price_war", "R15", {"player": state.ids[taker]})
    return None


def offers_in_cash(state: State, player: int, move: TradeMove) -> Refusal | None:
    """Require each party to hold the cash it gives (R26)."""
    return cash_for(state, player, move.give_cash) or cash_for(state, move.other, move.take_cash)


def trade(state: State, player: int, move: TradeMove) -> list[Fact]:
    """Exchange cash and deeds both ways; mortgaged deeds stay mortgaged (R23)."""
    facts: list[Fact] = []
    sides = (
        (player, move.other, move.give_cash, move.give_deeds),
        (move.other, player, move.take_cash, move.take_deeds),
    )
    for giver, taker, cash, deeds in sides:
        if cash:
            facts.append(("trade_cash", giver, taker, cash, NO_SQUARE, None))
        facts.extend(("trade_deed", giver, taker, 0, square, None) for square in deeds)
    return facts
