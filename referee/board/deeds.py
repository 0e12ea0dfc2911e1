"""The deeds that players own, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from referee.engine.state import State
from referee.language import square_name
from scoring.game.board import Board
from scoring.game.editions import Edition


@dataclass(frozen=True, slots=True)
class Holding:
    """The holding of a deed: the owner's seat and role, and the buildings.

    `steps` is the number of houses, unless the deed has the `big` building.
    """

    seat: int
    role: str
    steps: int = 0
    big: bool = False
    mortgaged: bool = False


@dataclass(frozen=True, slots=True)
class OwnedDeed:
    """One owned deed as a list of deeds shows it.

    `state` is its buildings or mortgage in words. `city_number` is None if the deed belongs to
    no city.
    """

    square: int
    name: str
    city: str
    city_number: int | None
    seat: int
    role: str
    owner: str
    state: str


def city_numbers(board: Board) -> dict[str, int]:
    """Return the board's cities, numbered from 1 in the order of the squares."""
    names = dict.fromkeys(square.city for square in board.squares if square.city)
    return {name: number for number, name in enumerate(names, start=1)}


@dataclass(frozen=True, slots=True)
class DeedGroup:
    """The deeds of one city, or of one kind of company.

    `number` is the city's number, else None.
    """

    name: str
    number: int | None
    squares: tuple[int, ...]


def deed_groups(board: Board) -> list[DeedGroup]:
    """Return the groups of deeds as sheets and forms list them.

    That is by city in board order, then companies.
    """
    kinds = {
        gettext("Transport companies"): board.transports,
        gettext("Utilities"): board.utilities,
    }
    return [
        *(
            DeedGroup(square_name(name), number, _streets(board, name))
            for name, number in city_numbers(board).items()
        ),
        *(DeedGroup(name, None, squares) for name, squares in kinds.items()),
    ]


def _streets(board: Board, city: str) -> tuple[int, ...]:
    return tuple(number for number in board.streets if board.squares[number].city == city)


def holding_of(state: State, square: int) -> Holding:
    """Return the holding of the deed of an owned square (0-39)."""
    owner, built = state.owner[square], state.built[square]
    role = state.role(owner)
    big = built == state.edition.improvements[role]
    return Holding(owner + 1, role, max(built, 0), big, built < 0)


def owned_deeds(state: State, names: dict[str, str]) -> list[OwnedDeed]:
    """Return the owned deeds by square, with owner, buildings and mortgage in words."""
    cities = city_numbers(state.board)
    deeds = []
    for number in state.board.deeds:
        owner = state.owner[number]
        if owner < 0:
            continue
        square = state.board.squares[number]
        deeds.append(
            OwnedDeed(
                square=number,
                name=square_name(square.name),
                city=square.city or "",
                city_number=cities.get(square.city or ""),
                seat=owner + 1,
                role=state.role(owner),
                owner=names[state.ids[owner]],
                state=holding_text(
                    holding_of(state, number), state.edition, state.board.kinds[number]
                ),
            )
        )
    return deeds


def holding_text(holding: Holding, edition: Edition, kind: str) -> str:
    """Return a deed's buildings or mortgage in words; `kind` is that of its square."""
    if holding.mortgaged:
        return gettext("mortgaged")
    if holding.big:
        hotel = edition.box["big_building"] == "hotel"
        return gettext("hotel") if hotel else gettext("apartment building")
    if kind != "street":
        return "–"
    if not holding.steps:
        return gettext("no building")
    houses = ngettext("%(count)d house", "%(count)d houses", holding.steps)
    return houses % {"count": holding.steps}
