"""Policies: simple players that play a game to its end.

They are as docs/chances.md states them. A decision is a function of the policy and the
position, so a reader of the prose decides alike. Each returns a player's move as (event
type, square), or None if the policy does nothing there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.engine import deals, rules, trading
from referee.engine.leaving import may_go_bankrupt
from referee.engine.state import PLAYING, State
from scoring.game.board import Board
from scoring.game.deeds import monopolises, mortgage_value, redeem_price
from scoring.game.position import MORTGAGED, NOBODY
from scoring.game.wealth import percent_tax

Choice = tuple[str, int]
"""An event type, and the square it is about (NO_SQUARE for none)."""
NO_SQUARE = -1
NEVER = None


class Policy(NamedTuple):
    """The decisions of a simple player.

    Amounts are in whole currency units, rates in percent. `buys`, `builds` and `redeems` are
    the cash that has to be left afterwards (NEVER: the player does not do it). `offers` is the
    price a monopolist offers for a street that completes a monopoly, and `asks` the price at
    which the policy gives such a street, both in percent of the listed price.
    """

    buys: int | None
    builds: int | None
    redeems: int | None
    confined: Literal["pay", "throw", "pass"]
    raises: Literal["mortgage", "sell"]
    offers: int | None = NEVER
    asks: int | None = NEVER
    adjusts: bool = True


POLICIES: Mapping[str, Policy] = {
    "spender": Policy(buys=0, builds=0, redeems=0, confined="pay", raises="mortgage"),
    "careful": Policy(buys=200, builds=400, redeems=500, confined="throw", raises="mortgage"),
    "collector": Policy(buys=0, builds=NEVER, redeems=100, confined="throw", raises="sell"),
    "trader": Policy(
        buys=50, builds=100, redeems=200, confined="pay", raises="sell", offers=200, asks=150
    ),
    "miser": Policy(
        buys=700, builds=NEVER, redeems=NEVER, confined="pass", raises="sell", adjusts=False
    ),
}
"""The policies by name."""


def can_spare(policy_keeps: int | None, cash: int, price: int) -> bool:
    """Return whether `price` leaves at least the cash the policy keeps."""
    return policy_keeps is not None and cash - price >= policy_keeps


def buys_offer(policy: Policy, state: State, player: int) -> bool:
    """Return whether the player buys the deed on offer (R9)."""
    return can_spare(policy.buys, state.cash[player], state.board.prices[state.offer])


def income_tax(state: State, player: int) -> Literal["flat", "percent"]:
    """Return the cheaper way to pay income tax; flat if both cost the same (R17)."""
    percent = percent_tax(state, player).total
    return "percent" if percent < state.edition.income_tax_flat else "flat"


def to_redeem(state: State, player: int, keeps: int | None) -> int | None:
    """Return the cheapest mortgaged deed that the player can redeem and keep `keeps`."""
    if keeps is None or MORTGAGED not in state.built:
        return None
    squares = [square for square in state.deeds(player) if state.built[square] == MORTGAGED]
    if not squares:
        return None
    square = min(squares, key=lambda square: (redeem_price(state.board, square), square))
    if not can_spare(keeps, state.cash[player], redeem_price(state.board, square)):
        return None
    barred = rules.not_in_price_war(state, player, square)
    return None if barred or deals.redeem_on_own_turn(state, player, square) else square


def to_build(policy: Policy, state: State, player: int) -> int | None:
    """Return the street for the next improvement.

    Streets with the fewest improvements come first, then the dearest.
    """
    if not can_spare(policy.builds, state.cash[player], _cheapest_house(state.board)):
        return None
    if rules.not_in_price_war(state, player, ()):
        return None
    squares = [
        square
        for square in state.deeds(player)
        if can_spare(policy.builds, state.cash[player], state.board.house_prices[square])
        and deals.may_build(state, player, (square, 1)) is None
    ]
    if not squares:
        return None
    return min(squares, key=lambda sq: (state.built[sq], -state.board.prices[sq], sq))


@lru_cache(maxsize=16)
def _cheapest_house(board: Board) -> int:
    return min(board.house_prices[street] for street in board.streets)


def to_trade(
    policies: tuple[Policy, ...], state: State, player: int
) -> tuple[int, int, int] | None:
    """Return (seller, square, price) of a street that completes a monopoly.

    A monopolist buys it (R10, R23).
    """
    policy = policies[player]
    if policy.offers is None or not state.monopolist[player] or state.status != PLAYING:
        return None
    if not trading.possible(state):
        return None
    for square in state.board.streets:
        seller = state.owner[square]
        if seller in (NOBODY, player) or _streets_owned(state, player, square) != 1:
            continue
        asks = policies[seller].asks
        if asks is None or asks > policy.offers or not _may_go(state, seller, square):
            continue
        price = state.board.prices[square] * asks // 100
        if can_spare(policy.buys, state.cash[player], price):
            return seller, square, price
    return None


def _may_go(state: State, seller: int, square: int) -> bool:
    """Return whether a street is free of mortgage, buildings and its owner's monopoly."""
    return not state.built[square] and not monopolises(state, seller, state.board.cities[square])


def _streets_owned(state: State, player: int, square: int) -> int:
    """Return the number of unmortgaged streets of the city that the player owns.

    It is the city of the street on that square.
    """
    city = state.board.cities[square]
    return sum(state.owner[street] == player and state.built[street] >= 0 for street in city)


def leaves_confinement(policy: Policy, state: State, player: int) -> str:
    """Return a confined player's choice for the turn (R15).

    It is "pay_fine", "pass" or "roll".
    """
    if rules.confined_turn(state, player) >= rules.LAST_CONFINED_TURN:
        return "pay_fine"
    if policy.confined == "pay" and state.cash[player] >= state.edition.fine:
        return "pay_fine"
    if policy.confined == "pass" and state.edition.rules.may_pass:
        return "pass"
    return "roll"


def raise_cash(policy: Policy, state: State, player: int) -> Choice:
    """Return the way in which a debtor raises cash (R24).

    The debtor goes bankrupt as soon as it is legal.
    """
    if may_go_bankrupt(state, player, ()) is None:
        return "bankrupt", NO_SQUARE
    ways = (to_mortgage, to_sell) if policy.raises == "mortgage" else (to_sell, to_mortgage)
    for name, way in zip(_NAMES[policy.raises], ways, strict=True):
        square = way(state, player)
        if square is not None:
            return name, square
    raise RuntimeError("a debtor who could raise the cash has nothing to raise it by")


_NAMES = {"mortgage": ("mortgage", "sell"), "sell": ("sell", "mortgage")}


def to_mortgage(state: State, player: int) -> int | None:
    """Return the deed of the lowest value that may be mortgaged (R12)."""
    squares = [
        square
        for square in state.deeds(player)
        if not state.built[square] and deals.may_mortgage(state, player, square) is None
    ]
    return min(squares, key=lambda sq: (mortgage_value(state.board, sq), sq), default=None)


def to_sell(state: State, player: int) -> int | None:
    """Return the street with the improvement to sell next.

    Streets with the most improvements come first, then the cheapest.
    """
    squares = [square for square in state.deeds(player) if state.built[square] > 0]
    return min(
        squares,
        key=lambda sq: (-state.built[sq], state.board.prices[sq], sq),
        default=None,
    )
