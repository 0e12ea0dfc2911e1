"""Toy editions whose fairness is known: the roles differ in nothing, or by a planted rent."""

from dataclasses import replace

from scoring.game.board import Board, Rent, StreetRents
from scoring.game.editions import Edition, load_edition

TOO_DEAR = 1_000_000
PLAIN = "property_tax"
"""A kind of square that treats the roles alike."""
BY_ROLE = ("role_card", "foundation", "go_to_prison")


def toy_edition(planted: int = 0) -> Edition:
    """An edition in which a monopolist earns `planted` percent more, and all else is alike.

    Nobody can build or trade, and nobody is sent to prison. Two streets of a city are a monopoly,
    but it earns no more than the plant.
    """
    printed = load_edition("us-2011")
    squares = [
        square._replace(
            kind=PLAIN if square.kind in BY_ROLE else square.kind,
            house_price=TOO_DEAR if square.house_price else 0,
        )
        for square in printed.board.squares
    ]
    board = Board(squares, {"competitor": 0, "monopolist": 0})
    board.rents = tuple(_raise_monopoly(rents, 100 + planted) for rents in board.rents)
    return replace(
        printed,
        board=board,
        rules=replace(printed.rules, tournament_trades=False),
        property_tax=50,
        cash_tax={"competitor": 10, "monopolist": 10},
        retention={"competitor": 20, "monopolist": 20},
        transport_competitor=10,
        transport_monopolist=(20 * (100 + planted) // 100,) * 4,
        utility_competitor=10,
        utility_monopolist=(10 * (100 + planted) // 100,) * 2,
    )


def _raise_monopoly(rents: StreetRents, percent: int) -> StreetRents:
    return StreetRents(
        rents.single, tuple(Rent(one.amount * percent // 100, 0, True) for one in rents.single)
    )
