"""Rents: what a deed earns when somebody lands on it (R9, R10, R11, R19, R20)."""

from __future__ import annotations

from scoring.game.board import Rent
from scoring.game.deeds import companies_counted, monopolises
from scoring.game.editions import Edition
from scoring.game.position import NOBODY, Position


def earns(position: Position, square: int) -> bool:
    """Return whether a deed is owned and not mortgaged (R9, R12).

    The caller checks for prison (R15).
    """
    return position.owner[square] != NOBODY and position.built[square] >= 0


def street_rent(position: Position, square: int) -> Rent:
    """Return a street's rent by the owner's role (R9-R11).

    It is doubled in a monopolised city.
    """
    owner = position.owner[square]
    built = position.built[square]
    table = position.board.rents[square]
    if monopolises(position, owner, position.board.cities[square]):
        return table.double[built]
    return table.single[built]


def competitor_fare(edition: Edition, square: int) -> int:
    """Return the fare that a competitor charges for a transport company (R19).

    It is 10 % of the company's price.
    """
    return edition.board.prices[square] * edition.transport_competitor // 100


def transport_rent(position: Position, square: int) -> Rent:
    """Return a transport company's rent (R19).

    A monopolist's rent doubles with each company.
    """
    owner, edition = position.owner[square], position.edition
    if not position.monopolist[owner]:
        return Rent(competitor_fare(edition, square), 0, False, 1)
    companies = companies_counted(position, owner, position.board.transports)
    return Rent(edition.transport_monopolist[companies - 1], 0, False, companies)


def utility_factor(position: Position, square: int) -> tuple[int, int]:
    """Return the dice multiplier, and how many utilities count for the owner (R20)."""
    owner, edition = position.owner[square], position.edition
    if not position.monopolist[owner]:
        return edition.utility_competitor, 1
    companies = companies_counted(position, owner, position.board.utilities)
    return edition.utility_monopolist[companies - 1], companies


def utility_rent(position: Position, square: int, dice: tuple[int, int]) -> Rent:
    """Return a utility's rent: its multiplier times the sum of the dice (R20)."""
    factor, companies = utility_factor(position, square)
    return Rent(factor * (dice[0] + dice[1]), 0, False, companies, factor, dice)


def rent(position: Position, square: int, dice: tuple[int, int] | None = None) -> Rent:
    """Return the rent of an earning deed; a utility needs the throw `dice`."""
    kind = position.board.kinds[square]
    if kind == "street":
        return street_rent(position, square)
    if kind == "transport":
        return transport_rent(position, square)
    if dice is None:
        raise ValueError(f"square {square}: a utility earns by a throw of dice")
    return utility_rent(position, square, dice)
