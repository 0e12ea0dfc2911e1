"""The position of one table now: board, cash and player to act.

The player to act is the one for whom the game waits.
"""

from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext

from referee.board.drawing import draw
from referee.board.position import board_of
from referee.engine.state import CLOSING, PLAYING, State
from referee.journal.judgement import BrokenLogError
from referee.language import square_name
from referee.log import journal_cache
from referee.log.table_setup import setup_of
from referee.models import GameLog


class PlayerNow(NamedTuple):
    """A player at the table now.

    `seat` is the number in the order of play, `owes` the sum of the player's dues.
    """

    name: str
    seat: int
    role: str
    cash: int
    place: str
    confined: bool
    out: bool
    owes: int
    waited_for: bool


class TablePosition(NamedTuple):
    """The position of a game: its drawing, its players, and the sign of its currency."""

    drawing: Any
    players: list[PlayerNow]
    currency: str


def state_of_game(game: GameLog) -> State | None:
    """Return the state of a game as its log has it.

    It is the cached state: do not change it. It is None before the game's start, and for a log
    that cannot be played. A log that this process has not read costs some 4 queries.
    """
    try:
        journal = journal_cache.current_journal(game, partial(setup_of, game))
        return journal.game.state if journal.game else None
    except BrokenLogError:
        return None


def table_position(game: GameLog, names: dict[str, str]) -> TablePosition | None:
    """Return the position on the table of a game.

    It is None where `state_of_game` is.
    """
    state = state_of_game(game)
    if state is None:
        return None
    drawing = draw(
        board_of(state),
        gettext("The board as it lies now"),
        gettext("The log shows how it got there."),
    )
    players = [_player(state, player, names) for player in range(len(state.ids))]
    return TablePosition(drawing, players, state.edition.currency)


def _player(state: State, player: int, names: dict[str, str]) -> PlayerNow:
    return PlayerNow(
        name=names.get(state.ids[player], state.ids[player]),
        seat=player + 1,
        role=state.role(player),
        cash=state.cash[player],
        place=square_name(state.board.squares[state.square[player]].name),
        confined=state.confined[player] > 0,
        out=player in state.out,
        owes=state.owes(player),
        waited_for=player == _waited_for(state),
    )


def _waited_for(state: State) -> int:
    """Return the player to enter next while the game is played, else -1.

    A debtor comes before all, then a player who may still buy.
    """
    if state.status not in (PLAYING, CLOSING):
        return -1
    if state.dues:
        return state.dues[0].debtor
    if state.offer >= 0:
        return state.on_turn
    return state.on_turn if state.open or state.throw else state.next
