"""The board of an edition as a record's header may carry it, corrected where a test says so."""

from collections.abc import Mapping
from typing import Any

CITIES = {
    1: (60, 50), 3: (60, 50), 6: (100, 50), 8: (100, 50), 9: (120, 50),
    11: (140, 100), 13: (140, 100), 14: (160, 100), 16: (180, 100), 18: (180, 100),
    19: (200, 100), 21: (220, 150), 23: (220, 150), 24: (240, 150), 26: (260, 150),
    27: (260, 150), 29: (280, 150), 31: (300, 200), 32: (300, 200), 34: (320, 200),
    37: (350, 200), 39: (400, 200),
}  # fmt: skip
"""Price and house price of the 22 streets, the same on both printed boards."""

NAMES = {
    "us": ("New Orleans", "Los Angeles", "Chicago", "Philadelphia", "Boston", "Washington",
           "San Francisco", "New York"),
    "eu": ("Roma", "București", "Madrid", "Amsterdam", "Paris", "Bruxelles", "London", "Athens"),
}  # fmt: skip
STREETS = ((1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29),
           (31, 32, 34), (37, 39))  # fmt: skip
OTHERS = {
    0: "start", 4: "income_tax", 10: "prison", 20: "foundation", 30: "go_to_prison",
    38: "property_tax", **dict.fromkeys((2, 7, 17, 22, 33, 36), "role_card"),
    **dict.fromkeys((5, 15, 25, 35), "transport"), **dict.fromkeys((12, 28), "utility"),
}  # fmt: skip
COMPANIES = {"transport": 200, "utility": 150}


def board(
    edition: str,
    prices: Mapping[int, int] | None = None,
    house_prices: Mapping[str, int] | None = None,
) -> list[dict[str, Any]]:
    """The 40 squares; `prices` by square and `house_prices` by city replace the printed ones."""
    cities = {
        square: name
        for name, streets in zip(NAMES[side(edition)], STREETS, strict=True)
        for square in streets
    }
    return [
        row(square, cities.get(square), prices or {}, house_prices or {}) for square in range(40)
    ]


def side(edition: str) -> str:
    """Which of the two printed boards an edition is played on."""
    return "us" if edition.startswith("us") else "eu"


def row(
    square: int, city: str | None, prices: Mapping[int, int], house_prices: Mapping[str, int]
) -> dict[str, Any]:
    """One square of the board."""
    kind = "street" if city else OTHERS[square]
    price, house = CITIES[square] if city else (COMPANIES.get(kind), None)
    return {
        "square": square,
        "kind": kind,
        "name": f"Square {square}",
        "city": city,
        "price": prices.get(square, price),
        "house_price": house_prices.get(city, house) if city else None,
    }
