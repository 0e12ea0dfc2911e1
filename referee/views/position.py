"""What lies on the board at the end of a game, for the drawing and for the list beside it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from referee.engine import place_name
from referee.engine.state import State
from referee.language import language
from referee.views.board import Board, Holding, Pawn, Square


@dataclass(frozen=True, slots=True)
class DeedLine:
    """One owned deed as the list beside the drawing says it."""

    square: int
    name: str
    city: str
    city_number: int | None
    seat: int
    role: str
    owner: str
    state: str


def square_name(name: str) -> str:
    """A square's name in the reader's language."""
    return place_name(name, language())


def board_of(state: State) -> Board:
    """The board as it lies."""
    cities = city_numbers(state)
    squares = [
        Square(
            square.number,
            square.kind,
            square_name(square.name),
            cities.get(square.city or ""),
            square.price or None,
        )
        for square in state.board.squares
    ]
    held = {n: _holding(state, n) for n in state.board.deeds if state.owner[n] >= 0}
    return Board(squares, held, [_pawn(state, player) for player in state.players_in()])


def city_numbers(state: State) -> dict[str, int]:
    """The board's cities, counted from 1 in the order of the squares."""
    names = dict.fromkeys(square.city for square in state.board.squares if square.city)
    return {name: number for number, name in enumerate(names, start=1)}


def deed_lines(state: State, names: dict[str, str]) -> list[DeedLine]:
    """Owned deeds in order of squares, with owner, buildings and mortgage in words."""
    cities = city_numbers(state)
    lines = []
    for number in state.board.deeds:
        owner = state.owner[number]
        if owner < 0:
            continue
        square = state.board.squares[number]
        lines.append(
            DeedLine(
                square=number,
                name=square_name(square.name),
                city=square.city or "",
                city_number=cities.get(square.city or ""),
                seat=owner + 1,
                role=state.role(owner),
                owner=names[state.ids[owner]],
                state=_improvements(state, number),
            )
        )
    return lines


def _holding(state: State, square: int) -> Holding:
    owner, built = state.owner[square], state.built[square]
    role = state.role(owner)
    big = built == state.edition.improvements[role]
    return Holding(owner + 1, role, max(built, 0), big, built < 0)


def _improvements(state: State, square: int) -> str:
    holding = _holding(state, square)
    if holding.mortgaged:
        return gettext("mortgaged")
    if holding.big:
        hotel = state.edition.box["big_building"] == "hotel"
        return gettext("hotel") if hotel else gettext("apartment building")
    if state.board.kinds[square] != "street":
        return "–"
    if not holding.steps:
        return gettext("no building")
    houses = ngettext("%(count)d house", "%(count)d houses", holding.steps)
    return houses % {"count": holding.steps}


def _pawn(state: State, player: int) -> Pawn:
    confined = state.confined[player] > 0
    return Pawn(player + 1, state.role(player), state.square[player], confined)
