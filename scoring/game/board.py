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


class StreetRents(NamedTuple):
    """The rents on a street's title card, by the number of improvements on it."""

    competitor: tuple[int, ...]
    single: tuple[int, ...]
    double: tuple[int, ...]


class Board:
    """The squares in order and the lookups the rules need, all indexed by square 0-39."""

    __slots__ = (
        "cities", "deeds", "house_prices", "kinds", "prices",
        "rents", "squares", "streets", "transports", "utilities",
    )  # fmt: skip

    def __init__(self, squares: Sequence[Square], improvements: Mapping[str, int]) -> None:
        self.squares = tuple(squares)
        self.kinds = tuple(square.kind for square in squares)
        self.prices = tuple(square.price for square in squares)
        self.house_prices = tuple(square.house_price for square in squares)
        self.streets = self._of_kind("street")
        self.transports = self._of_kind("transport")
        self.utilities = self._of_kind("utility")
        self.deeds = tuple(sorted(self.streets + self.transports + self.utilities))
        self.cities = tuple(self._city(square) for square in squares)
        self.rents = tuple(street_rents(square, improvements) for square in squares)

    def _of_kind(self, kind: str) -> tuple[int, ...]:
        return tuple(square.number for square in self.squares if square.kind == kind)

    def _city(self, square: Square) -> tuple[int, ...]:
        """The streets of the square's city, itself included; none for a square in no city."""
        if square.city is None:
            return ()
        return tuple(other.number for other in self.squares if other.city == square.city)

    def rows(self) -> list[dict[str, Any]]:
        """The squares as a record's header writes a corrected board (six columns, None if empty)."""
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


def street_rents(square: Square, improvements: Mapping[str, int]) -> StreetRents:
    """R9-R11: `p/10 + n*h/10` for a competitor; a monopolist's single rent, and its double."""
    base, step = square.price // 10, square.house_price // 10
    competitor = tuple(base + n * step for n in range(improvements["competitor"] + 1))
    single = tuple(base + n * step for n in range(improvements["monopolist"] + 1))
    return StreetRents(competitor, single, tuple(2 * rent for rent in single))
