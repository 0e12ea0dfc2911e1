"""The position of a game as the drawing of its board needs it."""

from referee.engine.state import State
from referee.language import square_name
from referee.presentation.deeds import city_numbers, holding_of
from referee.views.board import Board, Pawn, Square


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
    owned = {n: holding_of(state, n) for n in state.board.deeds if state.owner[n] >= 0}
    return Board(squares, owned, [_pawn(state, player) for player in state.players_in()])


def _pawn(state: State, player: int) -> Pawn:
    confined = state.confined[player] > 0
    return Pawn(player + 1, state.role(player), state.square[player], confined)
