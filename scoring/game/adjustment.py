"""The best adjustment (step A): the plan that pays most.

A plan says which sales, mortgages, redemptions and buildings to make.

A player ends with the share of cash that retention leaves, rounded, and the income of the
circuit. Incomes are whole, so that is `(worth + c) // 100`, where
`worth = rate * cash + 100 * income` and the ruling on rounding gives `c`. Worth adds up
over groups of deeds that do not affect one another: the single deeds of a competitor; a
monopolist's cities, transport companies and utilities. Supply is unlimited (R22) and no
rent depends on another player's deeds (R9-R11, R19, R20), so each player has a problem of
their own. Only cash, which never falls below 0 (R26), couples the groups.

That is a multiple-choice knapsack. It is solved exactly: for each group the Pareto front of
cash and worth, then a programme over cash. Whatever brings cash is done first, with one
exception: to mortgage a street of a city with buildings, a monopolist may first have to
redeem another one (R12). If cash does not suffice for such an exchange, detours are tried:
selling or mortgaging for a while.

Utilities count by the mean throw, 7. The ruling on ties plays no part: final cash alone
counts. In an edition with step A where buildings may stand without a monopoly (none is
printed), no plan builds first and breaks the monopoly then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.game.adjustment_options import (
    Group,
    Option,
    Step,
    Terms,
    groups_of,
    income_of,
    options_of,
    terms_of,
)
from scoring.game.adjustment_search import best_choice, is_affordable, schedule
from scoring.game.position import Position
from scoring.game.rulings import percent_of


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A player's best plan, with the final cash without it and with it.

    The plan's steps are in order. Without steps, nothing can be gained.
    """

    player: int
    unadjusted: int
    final: int
    steps: tuple[Step, ...]

    @property
    def gain(self) -> int:
        """Return the final cash that the plan adds."""
        return self.final - self.unadjusted


def best_adjustment(position: Position, player: int) -> Adjustment:
    """Return the player's best adjustment as if step A began on this board.

    Among plans with the same final cash it prefers few steps. An edition without step A has no
    plan.
    """
    terms = terms_of(position, player)
    cash = position.cash[player]
    groups = groups_of(position, player)
    worth = terms.rate * cash + 100 * sum([income_of(terms, group) for group in groups])
    unadjusted = final_cash(terms, worth)
    if not position.edition.rules.adjustment:
        return Adjustment(player, unadjusted, unadjusted, ())
    chosen = best_choice(terms, groups, cash, lambda gained: final_cash(terms, worth + gained))
    final = final_cash(terms, worth + sum([option.worth for option in chosen]))
    if final == unadjusted:
        return Adjustment(player, unadjusted, unadjusted, ())

    def suffices(options: Sequence[Option]) -> bool:
        gained = sum([option.worth for option in options])
        return final_cash(terms, worth + gained) >= final and is_affordable(cash, options)

    chosen = _shorten_options(terms, groups, chosen, suffices)
    return Adjustment(player, unadjusted, final, tuple(schedule(chosen)))


def _shorten_options(
    terms: Terms,
    groups: Sequence[Group],
    chosen: list[Option],
    suffices: Callable[[Sequence[Option]], bool],
) -> list[Option]:
    """Return the choice with shorter options wherever it still suffices.

    The least useful options are shortened first.
    """
    for number in sorted(range(len(groups)), key=lambda number: chosen[number].worth):
        for option in options_of(terms, groups[number]):
            if option.length >= chosen[number].length:
                break
            shorter = [*chosen[:number], option, *chosen[number + 1 :]]
            if suffices(shorter):
                chosen = shorter
                break
    return chosen


def final_cash(terms: Terms, worth: int) -> int:
    """Return the final cash that a worth in hundredths comes to, rounded by ruling."""
    return percent_of(worth, 1, terms.rulings.rounding)
