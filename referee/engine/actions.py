"""The table of event types.

For each type it holds how it is read, when it is allowed, its rules and its outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from referee.engine import deals, forms, leaving, moving, procedure, rules, squares
from referee.engine.facts import Fact
from referee.engine.moves import (
    BuildMove,
    CardMove,
    Dice,
    Move,
    NoMove,
    RecountMove,
    Throws,
    TradeMove,
)
from referee.engine.rules import Rule
from referee.engine.state import (
    ADJUSTED,
    ADJUSTING,
    CLOSING,
    FINISHED,
    NO_PLAYER,
    PLAYING,
    RETAINED,
    RICHEST,
    State,
)

TURN = frozenset({PLAYING, CLOSING})
DEALING = frozenset({PLAYING, CLOSING, ADJUSTING})
BEFORE_RETENTION = frozenset({PLAYING, CLOSING, ADJUSTING, ADJUSTED})
ALWAYS = frozenset({PLAYING, CLOSING, ADJUSTING, ADJUSTED, RETAINED, RICHEST, FINISHED})


# No slots: in Python 3.11 a frozen generic class cannot have them.
@dataclass(frozen=True, eq=False)
class ActionKind(Generic[Move]):
    """An event type, with moves of type Move: its reader, statuses, rules and outcome.

    `rules` are in order of precedence: status, whose turn, open square, debtor, the action's own
    rule, cash. `outcome` returns the facts of a legal move. `may_end` marks events that can lead to
    another status, `of_referee` those that name no player.
    """

    read: Callable[[forms.Event, State], Move]
    statuses: frozenset[str]
    rules: tuple[Rule[Move], ...]
    outcome: Callable[[State, int, Move], list[Fact]]
    may_end: bool = False
    of_referee: bool = False

    def player_and_move(self, event: forms.Event, state: State) -> tuple[int, Move]:
        """Return the player's index and the move of `event`.

        The player is NO_PLAYER for an event of the referee. Raise FormError if either is malformed;
        the player is checked first.
        """
        player = NO_PLAYER if self.of_referee else forms.read_seat(event, state)
        return player, self.read(event, state)


ACTIONS: Mapping[str, ActionKind[Any]] = {
    "roll": ActionKind[Dice](
        forms.read_dice,
        TURN,
        (
            rules.may_throw,
            rules.nothing_open,
            rules.not_a_debtor,
            rules.fine_before_third_throw,
        ),
        moving.roll,
    ),
    "pass": ActionKind[NoMove](
        forms.read_nothing_more,
        TURN,
        (
            rules.still_in,
            rules.own_turn,
            rules.nothing_open,
            rules.not_a_debtor,
            rules.may_pass,
        ),
        moving.pass_turn,
    ),
    "pay_fine": ActionKind[NoMove](
        forms.read_nothing_more,
        TURN,
        (
            rules.still_in,
            rules.own_turn,
            rules.nothing_open,
            rules.not_a_debtor,
            rules.may_pay_fine,
            rules.fine_in_cash,
        ),
        moving.pay_fine,
    ),
    "buy": ActionKind[NoMove](
        forms.read_nothing_more,
        BEFORE_RETENTION,
        (
            rules.still_in,
            rules.on_turn,
            rules.not_a_debtor,
            deals.deed_on_offer,
            deals.price_in_cash,
        ),
        deals.buy,
    ),
    "utility_roll": ActionKind[Dice](
        forms.read_dice,
        TURN,
        (rules.on_turn, rules.square_is_open("utility"), rules.not_a_debtor),
        moving.utility_roll,
    ),
    "card": ActionKind[CardMove](
        forms.read_card,
        TURN,
        (
            rules.on_turn,
            rules.square_is_open("role_card"),
            rules.not_a_debtor,
            squares.card_of_own_deck,
        ),
        squares.card,
    ),
    "income_tax": ActionKind[str](
        forms.read_choice,
        TURN,
        (rules.on_turn, rules.square_is_open("income_tax"), rules.not_a_debtor),
        squares.income_tax,
    ),
    "foundation": ActionKind[int](
        forms.read_die,
        TURN,
        (rules.on_turn, rules.square_is_open("foundation"), rules.not_a_debtor),
        squares.foundation,
    ),
    "build": ActionKind[BuildMove](
        forms.read_count,
        DEALING,
        (
            rules.still_in,
            rules.not_yet_adjusted,
            rules.own_turn_unless_adjusting,
            rules.not_a_debtor,
            rules.not_in_price_war,
            deals.may_build,
            deals.houses_in_cash,
        ),
        deals.build,
    ),
    "sell": ActionKind[BuildMove](
        forms.read_count,
        DEALING,
        (rules.still_in, rules.not_yet_adjusted, deals.may_sell),
        deals.sell,
    ),
    "mortgage": ActionKind[int](
        forms.read_square,
        DEALING,
        (rules.still_in, rules.not_yet_adjusted, deals.may_mortgage),
        deals.mortgage,
    ),
    "redeem": ActionKind[int](
        forms.read_square,
        DEALING,
        (
            rules.still_in,
            rules.not_yet_adjusted,
            deals.redeem_on_own_turn,
            rules.not_a_debtor,
            rules.not_in_price_war,
            deals.may_redeem,
            deals.redemption_in_cash,
        ),
        deals.redeem,
    ),
    "trade": ActionKind[TradeMove](
        forms.read_trade,
        frozenset({PLAYING}),
        (
            deals.trades_allowed,
            rules.still_in,
            deals.partner_still_in,
            deals.debtors_gain,
            deals.no_deeds_in_price_war,
            deals.own_deeds_without_buildings,
            deals.no_broken_monopoly,
            deals.offers_in_cash,
        ),
        deals.trade,
    ),
    "bankrupt": ActionKind[NoMove](
        forms.read_nothing_more,
        TURN,
        (rules.still_in, leaving.may_go_bankrupt),
        leaving.leave,
        may_end=True,
    ),
    "withdraw": ActionKind[NoMove](
        forms.read_nothing_more, BEFORE_RETENTION, (rules.still_in,), leaving.leave, may_end=True
    ),
    "recount": ActionKind[RecountMove](
        forms.read_recount,
        BEFORE_RETENTION | {RICHEST},
        (rules.still_in,),
        procedure.recount,
    ),
    "undo": ActionKind[str](
        forms.read_reason, ALWAYS, (rules.something_to_undo,), procedure.undo, of_referee=True
    ),
    "time": ActionKind[NoMove](
        forms.read_nothing,
        frozenset({PLAYING}),
        (rules.two_hour_game,),
        procedure.time_called,
        may_end=True,
        of_referee=True,
    ),
    "adjusted": ActionKind[NoMove](
        forms.read_nothing_more,
        frozenset({ADJUSTING}),
        (rules.still_in, rules.not_yet_adjusted),
        procedure.declare_adjusted,
        may_end=True,
    ),
    "retain": ActionKind[NoMove](
        forms.read_nothing, frozenset({ADJUSTED}), (), procedure.retain, of_referee=True
    ),
    "circuit": ActionKind[Throws](
        forms.read_throws,
        frozenset({RETAINED}),
        (procedure.circuit_dice,),
        procedure.circuit,
        of_referee=True,
    ),
    "richest": ActionKind[Throws](
        forms.read_throws,
        frozenset({RICHEST}),
        (procedure.richest_dice,),
        procedure.richest,
        of_referee=True,
    ),
}

UNDO = ACTIONS["undo"]
