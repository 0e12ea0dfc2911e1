"""Legal actions with their squares, counts, amounts and constraints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from referee.engine import deals, rules, trading
from referee.engine.actions import ACTIONS
from referee.engine.forms import MAX_REASON_LENGTH
from referee.engine.moves import BuildMove, CardMove
from referee.engine.rules import Rule
from referee.engine.state import NO_PLAYER, State
from scoring.game.deeds import (
    deeds_of,
    mortgage_value,
    most_improvements,
    redeem_price,
    sale_price,
)
from scoring.game.effects import MAX_AMOUNT, Effect
from scoring.game.endgame import circuit_throws
from scoring.game.wealth import percent_tax, richest_throws

Fields = dict[str, Any]
_ANY_REASON = {"longest": MAX_REASON_LENGTH}


class Action(NamedTuple):
    """A type of event that is legal now, for a player or the referee (None).

    `fields` describes the event's other keys, as plain JSON. `dice` and `die` are free ("two dice",
    "one die"). `square` maps squares to options: `most` improvements for `amount` each, or the
    `amount`. `offer` is the deed on offer. `with` maps partners of a trade to its constraints
    (`trading.py`). `throws` lists the utilities to throw for.
    """

    type: str
    player: str | None
    fields: Fields

    def as_json(self) -> dict[str, Any]:
        """Return the action as plain JSON values."""
        return self._asdict()


def legal_actions(state: State, types: Collection[str] = ACTIONS) -> tuple[Action, ...]:
    """Return the legal actions of these `types`, in the order of the format's table.

    Together they cover every event of these types that `decide` would accept now.
    """
    return tuple(
        action
        for name, kind in ACTIONS.items()
        if name in types and state.status in kind.statuses
        for action in _OPTIONS[name](state, name)
    )


def _is_permitted(state: State, name: str, player: int, move: object) -> bool:
    # A plain loop for speed: the screens call this a hundred times per tap.
    for rule in ACTIONS[name].rules:  # noqa: SIM110
        if rule(state, player, move) is not None:
            return False
    return True


Options = Callable[[State, str], Iterator[Action]]


def _each_player(fields: Callable[[State, int], Fields], sample: object = ()) -> Options:
    """Return options that offer the action to each player who may take it.

    The rules judge the move `sample`, because their answer depends only on the player.
    """

    def options(state: State, name: str) -> Iterator[Action]:
        for player in state.players_in():
            if _is_permitted(state, name, player, sample):
                yield Action(name, state.ids[player], fields(state, player))

    return options


def _referee(fields: Callable[[State], Fields], sample: object = ()) -> Options:
    """Return options that offer the action to the referee.

    They do so if the rules allow the move `sample`.
    """

    def options(state: State, name: str) -> Iterator[Action]:
        if _is_permitted(state, name, NO_PLAYER, sample):
            yield Action(name, None, fields(state))

    return options


def _throws(needed: Callable[[State], list[int]]) -> Options:
    """Return options that offer the referee one throw for each utility of `needed`."""

    def options(state: State, name: str) -> Iterator[Action]:
        yield Action(name, None, {"throws": needed(state)})

    return options


def _squares(
    move: Callable[[int], object],
    detail: Callable[[State, int, int], Fields],
    stands: Callable[[int], bool],
    turn: Rule[object] | None = None,
) -> Options:
    """Return options that offer moves on a player's own deeds.

    `move` makes the smallest move on a square, `detail` the action's fields for it. Two quick tests
    come before the rules: `stands` tests the deed's `built`, `turn` whose turn it is.
    """

    def options(state: State, name: str) -> Iterator[Action]:
        built = state.built
        for player in state.players_in():
            if turn is not None and turn(state, player, ()) is not None:
                continue
            squares = {
                str(square): detail(state, player, square)
                for square in deeds_of(state, player)
                if stands(built[square]) and _is_permitted(state, name, player, move(square))
            }
            if squares:
                yield Action(name, state.ids[player], {"square": squares})

    return options


def _card(state: State, name: str) -> Iterator[Action]:
    """Offer the role card's throw, an effect, or a card of the player's deck (R16)."""
    for player in state.players_in():
        if not _is_permitted(state, name, player, CardMove(Effect("none"))):
            continue
        if state.edition.rules.role_square == "dice":
            fields: Fields = {"dice": "two dice"}
        else:
            letter = "M" if state.monopolist[player] else "C"
            cards = [code for code in state.edition.deck if code[0] == letter]
            fields = {"effect": "R16", "card": cards}
        yield Action(name, state.ids[player], fields)


def _trade(state: State, name: str) -> Iterator[Action]:
    if not trading.possible(state):
        return
    parties = [trading.party(state, player) for player in state.players_in()]
    for giver in parties:
        partners = {
            state.ids[taker.player]: trading.constraints(state, giver, taker)
            for taker in parties
            if taker is not giver
        }
        partners = {
            other: bounds for other, bounds in partners.items() if trading.any_trade(bounds)
        }
        if partners:
            yield Action(name, state.ids[giver.player], {"with": partners})


def traders(state: State) -> list[int]:
    """Return the players who can give something to another player or get something.

    `legal_actions` has a trade for exactly these players, with its constraints for each partner.
    """
    if state.status not in ACTIONS["trade"].statuses or not trading.possible(state):
        return []
    parties = [trading.party(state, player) for player in state.players_in()]
    return [
        giver.player
        for giver in parties
        if any(
            trading.any_trade(trading.constraints(state, giver, taker))
            for taker in parties
            if taker is not giver
        )
    ]


def _one_improvement(square: int) -> BuildMove:
    return square, 1


def _the_square(square: int) -> int:
    return square


def _is_mortgaged(built: int) -> bool:
    return built < 0


def _is_unmortgaged(built: int) -> bool:
    return built >= 0


def _without_buildings(built: int) -> bool:
    return built == 0


def _built_on(built: int) -> bool:
    return built > 0


def _offer(state: State, player: int) -> Fields:
    return {"offer": {"square": state.offer, "amount": state.board.prices[state.offer]}}


def _taxes(state: State, player: int) -> Fields:
    percent = percent_tax(state, player).total
    return {"choice": {"flat": state.edition.income_tax_flat, "percent": percent}}


def _fine(state: State, player: int) -> Fields:
    return {"amount": state.edition.fine}


def _improvements(state: State, player: int, square: int) -> Fields:
    price = state.board.house_prices[square]
    left = most_improvements(state, player) - state.built[square]
    return {"most": min(left, state.cash[player] // price), "amount": price}


def _sales(state: State, player: int, square: int) -> Fields:
    return {"most": state.built[square], "amount": sale_price(state.board, square)}


def _mortgage(state: State, player: int, square: int) -> Fields:
    return {"amount": mortgage_value(state.board, square)}


def _redemption(state: State, player: int, square: int) -> Fields:
    return {"amount": redeem_price(state.board, square)}


def _no_fields(state: State, player: int = 0) -> Fields:
    return {}


def _dice(state: State, player: int) -> Fields:
    return {"dice": "two dice"}


def _die(state: State, player: int) -> Fields:
    return {"die": "one die"}


def _recount(state: State, player: int) -> Fields:
    return {"cash": {"least": 0, "most": MAX_AMOUNT}, "reason": _ANY_REASON}


def _reason(state: State) -> Fields:
    return {"reason": _ANY_REASON}


_OPTIONS: Mapping[str, Options] = {
    "roll": _each_player(_dice, (1, 2)),
    "pass": _each_player(_no_fields),
    "pay_fine": _each_player(_fine),
    "buy": _each_player(_offer),
    "utility_roll": _each_player(_dice, (1, 2)),
    "card": _card,
    "income_tax": _each_player(_taxes, "flat"),
    "foundation": _each_player(_die, 1),
    "build": _squares(
        _one_improvement, _improvements, _is_unmortgaged, rules.own_turn_unless_adjusting
    ),
    "sell": _squares(_one_improvement, _sales, _built_on),
    "mortgage": _squares(_the_square, _mortgage, _without_buildings),
    "redeem": _squares(_the_square, _redemption, _is_mortgaged, deals.redeem_on_own_turn),
    "trade": _trade,
    "bankrupt": _each_player(_no_fields),
    "withdraw": _each_player(_no_fields),
    "recount": _each_player(_recount, (0, "")),
    "undo": _referee(_reason, ""),
    "time": _referee(_no_fields),
    "adjusted": _each_player(_no_fields),
    "retain": _referee(_no_fields),
    "circuit": _throws(circuit_throws),
    "richest": _throws(richest_throws),
}
