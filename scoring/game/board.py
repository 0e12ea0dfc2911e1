"""The forty squares of an edition, and the lookup tables derived from them."""

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
    """A rent, with the facts it was computed from.

    `improvements` and `monopolised` describe a street. `companies` is how many transport companies
    or utilities count for the owner. `factor` and `dice` are a utility's multiplier and throw.
    """

    amount: int
    improvements: int = 0
    monopolised: bool = False
    companies: int = 0
    factor: int = 0
    dice: tuple[int, int] | None = None


class StreetRents(NamedTuple):
    """The rents on a street's title card, by the number of improvements on it.

    `double` holds in a monopolised city (R10), `single` otherwise.
    """

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
        """Return for each square all streets of its city, itself included.

        A square in no city has an empty tuple.
        """
        streets: dict[str | None, list[int]] = {}
        for square in self.squares:
            streets.setdefault(square.city, []).append(square.number)
        streets[None] = []
        return tuple([tuple(streets[square.city]) for square in self.squares])

    def rows(self) -> list[dict[str, Any]]:
        """Return the squares as a record's header writes them.

        Each has six columns, None where empty.
        """
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
    """Return a street's rents for 0 to `steps` improvements; empty for other squares.

    A rent is `p/10 + n*h/10` for either role (price p, house price h, n improvements; R9-R11). A
    monopoly doubles it (R10).
    """
    if not square.house_price:
        return _NO_RENTS
    price, step = square.price, square.house_price
    amounts = range(price, price + (steps + 1) * step, step)
    single = tuple([Rent(amount // 10, n) for n, amount in enumerate(amounts)])
    double = tuple([Rent(amount // 5, n, True) for n, amount in enumerate(amounts)])
    return StreetRents(single, double)


_NO_RENTS = StreetRents((), ())
