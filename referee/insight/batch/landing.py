"""Landing on a square in many games (R9-R21).

Its effects are offers, rents, fixed charges and open squares.
"""

from __future__ import annotations

import numpy as np

from referee.engine.state import NO_THROW
from referee.insight.batch import tables as kinds
from referee.insight.batch.debts import charge
from referee.insight.batch.games import OPEN, Flags, Games
from referee.insight.batch.numbers import Ints
from scoring.game.board import PRISON
from scoring.game.position import NOBODY, TREASURY

_OPENS = {kinds.ROLE_CARD: "role_card", kinds.INCOME_TAX: "income_tax"}


def land(games: Games, which: Ints, players: Ints, squares: Ints) -> None:
    """Resolve the square on which one player of each game has landed."""
    kind = games.tables.kind[squares]
    for code, name in _OPENS.items():
        games.open[which[kind == code]] = OPEN.index(name)
    sent = kind == kinds.GO_TO_PRISON
    confine(games, which[sent], players[sent])
    found = (kind == kinds.FOUNDATION) & ~games.monopolist[players]
    games.open[which[found]] = OPEN.index("foundation")
    amounts, creditors = _fixed_charges(games, kind, games.monopolist[players])
    deed = np.flatnonzero((kind >= kinds.STREET) & (kind <= kinds.UTILITY))
    due, owners, rent = _land_on_deeds(games, which[deed], players[deed], squares[deed])
    amounts[deed[due]], creditors[deed[due]] = rent, owners
    pays = amounts > 0
    charge(games, which[pays], players[pays], creditors[pays], amounts[pays])


def _fixed_charges(games: Games, kind: Ints, monopolist: Flags) -> tuple[Ints, Ints]:
    """Return the fixed charges, and the Treasury as creditor (R18, R21)."""
    edition = games.start.edition
    amounts = np.where(kind == kinds.PROPERTY_TAX, edition.property_tax, 0)
    amounts[(kind == kinds.FOUNDATION) & monopolist] = edition.foundation_pays
    return amounts, np.full(len(kind), TREASURY)


def confine(games: Games, which: Ints, players: Ints) -> None:
    """Send players to square 10, confined, without an extra throw (R15)."""
    games.square[players, which] = PRISON
    games.confined[players, which] = 1
    games.throw[which] = NO_THROW


def _land_on_deeds(
    games: Games, which: Ints, players: Ints, squares: Ints
) -> tuple[Flags, Ints, Ints]:
    """Offer free deeds, open utility squares and return the rents due (R9).

    The result says where rent is due, to whom and how much.
    """
    owners = games.owner[squares, which].astype(np.int64)
    free = owners == NOBODY
    games.offer[which[free]] = squares[free]
    earns = ~free & (owners != players) & (games.built[squares, which] >= 0)
    earns &= ~games.in_prison(owners, which)
    kind = games.tables.kind[squares]
    games.open[which[earns & (kind == kinds.UTILITY)]] = OPEN.index("utility")
    due = earns & (kind != kinds.UTILITY)
    which, squares, owners = which[due], squares[due], owners[due]
    return due, owners, rents(games, which, squares, owners)


def rents(games: Games, which: Ints, squares: Ints, owners: Ints) -> Ints:
    """Return the rents of earning streets and transport companies (R9-R11, R19)."""
    tables = games.tables
    built = games.built[squares, which]
    double = games.monopolist[owners] & (games.streets_held(squares, owners, which) >= 2)
    due: Ints = np.where(double, tables.double[squares, built], tables.single[squares, built])
    fares = tables.kind[squares] == kinds.TRANSPORT
    if fares.any():
        squares, owners, which = squares[fares], owners[fares], which[fares]
        counted = companies(games, which, owners, games.start.board.transports)
        fare = np.array(games.start.edition.transport_monopolist)[np.maximum(counted, 1) - 1]
        due[fares] = np.where(games.monopolist[owners], fare, tables.fare[squares])
    return due


def companies(games: Games, which: Ints, owners: Ints, squares: tuple[int, ...]) -> Ints:
    """Return the number of these companies that count for each owner (R19, R20)."""
    at = np.ix_(np.array(squares), which)
    held = games.owner[at] == owners
    if games.start.rulings.mortgaged_companies != "count":
        held &= games.built[at] >= 0
    counted: Ints = held.sum(axis=0)
    return counted


def utility_rents(games: Games, which: Ints, owners: Ints, thrown: Ints) -> Ints:
    """Return the rents of earning utilities by the sums that were thrown (R20)."""
    edition = games.start.edition
    counted = companies(games, which, owners, games.start.board.utilities)
    factor = np.array(edition.utility_monopolist)[np.maximum(counted, 1) - 1]
    return thrown * np.where(games.monopolist[owners], factor, edition.utility_competitor)
