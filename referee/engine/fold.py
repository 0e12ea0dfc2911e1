"""Applying: fold decided facts into the state. No rule is judged here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.engine.facts import Fact
from referee.engine.state import (
    FINISHED,
    FIRST_THROW,
    NO_OFFER,
    NO_THROW,
    RETAINED,
    State,
)
from scoring.game.position import MORTGAGED, NOBODY


def apply(state: State, facts: Iterable[Fact]) -> None:
    """Apply `facts` to `state` in place, in order."""
    for fact in facts:
        kind, _, _, _, _, _ = fact
        FOLDS[kind](state, fact)


def _note(state: State, fact: Fact) -> None:
    """Leave the state unchanged: the fact is only a note for readers."""


def _transfer(state: State, fact: Fact) -> None:
    _, payer, payee, amount, _, _ = fact
    cash = state.cash
    cash[payer] -= amount
    cash[payee] += amount


def _turn(state: State, fact: Fact) -> None:
    _, player, _, _, _, next_player = fact
    state.on_turn = player
    state.next = next_player
    state.throw = FIRST_THROW
    state.offer = NO_OFFER
    if state.confined[player]:
        state.confined[player] += 1


def _move(state: State, fact: Fact) -> None:
    _, player, _, _, square, throw = fact
    state.square[player] = square
    state.throw = throw
    state.offer = NO_OFFER


def _stay_confined(state: State, fact: Fact) -> None:
    _, _, _, _, _, throw = fact
    state.throw = throw
    state.offer = NO_OFFER


def _goto(state: State, fact: Fact) -> None:
    _, player, _, _, square, _ = fact
    state.square[player] = square


def _free_player(state: State, fact: Fact) -> None:
    _, player, _, _, _, _ = fact
    state.confined[player] = 0


def _confine_player(state: State, fact: Fact) -> None:
    _, player, _, _, _, _ = fact
    state.confine(player)
    state.throw = NO_THROW


def _offer(state: State, fact: Fact) -> None:
    _, _, _, _, square, _ = fact
    state.offer = square


def _open_question(state: State, fact: Fact) -> None:
    _, _, _, _, _, what = fact
    state.open = what


def _close_question(state: State, fact: Fact) -> None:
    state.open = ""


def _due(state: State, fact: Fact) -> None:
    _, _, _, _, _, due = fact
    state.dues.append(due)


def _due_paid(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    _due_cancelled(state, fact)


def _due_cancelled(state: State, fact: Fact) -> None:
    _, _, _, _, _, due = fact
    state.dues = [other for other in state.dues if other is not due]


def _purchase(state: State, fact: Fact) -> None:
    _, player, _, _, square, _ = fact
    _transfer(state, fact)
    state.owner[square] = player
    state.offer = NO_OFFER


def _build(state: State, fact: Fact) -> None:
    _, _, _, _, square, count = fact
    _transfer(state, fact)
    state.built[square] += count


def _sell(state: State, fact: Fact) -> None:
    _, _, _, _, square, count = fact
    _transfer(state, fact)
    state.built[square] -= count


def _mortgage(state: State, fact: Fact) -> None:
    _, _, _, _, square, _ = fact
    _transfer(state, fact)
    state.built[square] = MORTGAGED


def _redeem(state: State, fact: Fact) -> None:
    _, _, _, _, square, _ = fact
    _transfer(state, fact)
    state.built[square] = 0


def _deed_passes(state: State, fact: Fact) -> None:
    _, _, new_owner, _, square, _ = fact
    state.owner[square] = new_owner


def _deed_returns(state: State, fact: Fact) -> None:
    _, _, _, _, square, _ = fact
    state.owner[square] = NOBODY
    state.built[square] = 0


def _leave_game(state: State, fact: Fact) -> None:
    _, player, _, _, _, next_player = fact
    state.leave(player)
    state.next = next_player


def _turn_dropped(state: State, fact: Fact) -> None:
    _, _, _, _, _, on_turn = fact
    state.throw = NO_THROW
    state.open = ""
    state.offer = NO_OFFER
    state.on_turn = on_turn


def _record_adjustment(state: State, fact: Fact) -> None:
    _, player, _, _, _, _ = fact
    state.adjusted += (player,)
    state.offer = NO_OFFER


def _retention(state: State, fact: Fact) -> None:
    _, _, _, _, _, retention = fact
    _transfer(state, fact)
    state.retentions += (retention,)


def _status(state: State, fact: Fact) -> None:
    _, _, _, _, _, status = fact
    state.status = status
    if status == RETAINED:
        state.offer = NO_OFFER


def _finish_game(state: State, fact: Fact) -> None:
    _, _, _, _, _, (standings, circuit) = fact
    state.status = FINISHED
    state.standings, state.circuit = standings, circuit


FOLDS: dict[str, Callable[[State, Fact], None]] = {
    "turn": _turn,
    "move": _move,
    "stays": _stay_confined,
    "passes": _stay_confined,
    "goto": _goto,
    "freed": _free_player,
    "confined": _confine_player,
    "offer": _offer,
    "open": _open_question,
    "answered": _close_question,
    "start": _transfer,
    "rent": _transfer,
    "card": _transfer,
    "income_tax": _transfer,
    "property_tax": _transfer,
    "foundation": _transfer,
    "fine": _transfer,
    "recount": _transfer,
    "trade_cash": _transfer,
    "estate_cash": _transfer,
    "circuit": _transfer,
    "due": _due,
    "due_paid": _due_paid,
    "due_cancelled": _due_cancelled,
    "purchase": _purchase,
    "build": _build,
    "undo": _note,
    "sell": _sell,
    "mortgage": _mortgage,
    "redeem": _redeem,
    "trade_deed": _deed_passes,
    "estate_deed": _deed_passes,
    "deed_returns": _deed_returns,
    "out": _leave_game,
    "turn_dropped": _turn_dropped,
    "adjusted": _record_adjustment,
    "retention": _retention,
    "status": _status,
    "finished": _finish_game,
}
