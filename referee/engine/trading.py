"""R23: the constraints within which two players may trade now."""

from __future__ import annotations

from typing import Any

from referee.engine.rules import price_war
from referee.engine.state import TWO_HOUR, State
from scoring.game.deeds import deeds_of

Constraints = dict[str, Any]


def possible(state: State) -> bool:
    """Whether the edition allows trades in this game at all."""
    return state.mode != TWO_HOUR or state.edition.rules.tournament_trades


def constraints(state: State, player: int, other: int) -> Constraints:
    """What `player` may give to and take from `other`, as plain JSON.

    `give` and `take`: the most cash, and the deeds that can change hands. `gain`: bounds of
    taken minus given cash (null for none; R24). `cities`: per city with a party's buildings,
    the `earning` streets of the party (`side` "give" is `player`) and those it could receive;
    after the trade two of them must be its own (R23).
    """
    return {
        "give": {"cash": state.cash[player], "deeds": _tradable(state, player, other)},
        "take": {"cash": state.cash[other], "deeds": _tradable(state, other, player)},
        "gain": {
            "least": 1 if state.owes(player) else None,
            "most": -1 if state.owes(other) else None,
        },
        "cities": _cities(state, player, other, "give") + _cities(state, other, player, "take"),
    }


def _tradable(state: State, giver: int, taker: int) -> list[int]:
    """Deeds without buildings; R15 (eu-fr): none to a competitor in price war."""
    if not state.edition.rules.price_war_deals and price_war(state, taker):
        return []
    return [square for square in deeds_of(state, giver) if state.built[square] <= 0]


def _cities(state: State, owner: int, partner: int, side: str) -> list[dict[str, Any]]:
    """R23: the built-up cities that `owner`, a monopolist, must go on monopolising."""
    if not state.monopolist[owner] or state.edition.rules.broken_monopoly_builds:
        return []
    board, found = state.board, []
    built_up = {board.cities[s] for s in deeds_of(state, owner) if state.built[s] > 0}
    for city in sorted(built_up):
        earning = [s for s in city if state.owner[s] == owner and state.built[s] >= 0]
        receivable = [s for s in city if state.owner[s] == partner and state.built[s] == 0]
        found.append({"side": side, "earning": earning, "receivable": receivable})
    return found


def any_trade(found: Constraints) -> bool:
    """Whether anything at all can change hands within the constraints."""
    give, take, gain = found["give"], found["take"], found["gain"]
    if gain["least"] and gain["most"]:
        return False
    if gain["least"]:
        return bool(take["cash"])
    if gain["most"]:
        return bool(give["cash"])
    return bool(give["cash"] or take["cash"] or give["deeds"] or take["deeds"])
