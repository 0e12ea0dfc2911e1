"""The constraints on a trade between two players now (R23)."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.engine.rules import price_war
from referee.engine.state import TWO_HOUR, State
from scoring.game.deeds import deeds_of

Constraints = dict[str, Any]


def possible(state: State) -> bool:
    """Return whether the edition allows trades in this game at all."""
    return state.mode != TWO_HOUR or state.edition.rules.tournament_trades


class Party(NamedTuple):
    """A player's means and limits as a party to any trade.

    `deeds` have no buildings. `cities` are the built-up ones that a monopolist must go on
    monopolising (R23), each with its streets that earn now. A `barred` player, in price war, may
    not receive deeds (R15: eu-fr).
    """

    player: int
    cash: int
    deeds: list[int]
    owes: bool
    barred: bool
    cities: list[tuple[tuple[int, ...], list[int]]]


def party(state: State, player: int) -> Party:
    """Return the player as a party to trades now."""
    rules, built = state.edition.rules, state.built
    deeds = deeds_of(state, player)
    built_up: set[tuple[int, ...]] = set()
    if state.monopolist[player] and not rules.broken_monopoly_builds:
        built_up = {state.board.cities[square] for square in deeds if built[square] > 0}
    return Party(
        player=player,
        cash=state.cash[player],
        deeds=[square for square in deeds if built[square] <= 0],
        owes=state.owes(player) > 0,
        barred=not rules.price_war_deals and price_war(state, player),
        cities=[
            (city, [s for s in city if state.owner[s] == player and built[s] >= 0])
            for city in sorted(built_up)
        ],
    )


def constraints(state: State, giver: Party, taker: Party) -> Constraints:
    """Return the limits on a trade from `giver` to `taker`, as plain JSON.

    The limits are what `giver` may give to `taker` and take from them. `give` and `take`: the
    most cash, and the deeds that can change hands. `gain`: bounds of the cash taken minus the
    cash given (null for none; R24). `cities`: per city with a party's buildings, the `earning`
    streets of that party (`side` "give" is `giver`) and the `receivable` ones; the party must
    own two of these after the trade (R23).
    """
    return {
        "give": {"cash": giver.cash, "deeds": [] if taker.barred else giver.deeds},
        "take": {"cash": taker.cash, "deeds": [] if giver.barred else taker.deeds},
        "gain": {"least": 1 if giver.owes else None, "most": -1 if taker.owes else None},
        "cities": _cities(state, giver, taker, "give") + _cities(state, taker, giver, "take"),
    }


def _cities(state: State, owner: Party, partner: Party, side: str) -> list[dict[str, Any]]:
    return [
        {
            "side": side,
            "earning": earning,
            "receivable": _receivable_deeds(state, city, partner.player),
        }
        for city, earning in owner.cities
    ]


def _receivable_deeds(state: State, city: tuple[int, ...], partner: int) -> list[int]:
    return [s for s in city if state.owner[s] == partner and state.built[s] == 0]


def any_trade(bounds: Constraints) -> bool:
    """Return whether these constraints let anything change hands."""
    give, take, gain = bounds["give"], bounds["take"], bounds["gain"]
    if gain["least"] and gain["most"]:
        return False
    if gain["least"]:
        return bool(take["cash"])
    if gain["most"]:
        return bool(give["cash"])
    return bool(give["cash"] or take["cash"] or give["deeds"] or take["deeds"])
