"""The squares of the board as the screens draw them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.engine.messages import place_name
from referee.engine.state import State
from referee.tablet.bridge.speech import Json
from scoring.game.board import DEED_KINDS, Board
from scoring.game.deeds import monopolises, mortgage_value, redeem_price
from scoring.game.endgame import MEAN_THROW
from scoring.game.position import NOBODY
from scoring.game.rents import earns, rent


def squares(state: State, language: str) -> list[Json]:
    """Return the squares; an unchanged one is the same object as at the tap before."""
    owner = state.owner
    return [
        printed if owner[number] == NOBODY else _owned_deed(state, number, language)
        for number, printed in enumerate(_printed_squares(state.board, language))
    ]


def _owned_deed(state: State, number: int, language: str) -> Json:
    owner = state.owner[number]
    return _deed(
        _Deed(state.board, language, number),
        state.ids[owner],
        state.built[number],
        monopolises(state, owner, state.board.cities[number]),
        _rent(state, number) if earns(state, number) else None,
    )


class _Deed(NamedTuple):
    """A deed of a board, told in a language."""

    board: Board
    language: str
    number: int


# The screens ask for the same at every tap, and nobody changes what is given here.
@lru_cache(maxsize=512)
def _deed(deed: _Deed, owner: str, built: int, monopolised: bool, rent: int | None) -> Json:
    """Return an owned deed with what is `built` there."""
    return {
        **_printed_squares(deed.board, deed.language)[deed.number],
        "owner": owner,
        "improvements": max(built, 0),
        "mortgaged": built < 0,
        "monopolised": monopolised,
        "rent": rent,
    }


@lru_cache(maxsize=8)
def _printed_squares(board: Board, language: str) -> tuple[Json, ...]:
    """Return the printed part of every square, by number, as nobody's.

    It is cached, since the screens ask for it at every tap: do not change what is returned.
    """
    return tuple(
        {
            "square": square.number,
            "kind": square.kind,
            "name": place_name(square.name, language),
            "city": square.city,
            "price": square.price or None,
            "housePrice": square.house_price or None,
            "loan": mortgage_value(board, square.number) if square.kind in DEED_KINDS else None,
            "redeem": redeem_price(board, square.number) if square.kind in DEED_KINDS else None,
            "owner": None,
            "improvements": 0,
            "mortgaged": False,
            "monopolised": False,
            "rent": None,
            "estimated": square.kind == "utility",
        }
        for square in board.squares
    )


def _rent(state: State, number: int) -> int:
    """Return a deed's rent, for a utility by the mean throw of 7."""
    utility = state.board.kinds[number] == "utility"
    return rent(state, number, MEAN_THROW if utility else None).amount
