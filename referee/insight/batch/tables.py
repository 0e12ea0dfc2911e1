"""The figures printed in an edition, as arrays by square, for many games at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.insight.lines import role_deck
from scoring.game.board import SQUARES, Board
from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import Edition
from scoring.game.effects import ROLES, Effect
from scoring.game.rents import competitor_fare

Ints = NDArray[np.int64]
KINDS = (
    "nothing", "street", "transport", "utility", "role_card", "income_tax", "foundation",
    "property_tax", "go_to_prison",
)  # fmt: skip
"""The kinds of squares, by code; START and square 10 are "nothing"."""
(
    NOTHING, STREET, TRANSPORT, UTILITY, ROLE_CARD, INCOME_TAX, FOUNDATION, PROPERTY_TAX,
    GO_TO_PRISON,
) = range(len(KINDS))  # fmt: skip
VERBS = (
    "none", "collect", "pay", "collect_each", "pay_each", "all_collect", "goto", "confine",
    "gamble",
)  # fmt: skip
NONE, COLLECT, PAY, COLLECT_EACH, PAY_EACH, ALL_COLLECT, GOTO, CONFINE, GAMBLE = range(len(VERBS))
PAD = SQUARES
"""A square that nobody owns, to fill up cities of few streets."""


class Cards(NamedTuple):
    """The outcomes of the role square.

    Each array is by role (0 competitor, 1 monopolist) and card. With a role card, the card is
    the sum of two dice. `size` is the size of each role's deck.
    """

    thrown: bool
    size: Ints
    effects: tuple[tuple[Effect, ...], ...]
    verb: Ints
    number: Ints
    role: Ints
    threshold: Ints


class Order(NamedTuple):
    """The order in which deeds or streets are taken.

    `ranks` holds each row's rank (as a column), `rows` each rank's row.
    """

    ranks: NDArray[np.int16]
    rows: Ints


class Tables(NamedTuple):
    """The squares of an edition.

    `streets` stand by city, and so do `deeds`, with companies and utilities after them. `starts`
    are the cities' beginnings among the streets, `city` is each street's city. `mates` has by
    square the streets of its city, filled up by PAD. `most` is how many improvements a competitor
    and a monopolist may have on a street.
    """

    edition: Edition
    most: tuple[int, int]
    kind: Ints
    price: Ints
    house: Ints
    mortgage: Ints
    redeem: Ints
    sale: Ints
    fare: Ints
    single: Ints
    double: Ints
    mates: Ints
    streets: Ints
    starts: Ints
    city: Ints
    deeds: Ints
    to_build: Order
    to_sell: Order
    to_redeem: Order
    to_mortgage: Order
    cards: Cards


@lru_cache(maxsize=16)
def tables_of(edition: Edition) -> Tables:
    """Return the tables of an edition."""
    board = edition.board
    prices = board.prices
    streets = list(dict.fromkeys(chain.from_iterable(board.cities[sq] for sq in board.streets)))
    deeds = [*streets, *board.transports, *board.utilities]
    cities = list(dict.fromkeys(board.cities[square] for square in streets))
    return Tables(
        edition=edition,
        most=(edition.improvements["competitor"], edition.improvements["monopolist"]),
        kind=_by_square(lambda sq: _kind(board.kinds[sq])),
        price=np.array(prices),
        house=np.array(board.house_prices),
        mortgage=_by_square(lambda sq: mortgage_value(board, sq)),
        redeem=_by_square(lambda sq: redeem_price(board, sq)),
        sale=_by_square(lambda sq: sale_price(board, sq)),
        fare=_by_square(lambda sq: competitor_fare(edition, sq)),
        single=_rents(board, double=False),
        double=_rents(board, double=True),
        mates=_mates(board),
        streets=np.array(streets),
        starts=np.array([streets.index(city[0]) for city in cities]),
        city=np.array([cities.index(board.cities[square]) for square in streets]),
        deeds=np.array(deeds),
        to_build=_order(streets, lambda sq: -prices[sq]),
        to_sell=_order(deeds, lambda sq: prices[sq]),
        to_redeem=_order(deeds, lambda sq: redeem_price(board, sq)),
        to_mortgage=_order(deeds, lambda sq: mortgage_value(board, sq)),
        cards=_cards(edition),
    )


def _kind(name: str) -> int:
    return KINDS.index(name) if name in KINDS else NOTHING


def _by_square(value: Callable[[int], int]) -> Ints:
    return np.array([value(square) for square in range(SQUARES)])


def _rents(board: Board, *, double: bool) -> Ints:
    """Return the rents by square and improvements.

    They are 0 where no rent is printed.
    """
    cards = [each.double if double else each.single for each in board.rents]
    widest = max(len(card) for card in cards)
    rows = [[rent.amount for rent in card] for card in cards]
    return np.array([row + [0] * (widest - len(row)) for row in rows])


def _mates(board: Board) -> Ints:
    widest = max(len(board.cities[square]) for square in board.streets)
    rows: list[list[int]] = [[PAD] * widest for _square in range(SQUARES)]
    for square in board.streets:
        rows[square][: len(board.cities[square])] = board.cities[square]
    return np.array(rows)


def _order(squares: Sequence[int], key: Callable[[int], int]) -> Order:
    """Return the order of a key, ties to the lower number."""
    rows = sorted(range(len(squares)), key=lambda row: (key(squares[row]), squares[row]))
    ranks = np.array([rows.index(row) for row in range(len(squares))], dtype=np.int16)
    return Order(ranks[:, None], np.array(rows))


def _cards(edition: Edition) -> Cards:
    thrown = edition.rules.role_square == "dice"
    if thrown:
        lines = [[_effect_of_throw(edition, total, role) for total in range(13)] for role in ROLES]
    else:
        lines = [_cards_of_role(edition, role) for role in ROLES]
    sizes = [len(line) for line in lines]
    nothing = Effect("none")
    effects = [line + [nothing] * (max(sizes) - len(line)) for line in lines]
    return Cards(
        thrown,
        np.array(sizes),
        tuple(map(tuple, effects)),
        np.array([[VERBS.index(effect.verb) for effect in line] for line in effects]),
        np.array([[effect.number for effect in line] for line in effects]),
        np.array([[effect.role == "monopolist" for effect in line] for line in effects], dtype=int),
        np.array([[effect.threshold or 0 for effect in line] for line in effects]),
    )


def _effect_of_throw(edition: Edition, total: int, role: str) -> Effect:
    line = edition.role_card.get(total)
    return line[role] if line else Effect("none")


def _cards_of_role(edition: Edition, role: str) -> list[Effect]:
    """Return the role's deck: the edition's own cards where it has some."""
    codes, effects = role_deck(role == "monopolist")
    own = edition.deck
    return [own.get(code, effect) for code, effect in zip(codes, effects, strict=True)]
