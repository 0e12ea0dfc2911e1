"""Charges and raising the cash for them, in many games.

The engine judges the rare cases (R24).
"""

from __future__ import annotations

import numpy as np

from referee.engine.actions import ACTIONS
from referee.engine.fold import apply
from referee.engine.judge import judge
from referee.engine.moves import CardMove
from referee.engine.reading import cached_reading
from referee.engine.state import FINISHED, Due, State
from referee.insight.batch.games import Bytes, Flags, Games
from referee.insight.batch.numbers import Ints
from referee.insight.batch.rows import MOST_IMPROVEMENTS, STEP, by_city, first_row
from referee.insight.lines import debt_line
from referee.insight.policies import POLICIES
from scoring.game.effects import Effect
from scoring.game.position import TREASURY

_POLICIES = tuple(POLICIES.values())


def charge(
    games: Games, which: Ints, debtors: Ints, creditors: Ints | int, amounts: Ints | int
) -> None:
    """Charge one player in each of these games.

    A player who lacks the cash raises it or leaves.
    """
    cash = games.cash[debtors, which]
    able = cash >= amounts
    if able.all():
        _pay(games, which, debtors, creditors, amounts)
        return
    creditors, amounts = creditors + 0 * which, amounts + 0 * which
    _pay(games, which[able], debtors[able], creditors[able], amounts[able])
    owing = which[~able], debtors[~able], creditors[~able], amounts[~able]
    poor = could_raise(games, *owing[:2]) < owing[3]
    for game, debtor, creditor, amount in zip(
        *(each[poor].tolist() for each in owing), strict=True
    ):
        state = games.state(game)
        state.dues = [Due(debtor, creditor, amount, state.square[debtor], "rent", None)]
        settle(games, np.array([game]), state)
    which, debtors, creditors, amounts = (each[~poor] for each in owing)
    raise_cash(games, which, debtors, amounts)
    _pay(games, which, debtors, creditors, amounts)


def could_raise(games: Games, which: Ints, players: Ints) -> Ints:
    """Return the most cash each player could raise (R24)."""
    tables = games.tables
    at = np.ix_(tables.deeds, which)
    built = games.built[at]
    held = (games.owner[at] == players) & (built >= 0)
    worth = tables.mortgage[tables.deeds][:, None] + built * tables.sale[tables.deeds][:, None]
    most: Ints = games.cash[players, which] + (worth * held).sum(axis=0)
    return most


def raise_cash(games: Games, which: Ints, players: Ints, amounts: Ints) -> None:
    """Mortgage and sell until each player has the amount.

    This is done one deed or improvement at a time.
    """
    deeds = games.tables.deeds
    at = np.ix_(deeds, which)
    own, built = games.owner[at] == players, games.built[at]
    while which.size:
        rows, mortgages = _to_raise(games, own, built, which, players)
        columns, squares = np.arange(len(which)), deeds[rows]
        built[rows, columns] -= 1
        games.built[squares, which] -= 1
        games.mortgaged[which] += mortgages
        raised = np.where(mortgages, games.tables.mortgage[squares], games.tables.sale[squares])
        games.cash[players, which] += raised
        owing = games.cash[players, which] < amounts
        own, built = own[:, owing], built[:, owing]
        which, players, amounts = which[owing], players[owing], amounts[owing]


def _to_raise(
    games: Games, own: Flags, built: Bytes, which: Ints, players: Ints
) -> tuple[Ints, Flags]:
    """Return the row of the deed each player turns into cash.

    Return also whether the deed is mortgaged; otherwise an improvement is sold.
    """
    tables = games.tables
    sells_first = games.habit(games.habits.sells_first, players, which) > 0
    mortgages = own & (built == 0)
    if not games.start.edition.rules.broken_monopoly_builds:
        mortgages[: len(tables.streets)] &= ~_breaks_monopoly(games, own, built, players)
    mortgaged, found = first_row(mortgages, tables.to_mortgage.ranks, tables.to_mortgage)
    most_first = (MOST_IMPROVEMENTS - built) * STEP + tables.to_sell.ranks
    sold, can_sell = first_row(own & (built > 0), most_first, tables.to_sell)
    chosen: Flags = found & ~(sells_first & can_sell)
    return np.where(chosen, mortgaged, sold), chosen


def _breaks_monopoly(games: Games, own: Flags, built: Bytes, players: Ints) -> Flags:
    """Return the streets that a monopolist needs for the city's buildings (R12).

    A street without buildings is needed if no two others earn, and another one is built on.
    """
    streets = len(games.tables.streets)
    own, built = own[:streets], built[:streets]
    others = by_city(games, own & (built >= 0)) - 1
    built_on = by_city(games, own & (built > 0)) > 0
    needed: Flags = (others < 2) & built_on & games.monopolist[players]
    return needed


def _pay(games: Games, which: Ints, payers: Ints, payees: Ints | int, amounts: Ints | int) -> None:
    games.cash[payers, which] -= amounts
    if isinstance(payees, int):
        return
    paid = payees != TREASURY
    if not isinstance(amounts, int):
        amounts = amounts[paid]
    games.cash[payees[paid], which[paid]] += amounts


def settle(games: Games, which: Ints, state: State) -> None:
    """Let the engine judge the debtors' events until no due is open.

    Then go on with these games. All are in this state, and their players follow the same policies.
    """
    policies = tuple(_POLICIES[policy] for policy in games.policy[:, which[0]])
    while state.dues and state.status != FINISHED:
        facts = judge(state, cached_reading(debt_line(state, policies)))
        if facts is None:
            raise RuntimeError("the engine refuses what a debtor does")
        apply(state, facts)
    games.put_back(which, state)


def judge_card(games: Games, game: int, effect: Effect) -> None:
    """Let the engine judge a card that somebody cannot pay for."""
    state = games.state(game)
    state.open = "role_card"
    event = {"type": "card", "player": state.ids[state.on_turn]}
    facts = judge(state, (event, ACTIONS["card"], CardMove(effect)))
    if facts is None:
        raise RuntimeError(f"the engine refuses the card {effect}")
    apply(state, facts)
    settle(games, np.array([game]), state)
