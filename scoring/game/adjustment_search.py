"""The search for the best adjustment: one option for each group of deeds.

Never more cash is spent than there is.

The bound is the linear relaxation of the multiple-choice knapsack (Sinha and Zoltners,
1979).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import NamedTuple

from scoring.game.adjustment_options import (
    REDEEM,
    Group,
    Option,
    Step,
    Terms,
    cash_of,
    detours_of,
    options_of,
)

FinalOf = Callable[[int], int]
"""The final cash that a change of worth leads to; it never falls with worth."""


class Label(NamedTuple):
    """The best of some partial plans: their sums, and the option of each group so far.

    `options` is a chain of (options before, last option). Cash that nothing later could use is not
    counted. `raised` counts the cash at hand before the exchanges.
    """

    cash: int
    raised: int
    worth: int
    options: Chain


Chain = tuple["Chain", Option] | None


def best_choice(
    terms: Terms, groups: Sequence[Group], cash: int, final_of: FinalOf
) -> list[Option]:
    """Return the option for each group that together bring the most final cash."""
    fronts = [front_of(terms, group) for group in groups]
    best = _programme(fronts, cash, final_of)
    if is_affordable(cash, best):
        return best
    plain_fronts = [_front_without_exchange(terms, group) for group in groups]
    plain = _programme(plain_fronts, cash, final_of)
    return _add_exchanges(terms, groups, cash, final_of, plain)


def is_affordable(cash: int, options: Sequence[Option]) -> bool:
    """Return whether cash never falls below 0 in the order of `schedule` (R26)."""
    if cash + sum([option.cash for option in options]) < 0:
        return False
    held = cash + sum([option.raised for option in options])
    for option in _exchanges(options):
        need, back = _exchange_cash(option)
        if held < need:
            return False
        held += back - need
    return True


def schedule(options: Sequence[Option]) -> Iterator[Step]:
    """Yield the steps of all options: first what brings cash, last what costs some."""
    for option in options:
        yield from option.raising
    for option in _exchanges(options):
        yield from option.exchange
    for option in options:
        yield from option.spending


def _exchanges(options: Sequence[Option]) -> list[Option]:
    """Return the options with an exchange, in the order that needs the least cash.

    Those that bring cash come first, the cheapest ahead; of the others, those that give most back.
    """

    def order(option: Option) -> tuple[bool, int]:
        need, back = _exchange_cash(option)
        return (True, -back) if back < need else (False, need)

    return sorted([option for option in options if option.exchange], key=order)


def _exchange_cash(option: Option) -> tuple[int, int]:
    """Return the cash that an exchange needs, and what it brings back."""
    need = -cash_of([step for step in option.exchange if step.kind == REDEEM])
    return need, need + cash_of(option.exchange)


def _worth(options: Iterable[Option]) -> int:
    return sum([option.worth for option in options])


@lru_cache(maxsize=512)
def front_of(terms: Terms, group: Group) -> tuple[Option, ...]:
    """Return the group's Pareto front of cash and worth, most cash first."""
    return _front(options_of(terms, group))


def _front_without_exchange(terms: Terms, group: Group) -> tuple[Option, ...]:
    options = options_of(terms, group)
    plain = [option for option in options if not option.exchange]
    return front_of(terms, group) if len(plain) == len(options) else _front(plain)


def _front(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options that no other one beats in cash and worth, most cash first.

    Of equals, one without an exchange and with few steps is kept.
    """

    def order(option: Option) -> tuple[int, int, bool, int]:
        return -option.cash, -option.worth, bool(option.exchange), option.length

    kept: list[Option] = []
    for option in sorted(options, key=order):
        if not kept or option.worth > kept[-1].worth:
            kept.append(option)
    return tuple(kept)


def _programme(fronts: Sequence[Sequence[Option]], cash: int, final_of: FinalOf) -> list[Option]:
    """Return a choice with the most final cash that never overdraws.

    It leaves cash of at least 0, whatever the order.
    """
    dearest = [front[-1] for front in fronts]
    if cash + sum([option.cash for option in dearest]) >= 0:
        return dearest
    rests = rests_of(fronts)
    greedy = _greedy(fronts, cash)
    enough = final_of(_worth(greedy))
    labels = [Label(cash, 0, 0, None)]
    for front, rest in zip(fronts, rests, strict=True):
        grown = [
            (min(label.cash + option.cash, rest.spends), label.worth + option.worth, label, option)
            for label in labels
            for option in front
            if label.cash + option.cash + rest.raises >= 0
        ]
        grown.sort(key=itemgetter(0, 1), reverse=True)
        labels, highest = [], None
        for held, worth, label, option in grown:
            if highest is not None and worth <= highest:
                continue
            highest = worth
            if final_of(worth + rest.most_worth(held)) > enough:
                labels.append(Label(held, 0, worth, (label.options, option)))
    return _options_of(labels[-1].options) if labels else greedy


@dataclass(frozen=True, slots=True)
class Rest:
    """The groups that a partial plan has not reached yet.

    They could raise `raises`, or spend `spends`. From `worth`, where they raise all, the best of
    their steps up add `gains` to worth for `costs`, both summed up, the most worth the cash first.
    """

    raises: int
    spends: int
    worth: int
    costs: Sequence[int]
    gains: Sequence[int]

    def most_worth(self, cash: int) -> int:
        """Return a bound of the worth that these groups can add with this cash at hand.

        It is the worth if a step could also be made in part, rounded up.
        """
        left = cash + self.raises
        number = bisect_right(self.costs, left)
        if number == len(self.costs):
            return self.worth + self.gains[-1]
        cost, gain = self.costs[number - 1], self.gains[number - 1]
        rise, run = self.gains[number] - gain, self.costs[number] - cost
        return self.worth + gain - (left - cost) * -rise // run


def rests_of(fronts: Sequence[Sequence[Option]]) -> list[Rest]:
    """Return for each group the groups after it."""
    rests, raised, spent, worth = [], 0, 0, 0
    steps: list[tuple[Fraction, int, int]] = []
    for front in reversed(fronts):
        ordered = sorted(steps, reverse=True)
        costs = list(accumulate([cost for _, cost, _ in ordered], initial=0))
        gains = list(accumulate([gain for _, _, gain in ordered], initial=0))
        rests.append(Rest(raised, spent, worth, costs, gains))
        raised += front[0].cash
        spent -= front[-1].cash
        worth += front[0].worth
        steps += [
            (Fraction(gain, cost), cost, gain)
            for low, high in pairwise(_hull(front))
            for cost, gain in [(low.cash - high.cash, high.worth - low.worth)]
        ]
    return rests[::-1]


def _hull(front: Sequence[Option]) -> list[Option]:
    """Return the options of a front that no mixture of two others beats.

    The options with the most cash come first.
    """
    hull: list[Option] = []
    for option in front:
        while len(hull) > 1 and _is_below(hull[-2], hull[-1], option):
            hull.pop()
        hull.append(option)
    return hull


def _is_below(low: Option, middle: Option, high: Option) -> bool:
    """Return whether the middle one is on or below the line between the others."""
    rise, run = middle.worth - low.worth, low.cash - middle.cash
    return rise * (low.cash - high.cash) <= (high.worth - low.worth) * run


def _greedy(fronts: Sequence[Sequence[Option]], cash: int) -> list[Option]:
    """Return a good choice, found greedily.

    It starts from all cash raised, and takes the steps that are most worth their cash.
    """
    chosen = [front[0] for front in fronts]
    left = cash + sum([option.cash for option in chosen])
    steps = [
        (Fraction(high.worth - low.worth, low.cash - high.cash), number, low, high)
        for number, front in enumerate(fronts)
        for low, high in pairwise(_hull(front))
    ]
    for _, number, low, high in sorted(steps, key=itemgetter(0), reverse=True):
        if chosen[number] is low and low.cash - high.cash <= left:
            chosen[number] = high
            left -= low.cash - high.cash
    return chosen


def _options_of(chain: Chain) -> list[Option]:
    options = []
    while chain is not None:
        chain, option = chain
        options.append(option)
    return options[::-1]


# Where cash does not suffice for an exchange

Exchanges = tuple[tuple[Step, ...], ...]


def _add_exchanges(
    terms: Terms, groups: Sequence[Group], cash: int, final_of: FinalOf, plain: list[Option]
) -> list[Option]:
    """Return an affordable choice with exchanges that beats `plain`, else `plain`.

    Whatever could not reach more final cash is left out from the start.
    """
    needed = _worth(plain)
    while final_of(needed) == final_of(_worth(plain)):
        needed += 1
    highest = [max([option.worth for option in options_of(terms, g)]) for g in groups]
    slack = sum(highest) - needed
    offers = [
        [
            option
            for option in (*options_of(terms, group), *detours_of(terms, group, slack))
            if option.worth >= high - slack
        ]
        for group, high in zip(groups, highest, strict=True)
    ]
    later = [sum(highest[number + 1 :]) for number in range(len(groups))]
    labels: dict[Exchanges, list[Label]] = {(): [Label(cash, cash, 0, None)]}
    for options, worth_later in zip(offers, later, strict=True):
        labels = _extend_labels(labels, options, needed - worth_later)
    found = [_options_of(label.options) for group in labels.values() for label in group]
    affordable = [options for options in found if is_affordable(cash, options)]
    return max(affordable, key=_worth, default=plain)


def _extend_labels(
    labels: dict[Exchanges, list[Label]], options: Sequence[Option], least: int
) -> dict[Exchanges, list[Label]]:
    """Return the labels with one group more, by their exchanges.

    Each label is worth `least` or more.
    """
    grown: dict[Exchanges, list[Label]] = {}
    for exchanges, before in labels.items():
        for option in options:
            found = grown.setdefault(exchanges + (option.exchange,) * bool(option.exchange), [])
            found += [
                Label(
                    label.cash + option.cash,
                    label.raised + option.raised,
                    label.worth + option.worth,
                    (label.options, option),
                )
                for label in before
                if label.worth + option.worth >= least
            ]
    return {exchanges: _pareto_front(found) for exchanges, found in grown.items()}


def _pareto_front(labels: list[Label]) -> list[Label]:
    """Return the labels that no other label equals or beats.

    They are compared by cash, cash raised and worth.
    """
    kept: list[Label] = []
    for label in sorted(labels, key=lambda label: label[:3], reverse=True):
        if not any(k.raised >= label.raised and k.worth >= label.worth for k in kept):
            kept.append(label)
    return kept
