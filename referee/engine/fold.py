"""Applying: fold the facts that were decided into the state. No rule is asked here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.engine.consequences import Fact
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
    """Fold `facts` into `state`, in order."""
    for fact in facts:
        FOLDS[fact[0]](state, fact)


def _note(state: State, fact: Fact) -> None:
    """A fact that tells and changes nothing."""


def _transfer(state: State, fact: Fact) -> None:
    cash, amount = state.cash, fact[3]
    cash[fact[1]] -= amount
    cash[fact[2]] += amount


def _turn(state: State, fact: Fact) -> None:
    player = fact[1]
    state.on_turn = player
    state.next = fact[5]
    state.throw = FIRST_THROW
    state.offer = NO_OFFER
    if state.confined[player]:
        state.confined[player] += 1


def _move(state: State, fact: Fact) -> None:
    state.square[fact[1]] = fact[4]
    state.throw = fact[5]
    state.offer = NO_OFFER


def _stays(state: State, fact: Fact) -> None:
    state.throw = fact[5]
    state.offer = NO_OFFER


def _goto(state: State, fact: Fact) -> None:
    state.square[fact[1]] = fact[4]


def _freed(state: State, fact: Fact) -> None:
    state.confined[fact[1]] = 0


def _confined(state: State, fact: Fact) -> None:
    state.confine(fact[1])
    state.throw = NO_THROW


def _offer(state: State, fact: Fact) -> None:
    state.offer = fact[4]


def _open(state: State, fact: Fact) -> None:
    state.open = fact[5]


def _answered(state: State, fact: Fact) -> None:
    state.open = ""


def _due(state: State, fact: Fact) -> None:
    state.dues.append(fact[5])


def _due_paid(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    _due_cancelled(state, fact)


def _due_cancelled(state: State, fact: Fact) -> None:
    due = fact[5]
    state.dues = [other for other in state.dues if other is not due]


def _purchase(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    state.owner[fact[4]] = fact[1]
    state.offer = NO_OFFER


def _build(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    state.built[fact[4]] += fact[5]


def _sell(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    state.built[fact[4]] -= fact[5]


def _mortgage(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    state.built[fact[4]] = MORTGAGED


def _redeem(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    state.built[fact[4]] = 0


def _deed_passes(state: State, fact: Fact) -> None:
    state.owner[fact[4]] = fact[2]


def _deed_returns(state: State, fact: Fact) -> None:
    state.owner[fact[4]] = NOBODY
    state.built[fact[4]] = 0


def _out(state: State, fact: Fact) -> None:
    state.leave(fact[1])
    state.next = fact[5]


def _turn_dropped(state: State, fact: Fact) -> None:
    state.throw = NO_THROW
    state.open = ""
    state.offer = NO_OFFER
    state.on_turn = fact[5]


def _adjusted(state: State, fact: Fact) -> None:
    state.adjusted += (fact[1],)
    state.offer = NO_OFFER


def _retention(state: State, fact: Fact) -> None:
    _transfer(state, fact)
    state.retentions += (fact[5],)


def _status(state: State, fact: Fact) -> None:
    state.status = fact[5]
    if state.status == RETAINED:
        state.offer = NO_OFFER


def _finished(state: State, fact: Fact) -> None:
    state.status = FINISHED
    state.standings, state.circuit = fact[5]


FOLDS: dict[str, Callable[[State, Fact], None]] = {
    "turn": _turn,
    "move": _move,
    "stays": _stays,
    "passes": _stays,
    "goto": _goto,
    "freed": _freed,
    "confined": _confined,
    "offer": _offer,
    "open": _open,
    "answered": _answered,
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
    "out": _out,
    "turn_dropped": _turn_dropped,
    "adjusted": _adjusted,
    "retention": _retention,
    "status": _status,
    "finished": _finished,
}
