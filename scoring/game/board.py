"""The forty squares of an edition, and the tables that follow from what is printed on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

SQUARES = 40
START = 0
PRISON = 10
GO_TO_PRISON = 30
DEED_KINDS = frozenset({"street", "transport", "utility"})
COLUMNS = ("square", "kind", "name", "city", "price", "house_price")


class Square(NamedTuple):
    """One square; `price` and `house_price` are 0 where nothing is printed."""

    number: int
    kind: str
    name: str
    city: str | None
    price: int
    house_price: int


class Rent(NamedTuple):
    """An amount and how it comes about.

    `improvements` and `monopolised` describe a street; `companies` is how many count for a
    transport company or utility; `factor` and `dice` describe a utility's throw.
    """

    amount: int
    improvements: int = 0
    monopolised: bool = False
    companies: int = 0
    factor: int = 0
    dice: tuple[int, int] | None = None


class StreetRents(NamedTuple):
    """The rents on a street's title card, by the number of improvements on it."""

    single: tuple[Rent, ...]
    double: tuple[Rent, ...]


class Board:
    """The squares in order and the lookups the rules need, all indexed by square 0-39."""

    __slots__ = (
        "cities", "deeds", "house_prices", "kinds", "prices",
        "rents", "squares", "streets", "transports", "utilities",
    )  # fmt: skip

    def __init__(self, squares: Sequence[Square], improvements: Mapping[str, int]) -> None:
        self.squares = tuple(squares)
        self.kinds = tuple([square.kind for square in squares])
        self.prices = tuple([square.price for square in squares])
        self.house_prices = tuple([square.house_price for square in squares])
        self.streets = self._of_kind("street")
        self.transports = self._of_kind("transport")
        self.utilities = self._of_kind("utility")
        self.deeds = tuple(sorted(self.streets + self.transports + self.utilities))
        self.cities = self._cities()
        steps = max(improvements.values())
        self.rents = tuple([street_rents(square, steps) for square in squares])

    def _of_kind(self, kind: str) -> tuple[int, ...]:
        return tuple([number for number, other in enumerate(self.kinds) if other == kind])

    def _cities(self) -> tuple[tuple[int, ...], ...]:
        """Return by square the streets of its city, itself included.

        None for a square in no city.
        """
        streets: dict[str | None, list[int]] = {}
        for square in self.squares:
            streets.setdefault(square.city, []).append(square.number)
        streets[None] = []
        return tuple([tuple(streets[square.city]) for square in self.squares])

    def rows(self) -> list[dict[str, Any]]:
        """Return the squares as a record's header writes them: six columns, None where empty."""
        return [
            {
                "square": square.number,
                "kind": square.kind,
                "name": square.name,
                "city": square.city,
                "price": square.price or None,
                "house_price": square.house_price or None,
            }
            for square in self.squares
        ]


def street_rents(square: Square, steps: int) -> StreetRents:
    """Return a street's rents by number of steps, up to `steps`; none for other squares.

    A rent is `p/10 + n*h/10` for either role (R9-R11), and double for a monopoly (R10).
    """
    if not square.house_price:
        return _NO_RENTS
    price, step = square.price, square.house_price
    amounts = range(price, price + (steps + 1) * step, step)
    single = tuple([Rent(amount // 10, n) for n, amount in enumerate(amounts)])
    double = tuple([Rent(amount // 5, n, True) for n, amount in enumerate(amounts)])
    return StreetRents(single, double)


_NO_RENTS = StreetRents((), ())
