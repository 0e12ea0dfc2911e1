"""Every type of event: how it is read, when it is legal, which rules judge it, what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.engine import deals, forms, leaving, moving, procedure, rules, squares
from referee.engine.consequences import Fact
from referee.engine.rules import Rule
from referee.engine.state import (
    ADJUSTED,
    ADJUSTING,
    CLOSING,
    FINISHED,
    PLAYING,
    RETAINED,
    RICHEST,
    State,
)

TURN = frozenset({PLAYING, CLOSING})
DEALING = frozenset({PLAYING, CLOSING, ADJUSTING})
BEFORE_RETENTION = frozenset({PLAYING, CLOSING, ADJUSTING, ADJUSTED})
ALWAYS = frozenset({PLAYING, CLOSING, ADJUSTING, ADJUSTED, RETAINED, RICHEST, FINISHED})


@dataclass(frozen=True, slots=True, eq=False)
class ActionKind:
    """One type of event.

    `rules` come in the order of precedence: status, whose turn, open square, debtor, the
    action's own rule, cash. `may_end` marks what may lead to another status.
    """

    read: Callable[[forms.Event, State], Any]
    statuses: frozenset[str]
    rules: tuple[Rule, ...]
    outcome: Callable[[State, Any], list[Fact]]
    may_end: bool = False


ACTIONS: dict[Any, ActionKind] = {
    "roll": ActionKind(
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
    "pass": ActionKind(
        forms.read_player,
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
    "pay_fine": ActionKind(
        forms.read_player,
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
    "buy": ActionKind(
        forms.read_player,
        BEFORE_RETENTION,
        (
            rules.still_in,
            rules.on_turn,
            rules.not_a_debtor,
            deals.offered,
            deals.price_in_cash,
        ),
        deals.buy,
    ),
    "utility_roll": ActionKind(
        forms.read_dice,
        TURN,
        (rules.on_turn, rules.answers("utility"), rules.not_a_debtor),
        moving.utility_roll,
    ),
    "card": ActionKind(
        forms.read_card,
        TURN,
        (
            rules.on_turn,
            rules.answers("role_card"),
            rules.not_a_debtor,
            squares.card_of_own_deck,
        ),
        squares.card,
    ),
    "income_tax": ActionKind(
        forms.read_choice,
        TURN,
        (rules.on_turn, rules.answers("income_tax"), rules.not_a_debtor),
        squares.income_tax,
    ),
    "foundation": ActionKind(
        forms.read_die,
        TURN,
        (rules.on_turn, rules.answers("foundation"), rules.not_a_debtor),
        squares.foundation,
    ),
    "build": ActionKind(
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
    "sell": ActionKind(
        forms.read_count,
        DEALING,
        (rules.still_in, rules.not_yet_adjusted, deals.may_sell),
        deals.sell,
    ),
    "mortgage": ActionKind(
        forms.read_deed,
        DEALING,
        (rules.still_in, rules.not_yet_adjusted, deals.may_mortgage),
        deals.mortgage,
    ),
    "redeem": ActionKind(
        forms.read_deed,
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
    "trade": ActionKind(
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
    "bankrupt": ActionKind(
        forms.read_player,
        TURN,
        (rules.still_in, leaving.may_go_bankrupt),
        leaving.leave,
        may_end=True,
    ),
    "withdraw": ActionKind(
        forms.read_player, BEFORE_RETENTION, (rules.still_in,), leaving.leave, may_end=True
    ),
    "recount": ActionKind(
        forms.read_recount,
        BEFORE_RETENTION | {RICHEST},
        (rules.still_in,),
        procedure.recount,
    ),
    "undo": ActionKind(forms.read_reason, ALWAYS, (rules.something_to_undo,), procedure.undo),
    "time": ActionKind(
        forms.read_nothing,
        frozenset({PLAYING}),
        (rules.two_hour_game,),
        procedure.time_called,
        may_end=True,
    ),
    "adjusted": ActionKind(
        forms.read_player,
        frozenset({ADJUSTING}),
        (rules.still_in, rules.not_yet_adjusted),
        procedure.adjusted,
        may_end=True,
    ),
    "retain": ActionKind(forms.read_nothing, frozenset({ADJUSTED}), (), procedure.retain),
    "circuit": ActionKind(
        forms.read_throws, frozenset({RETAINED}), (procedure.circuit_dice,), procedure.circuit
    ),
    "richest": ActionKind(
        forms.read_throws, frozenset({RICHEST}), (procedure.richest_dice,), procedure.richest
    ),
}

UNDO = ACTIONS["undo"]
