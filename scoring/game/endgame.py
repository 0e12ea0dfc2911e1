"""The end of a two-hour game: retention (B), circuit (C) and places (D), itemised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.game.board import Rent
from scoring.game.position import Position
from scoring.game.rents import rent
from scoring.game.rulings import percent_of
from scoring.game.wealth import Dice, wealth
from scoring.result import SeatResult, places_by_player

MEAN_THROW = (3, 4)
"""A throw whose sum, 7, is the mean of two dice."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Step B for one player: the cash retained and the cash handed in.

    `retained` is `percent` of `before`. The rest is handed in.
    """

    player: int
    before: int
    percent: int
    retained: int

    @property
    def handed_in(self) -> int:
        """Return the cash handed in to the Treasury."""
        return self.before - self.retained


@dataclass(frozen=True, slots=True)
class CircuitItem:
    """Step C for one owned deed: its rent, or the reason it earns nothing.

    `unpaid` is that reason: "mortgaged" or "prison".
    """

    square: int
    owner: int
    rent: Rent
    unpaid: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place and figures at the end of a game (step D in a two-hour game).

    The last three figures are None for a player who is out, or without an end procedure.
    """

    player: int
    place: int
    final: int
    before_retention: int | None = None
    retained: int | None = None
    circuit_income: int | None = None


def retention(position: Position) -> list[Retention]:
    """Return step B: competitors keep 10 %, monopolists 20 % of their cash.

    Amounts are rounded by ruling. Players who are out are not listed.
    """
    rates, rounding = position.edition.retention, position.rulings.rounding
    items = []
    for player in position.players_in():
        cash, percent = position.cash[player], rates[position.role(player)]
        items.append(Retention(player, cash, percent, percent_of(cash, percent, rounding)))
    return items


def unpaid_reason(position: Position, square: int) -> str | None:
    """Return why an owned deed earns nothing, None if it earns (step C; R12, R15)."""
    if position.built[square] < 0:
        return "mortgaged"
    if position.rulings.prison_circuit == "unpaid" and position.in_prison(position.owner[square]):
        return "prison"
    return None


def circuit_throws(position: Position) -> list[int]:
    """Return the utilities that pay their owner in step C; each needs one throw."""
    return [
        square
        for square in position.board.utilities
        if position.owner[square] >= 0 and unpaid_reason(position, square) is None
    ]


def circuit(position: Position, dice: Dice) -> list[CircuitItem]:
    """Return step C: each owned deed with the rent that the Treasury pays its owner.

    `dice` has the throw for each utility that pays.
    """
    items = []
    for square in position.board.deeds:
        owner = position.owner[square]
        if owner < 0:
            continue
        unpaid = unpaid_reason(position, square)
        due = Rent(0) if unpaid else rent(position, square, dice.get(square))
        items.append(CircuitItem(square, owner, due, unpaid))
    return items


def circuit_income(items: Sequence[CircuitItem], player: int) -> int:
    """Return the player's total income from the circuit."""
    return sum(item.rent.amount for item in items if item.owner == player)


def two_hour_standings(
    position: Position, before: Sequence[Retention], items: Sequence[CircuitItem]
) -> list[Standing]:
    """Rank the players of a two-hour game by cash after the circuit (step D).

    Ties are decided by ruling. Players who are out come last.
    """
    figures = {}
    for kept in before:
        income = circuit_income(items, kept.player)
        figures[kept.player] = (kept.retained + income, kept.before, kept.retained, income)
    tie = {"shared": 0, "circuit_income": 3, "pre_retention_cash": 1}[position.rulings.ties]
    keys = {player: (row[0], row[tie]) for player, row in figures.items()}
    return [
        Standing(player, place, *figures.get(player, (0, None, None, None)))
        for player, place in enumerate(places(position, keys))
    ]


@dataclass(frozen=True, slots=True)
class ExpectedEnd:
    """Steps B, C and D as they would go if time were called now.

    No adjustment (step A) is made.
    """

    retention: tuple[Retention, ...]
    circuit: tuple[CircuitItem, ...]
    standings: tuple[Standing, ...]


def expected_end(position: Position, kept: Sequence[Retention] = ()) -> ExpectedEnd:
    """Return the end procedure on the present board.

    Utilities count by the mean throw of two dice. `kept` is step B if it is done already.
    Everything that says what a game comes to now shows these figures.
    """
    items = circuit(position, dict.fromkeys(position.board.utilities, MEAN_THROW))
    before = tuple(kept) or tuple(retention(position))
    return ExpectedEnd(before, tuple(items), tuple(two_hour_standings(position, before, items)))


def cash_standings(position: Position) -> list[Standing]:
    """Rank the players by cash, after a two-hour game with one player left (R1).

    Such a game has no end procedure.
    """
    finals = {player: position.cash[player] for player in position.players_in()}
    return _plain_standings(position, finals)


def richest_standings(position: Position, dice: Dice) -> list[Standing]:
    """Rank the players left in game B by wealth (R25)."""
    finals = {p: wealth(position, p, dice).total for p in position.players_in()}
    return _plain_standings(position, finals)


def _plain_standings(position: Position, finals: dict[int, int]) -> list[Standing]:
    keys = {player: (final,) for player, final in finals.items()}
    return [
        Standing(player, place, finals.get(player, 0))
        for player, place in enumerate(places(position, keys))
    ]


def places(position: Position, keys: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Return places by player: greater keys ahead, equal keys shared (1, 2, 2, 4).

    Players who are out rank behind the others, the last to go first.
    """
    place_of = places_by_player(keys, position.out)
    return [place_of[player] for player in range(len(position.monopolist))]


def seat_results(
    position: Position, ids: Sequence[str], standings: Sequence[Standing]
) -> tuple[SeatResult, ...]:
    """Return the standings of a finished game as seat results.

    `ids` are the players' ids in order of play.
    """
    return tuple(
        SeatResult(
            player_id=ids[row.player],
            role=position.role(row.player),
            place=row.place,
            final=row.final,
            before_retention=row.before_retention,
            retained=row.retained,
            circuit_income=row.circuit_income,
            out=row.player in position.out,
        )
        for row in standings
    )
