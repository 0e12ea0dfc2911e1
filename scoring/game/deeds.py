"""Title deeds: their prices at the Treasury, their owners and their monopolies."""

from __future__ import annotations

from scoring.game.board import Board
from scoring.game.position import MORTGAGED, Position


def mortgage_value(board: Board, square: int) -> int:
    """Return half of the listed price (R12)."""
    return board.prices[square] // 2


def redeem_price(board: Board, square: int) -> int:
    """Return 110 % of the mortgage value, halves rounded up (R12)."""
    return (board.prices[square] * 11 + 10) // 20


def sale_price(board: Board, square: int) -> int:
    """Return the price of one building sold: half of the house price (R13)."""
    return board.house_prices[square] // 2


def most_improvements(position: Position, player: int) -> int:
    """Return the number of improvements a player may have on a street (R11).

    Competitors may have 5, monopolists 4; the last one is the big building.
    """
    return position.edition.improvements[position.role(player)]


def deeds_of(position: Position, player: int) -> list[int]:
    """Return the squares of the player's deeds in order, including mortgaged ones."""
    owner = position.owner
    return [square for square in position.board.deeds if owner[square] == player]


def monopolises(position: Position, player: int, city: tuple[int, ...]) -> bool:
    """Return whether the player monopolises the city (R10).

    That takes a monopolist who owns at least two unmortgaged streets of it.
    """
    if not position.monopolist[player]:
        return False
    owner, built = position.owner, position.built
    held = 0
    for square in city:
        if owner[square] == player and built[square] >= 0:
            held += 1
    return held >= 2


def companies_counted(position: Position, player: int, companies: tuple[int, ...]) -> int:
    """Return the number of `companies` that count for the player (R19, R20).

    The ruling `mortgaged_companies` says whether mortgaged ones count.
    """
    owner, built = position.owner, position.built
    if position.rulings.mortgaged_companies == "count":
        return sum(owner[square] == player for square in companies)
    return sum(owner[square] == player and built[square] != MORTGAGED for square in companies)


def buildings_without_monopoly(position: Position, player: int) -> list[int]:
    """Return a monopolist's streets with buildings but no monopoly (R12, R23).

    They are those in a city that the player does not monopolise.
    """
    if not position.monopolist[player]:
        return []
    board = position.board
    return [
        square
        for square in board.streets
        if position.owner[square] == player
        and position.built[square] > 0
        and not monopolises(position, player, board.cities[square])
    ]
