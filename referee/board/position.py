"""The position of a game as the drawing of its board needs it."""

from referee.board.deeds import city_numbers, holding_of
from referee.board.drawing import Board, Pawn, Square
from referee.engine.state import State
from referee.language import square_name
from scoring.game.board import Board as EditionBoard


def board_of(state: State) -> Board:
    """Return the board of a position."""
    owned = {n: holding_of(state, n) for n in state.board.deeds if state.owner[n] >= 0}
    return Board(
        drawn_squares(state.board), owned, [_pawn(state, player) for player in state.players_in()]
    )


def drawn_squares(board: EditionBoard) -> list[Square]:
    """Return the squares of an edition's board, named in the active language."""
    cities = city_numbers(board)
    return [
        Square(
            square.number,
            square.kind,
            square_name(square.name),
            cities.get(square.city or ""),
            square.price or None,
        )
        for square in board.squares
    ]


def _pawn(state: State, player: int) -> Pawn:
    confined = state.confined[player] > 0
    return Pawn(player + 1, state.role(player), state.square[player], confined)
