"""Itemised sums: percent tax (R17), cash a player can raise (R24), wealth (R25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.game.board import Rent
from scoring.game.deeds import deeds_of, mortgage_value, sale_price
from scoring.game.position import Position
from scoring.game.rents import rent
from scoring.game.rulings import percent_of

Dice = Mapping[int, tuple[int, int]]
"""The throw for each utility, by square."""


class Assets(NamedTuple):
    """The assets from which the percent tax of R17 is taken, in whole currency units."""

    cash: int
    deeds: int
    buildings: int


@dataclass(frozen=True, slots=True)
class PercentTax:
    """The percent tax itemised (R17): rates in percent, taxes in whole units."""

    assets: Assets
    cash_percent: int
    assets_percent: int
    on_cash: int
    on_deeds: int
    on_buildings: int

    @property
    def total(self) -> int:
        """The whole tax."""
        return self.on_cash + self.on_deeds + self.on_buildings


def taxable_assets(position: Position, player: int) -> Assets:
    """Return the assets that the percentage tax counts (R17).

    They are cash, the listed price of unmortgaged deeds and the original cost of buildings.
    """
    board, built = position.board, position.built
    held = [square for square in deeds_of(position, player) if built[square] >= 0]
    return Assets(
        position.cash[player],
        sum(board.prices[square] for square in held),
        sum(board.house_prices[square] * built[square] for square in held),
    )


def percent_tax(position: Position, player: int) -> PercentTax:
    """Return the percentage tax that may replace the flat one (R17).

    It is rounded term by term.
    """
    edition, rounding = position.edition, position.rulings.rounding
    assets = taxable_assets(position, player)
    on_cash, on_assets = edition.cash_tax[position.role(player)], edition.assets_tax
    return PercentTax(
        assets,
        on_cash,
        on_assets,
        percent_of(assets.cash, on_cash, rounding),
        percent_of(assets.deeds, on_assets, rounding),
        percent_of(assets.buildings, on_assets, rounding),
    )


def could_raise(position: Position, player: int) -> int:
    """Return the most cash the player could raise (R24).

    It is cash, half of all buildings and the mortgage value of all unmortgaged deeds.
    """
    board, built = position.board, position.built
    held = [square for square in deeds_of(position, player) if built[square] >= 0]
    buildings = sum(built[square] * sale_price(board, square) for square in held)
    return position.cash[player] + buildings + sum(mortgage_value(board, s) for s in held)


@dataclass(frozen=True, slots=True)
class Wealth:
    """A player's wealth itemised (R25).

    `income` has each unmortgaged deed with the rent it would earn.
    """

    player: int
    cash: int
    income: tuple[tuple[int, Rent], ...]

    @property
    def total(self) -> int:
        """The figure that ranks the players left in game B."""
        return self.cash + sum(item.amount for _, item in self.income)


def wealth(position: Position, player: int, dice: Dice) -> Wealth:
    """Return one player's wealth (R25).

    Prison is ignored; each unmortgaged utility needs a throw in `dice`.
    """
    income = tuple(
        (square, rent(position, square, dice.get(square)))
        for square in deeds_of(position, player)
        if position.built[square] >= 0
    )
    return Wealth(player, position.cash[player], income)


def richest_throws(position: Position) -> list[int]:
    """Return the owned, unmortgaged utilities, each of which needs one throw (R25)."""
    owner, built = position.owner, position.built
    return [s for s in position.board.utilities if owner[s] >= 0 and built[s] >= 0]
