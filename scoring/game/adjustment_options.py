"""The options of step A for one group of deeds, with their steps.

Each option comes with the steps that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from scoring.game.board import Board
from scoring.game.deeds import (
    buildings_without_monopoly,
    deeds_of,
    monopolises,
    mortgage_value,
    redeem_price,
    sale_price,
)
from scoring.game.editions import Edition
from scoring.game.endgame import MEAN_THROW
from scoring.game.position import MORTGAGED, Position
from scoring.game.rents import rent
from scoring.game.rulings import Rulings

SELL, MORTGAGE, REDEEM, BUILD = "sell", "mortgage", "redeem", "build"
Built = tuple[int, ...]
"""The buildings on each square of a group, as in `Position.built`."""


class Step(NamedTuple):
    """One action of a plan: `number` buildings or one deed, for `amount` in all."""

    kind: str
    square: int
    number: int
    amount: int

    @property
    def cash(self) -> int:
        """Return the step's effect on the player's cash, negative for a payment."""
        return self.amount if self.kind in (SELL, MORTGAGE) else -self.amount


class Terms(NamedTuple):
    """The facts by which a player's deeds may change and earn.

    `paid`: the circuit pays the player. `spends`: the player may build and redeem.
    """

    edition: Edition
    rulings: Rulings
    role: str
    paid: bool
    spends: bool

    @property
    def rate(self) -> int:
        """Return the percentage of cash that the player keeps."""
        return self.edition.retention[self.role]


class Group(NamedTuple):
    """A player's deeds that affect one another, and their buildings.

    What is built on each deed is written as in `Position.built`.
    """

    squares: tuple[int, ...]
    built: Built


class Option(NamedTuple):
    """One way to leave a group, as steps in order.

    `worth` is the change in hundredths of final cash before it is rounded, `cash` the change of
    cash. `raising` brings cash, `spending` costs some. Between them, `exchange` redeems a street
    that a monopoly needs before another one can be mortgaged (R12). `length` counts the steps.
    """

    worth: int
    cash: int
    raising: tuple[Step, ...]
    exchange: tuple[Step, ...]
    spending: tuple[Step, ...]
    length: int

    @property
    def raised(self) -> int:
        """Return the cash that comes in before any is spent."""
        return cash_of(self.raising)


def cash_of(steps: Iterable[Step]) -> int:
    """Return the change in the player's cash from all the steps."""
    return sum([step.cash for step in steps])


def terms_of(position: Position, player: int) -> Terms:
    """Return the facts by which the player's deeds may change and earn (step A)."""
    edition, rulings = position.edition, position.rulings
    free = not position.confined[player]
    return Terms(
        edition,
        rulings,
        position.role(player),
        paid=rulings.prison_circuit == "paid" or not position.in_prison(player),
        spends=free or position.monopolist[player] or edition.rules.price_war_deals,
    )


def groups_of(position: Position, player: int) -> list[Group]:
    """Return the player's deeds in groups that do not affect one another.

    They are a competitor's single deeds, or a monopolist's cities, transport companies and
    utilities (R10, R19, R20).
    """
    held = deeds_of(position, player)
    board = position.board
    groups: dict[tuple[int, ...], list[int]] = {}
    for square in held:
        kind = (square,) if not position.monopolist[player] else _group_squares(board, square)
        groups.setdefault(kind, []).append(square)
    return [
        Group(tuple(squares), tuple([position.built[square] for square in squares]))
        for squares in groups.values()
    ]


def _group_squares(board: Board, square: int) -> tuple[int, ...]:
    companies = {"transport": board.transports, "utility": board.utilities}
    return companies.get(board.kinds[square]) or board.cities[square]


def income_of(terms: Terms, group: Group) -> int:
    """Return the income that the circuit pays for the group (step C).

    Utilities count by the mean throw.
    """
    return _income(terms, _alone(terms, group), group)


def _alone(terms: Terms, group: Group) -> Position:
    """Return a position in which one player owns this group and nothing else."""
    position = Position(terms.edition, terms.rulings, (terms.role,))
    for square, built in zip(*group, strict=True):
        position.owner[square], position.built[square] = 0, built
    return position


def _income(terms: Terms, position: Position, group: Group) -> int:
    if not terms.paid:
        return 0
    earning = [square for square in group.squares if position.built[square] != MORTGAGED]
    return sum([rent(position, square, MEAN_THROW).amount for square in earning])


# Holdings change seldom: a game asks about the same groups again and again.
@lru_cache(maxsize=512)
def options_of(terms: Terms, group: Group) -> tuple[Option, ...]:
    """Return every way to leave the group, fewest steps first, without detours."""
    paths = [(_lowest(group.built, after), after) for after in _ends(terms, group)]
    return _options(terms, group, paths)


def detours_of(terms: Terms, group: Group, most: int) -> tuple[Option, ...]:
    """Return the options for the group that raise more cash first.

    They pay it back later. Each loses up to `most` hundredths of final cash by that.
    """
    paths = [
        (low, after)
        for after in _ends(terms, group)
        for straight in [_lowest(group.built, after)]
        for low in product(*[range(MORTGAGED, built + 1) for built in straight])
        if low != straight and _cost_of_dip(terms, group, straight, low) * terms.rate <= most
    ]
    return _options(terms, group, paths)


def _ends(terms: Terms, group: Group) -> Iterator[Built]:
    """Yield the combinations of buildings with which the group may end.

    Not all of them are legal.
    """
    kinds, most = terms.edition.board.kinds, terms.edition.improvements[terms.role]
    highest = [most if kinds[square] == "street" else 0 for square in group.squares]
    return product(*[range(MORTGAGED, high + 1) for high in highest])


def _lowest(before: Built, after: Built) -> Built:
    """Return the buildings once all cash is raised and nothing is spent yet."""
    return tuple(map(min, before, after))


def _cost_of_dip(terms: Terms, group: Group, straight: Built, low: Built) -> int:
    """Return the cash that it costs to go from `straight` down to `low` and up again."""
    board, squares = terms.edition.board, group.squares
    down, up = (
        steps_raising(board, squares, straight, low),
        steps_spending(board, squares, low, straight),
    )
    return -cash_of(down) - cash_of(up)


def _options(
    terms: Terms, group: Group, paths: Iterable[tuple[Built, Built]]
) -> tuple[Option, ...]:
    """Return the legal options among paths, each by its lowest point and its end."""
    position = _alone(terms, group)
    before = _income(terms, position, group)
    found = []
    for low, after in paths:
        steps = _steps(terms, position, group, low, after)
        if steps is None:
            continue
        _place(position, group.squares, after)
        cash = sum([cash_of(part) for part in steps])
        earned = _income(terms, position, group) - before
        length = sum([len(part) for part in steps])
        found.append(Option(terms.rate * cash + 100 * earned, cash, *steps, length))
    return tuple(sorted(found, key=attrgetter("length")))


def _place(position: Position, squares: Sequence[int], built: Built) -> None:
    for square, count in zip(squares, built, strict=True):
        position.built[square] = count


def _steps(
    terms: Terms, position: Position, group: Group, low: Built, after: Built
) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[Step, ...]] | None:
    """Return the steps down to `low` and up to `after`, in three parts.

    None if they are illegal. `position` is changed. The parts are those of an `Option`.
    """
    board, squares = terms.edition.board, group.squares
    down, up = (
        steps_raising(board, squares, group.built, low),
        steps_spending(board, squares, low, after),
    )
    if up and not terms.spends:
        return None
    _place(position, squares, after)
    builds = position.monopolist[0] and any(step.kind == BUILD for step in up)
    if builds and not monopolises(position, 0, board.cities[squares[0]]):
        return None
    mortgages = [step for step in down if step.kind == MORTGAGE]
    _place(position, squares, low)
    if not mortgages or terms.edition.rules.broken_monopoly_builds or not _is_broken(position):
        return tuple(down), (), tuple(up)
    return _exchange(position, group, after, down, up)


def _exchange(
    position: Position, group: Group, after: Built, down: list[Step], up: list[Step]
) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[Step, ...]] | None:
    """Return the steps with the redemptions before the mortgages.

    None if that is illegal too. The buildings that stay must still stand in a monopoly (R12).
    """
    _place(position, group.squares, tuple(map(min, map(_least, group.built), after)))
    if _is_broken(position):
        return None
    sales, mortgages = _split_steps(down, SELL)
    redemptions, buildings = _split_steps(up, REDEEM)
    return sales, redemptions + mortgages, buildings


def _least(built: int) -> int:
    """Return the buildings on a street, redeemed if it was mortgaged."""
    return max(built, 0)


def _split_steps(steps: Iterable[Step], kind: str) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Return the steps of this kind, and the others."""
    listed = tuple(steps)
    return (
        tuple([step for step in listed if step.kind == kind]),
        tuple([step for step in listed if step.kind != kind]),
    )


def _is_broken(position: Position) -> bool:
    return bool(buildings_without_monopoly(position, 0))


def steps_raising(board: Board, squares: Sequence[int], start: Built, low: Built) -> list[Step]:
    """Return the sales and mortgages that lead from `start` down to `low`."""
    sales, mortgages = [], []
    for square, before, after in zip(squares, start, low, strict=True):
        if before != after:
            sale, mortgage = _steps_down(board, square, before, after)
            sales += sale
            mortgages += mortgage
    return sales + mortgages


def steps_spending(board: Board, squares: Sequence[int], low: Built, end: Built) -> list[Step]:
    """Return the redemptions and buildings that lead from `low` up to `end`."""
    redemptions, buildings = [], []
    for square, before, after in zip(squares, low, end, strict=True):
        if before != after:
            redemption, building = _steps_up(board, square, before, after)
            redemptions += redemption
            buildings += building
    return redemptions + buildings


# The options of a city combine the same few steps on each of its streets.
@lru_cache(maxsize=1024)
def _steps_down(
    board: Board, square: int, before: int, after: int
) -> tuple[list[Step], list[Step]]:
    """Return the sale and the mortgage on one square, each in a list.

    A list is empty if there is no such step.
    """
    count = _least(before) - _least(after)
    sale = [Step(SELL, square, count, count * sale_price(board, square))] if count else []
    mortgage = [Step(MORTGAGE, square, 1, mortgage_value(board, square))] if after < 0 else []
    return sale, mortgage


@lru_cache(maxsize=1024)
def _steps_up(board: Board, square: int, before: int, after: int) -> tuple[list[Step], list[Step]]:
    """Return the redemption and the building on one square, each in a list.

    A list is empty if there is no such step.
    """
    count = _least(after) - _least(before)
    redemption = [Step(REDEEM, square, 1, redeem_price(board, square))] if before < 0 else []
    building = [Step(BUILD, square, count, count * board.house_prices[square])] if count else []
    return redemption, building
