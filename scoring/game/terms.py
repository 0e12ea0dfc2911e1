"""The terms of an amount, so that a reader can add them up again."""

from __future__ import annotations

from typing import NamedTuple

from scoring.game.board import Board, Rent
from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import Edition
from scoring.game.endgame import Retention
from scoring.game.wealth import PercentTax


class Term(NamedTuple):
    """One part of an amount, in whole currency units.

    `numbers` fill its sentence, by name: a `count` (which may be 1), a `factor`, a rate in
    `percent`.
    """

    kind: str
    amount: int
    numbers: dict[str, int]


def rent_terms(edition: Edition, square: int, rent: Rent, *, monopolist: bool) -> list[Term]:
    """Return the terms of a rent that is due to an owner of this role.

    The rules are R9-R11, R19 and R20.
    """
    kind = edition.board.kinds[square]
    if kind == "street":
        return _street_terms(edition, square, rent, monopolist=monopolist)
    if kind == "utility":
        first, second = rent.dice or (0, 0)
        thrown = {"factor": rent.factor, "sum": first + second, "first": first, "second": second}
        return [Term("throw", rent.amount, thrown)]
    if monopolist:
        return [Term("transport_monopolist", rent.amount, {"count": rent.companies})]
    price = edition.board.prices[square]
    rate = {"percent": edition.transport_competitor, "price": price}
    return [Term("transport_competitor", rent.amount, rate)]


def _street_terms(edition: Edition, square: int, rent: Rent, *, monopolist: bool) -> list[Term]:
    board, count = edition.board, rent.improvements
    price, house = board.prices[square], board.house_prices[square]
    terms = [Term("tenth", price // 10, {"price": price})]
    if count:
        full = count == edition.improvements["monopolist" if monopolist else "competitor"]
        numbers = {"count": count, "house": house}
        terms.append(Term("big" if full else "buildings", count * house // 10, numbers))
    if rent.monopolised:
        terms.append(Term("double", sum(term.amount for term in terms), {}))
    return terms


def tax_terms(edition: Edition, tax: PercentTax | None) -> list[Term]:
    """Return the terms of the income tax: three for percent tax, else one (R17).

    The tax is flat if `tax` is None.
    """
    if tax is None:
        return [Term("flat", edition.income_tax_flat, {})]
    assets, rate = tax.assets, tax.assets_percent
    return [
        Term("on_cash", tax.on_cash, {"percent": tax.cash_percent, "base": assets.cash}),
        Term("on_deeds", tax.on_deeds, {"percent": rate, "base": assets.deeds}),
        Term("on_buildings", tax.on_buildings, {"percent": rate, "base": assets.buildings}),
    ]


def retention_terms(kept: Retention) -> list[Term]:
    """Return the terms of the cash handed in: cash before, less cash kept (step B)."""
    return [
        Term("before", kept.before, {}),
        Term("kept", -kept.retained, {"percent": kept.percent}),
    ]


def deal_terms(board: Board, kind: str, square: int, count: int) -> list[Term]:
    """Return the terms of a deal with the Treasury, as cost or proceeds (R9, R11-R13).

    `kind` is `purchase`, `build`, `sell`, `mortgage` or `redeem`.
    """
    price, house = board.prices[square], board.house_prices[square]
    loan = mortgage_value(board, square)
    if kind == "purchase":
        return [Term("price", price, {})]
    if kind == "build":
        return [Term("steps", count * house, {"count": count, "house": house})]
    if kind == "sell":
        sold = count * sale_price(board, square)
        return [Term("half_steps", sold, {"count": count, "house": house})]
    if kind == "mortgage":
        return [Term("half_price", loan, {"price": price})]
    more = redeem_price(board, square) - loan
    return [Term("loan", loan, {"price": price}), Term("tenth_more", more, {})]
