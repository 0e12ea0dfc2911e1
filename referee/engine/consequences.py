"""What an event brings about: facts, as light tuples while judging, and as values for readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from referee.engine.state import EXTRA_THROW, NO_PLAYER, Due, State
from scoring.game.position import TREASURY
from scoring.game.rents import Rent

Fact = tuple[str, int, int, int, int, Any]
"""(kind, payer, payee, amount, square, detail). Players are indexes, TREASURY is the Treasury;
a fact without a payment has its player as payer, TREASURY as payee and amount 0; NO_SQUARE
where no square is meant. What `detail` holds depends on the kind: see `_DETAILS`."""
NO_SQUARE = -1

_RULES: dict[str, tuple[str, ...]] = {
    "turn": ("R6",),
    "move": ("R8",),
    "goto": ("R16",),
    "stays": ("R15",),
    "passes": ("R15",),
    "freed": ("R15",),
    "confined": ("R15",),
    "start": ("R14",),
    "offer": ("R9",),
    "purchase": ("R9",),
    "card": ("R16",),
    "income_tax": ("R17",),
    "property_tax": ("R18",),
    "foundation": ("R21",),
    "fine": ("R15",),
    "build": ("R11",),
    "supply": ("R22",),
    "sell": ("R13",),
    "mortgage": ("R12",),
    "redeem": ("R12",),
    "trade_cash": ("R23",),
    "trade_deed": ("R23",),
    "estate_cash": ("R24",),
    "estate_deed": ("R24",),
    "out": ("R24",),
    "due_cancelled": ("R24",),
}
_ANSWERS = {
    "role_card": ("R16",),
    "income_tax": ("R17",),
    "foundation": ("R21",),
    "utility": ("R20",),
}


class Consequence(NamedTuple):
    """One itemised consequence, for readers and machines.

    `payer` and `payee` are player ids, None for the Treasury. `amount` is in whole currency
    units, 0 where nothing is paid. `square` is 0-39 or None, `place` its name.
    `rules` are our rule numbers ("R10"); `detail` depends on `kind` and is plain JSON.
    """

    kind: str
    payer: str | None
    payee: str | None
    amount: int
    square: int | None
    place: str | None
    rules: tuple[str, ...]
    detail: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The consequence as plain JSON values."""
        return {**self._asdict(), "rules": list(self.rules)}


def rules_of(kind: str, detail: dict[str, Any]) -> tuple[str, ...]:
    """The rules a consequence follows from, most telling first."""
    if kind in ("due", "due_paid"):
        return (*rules_of(detail["cause"], detail), "R24")
    if kind in ("rent", "circuit"):
        return _rent_rules(detail)
    if kind in ("open", "answered"):
        return _ANSWERS[detail["what"]]
    return _RULES.get(kind, ())


def _rent_rules(detail: dict[str, Any]) -> tuple[str, ...]:
    """R20 for a throw, R19 for companies, R10 and R11 for what raised a street's rent, else R9."""
    if detail.get("unpaid"):
        return ("R12",) if detail["unpaid"] == "mortgaged" else ("R15",)
    if detail["dice"]:
        return ("R20",)
    if detail["companies"]:
        return ("R19",)
    raised = [("R10", detail["monopolised"]), ("R11", detail["improvements"])]
    return tuple(rule for rule, holds in raised if holds) or ("R9",)


def described(state: State, facts: Sequence[Fact]) -> tuple[Consequence, ...]:
    """`facts` decided in `state`, in full."""
    return tuple(_consequence(state, fact) for fact in facts)


def _consequence(state: State, fact: Fact) -> Consequence:
    kind, payer, payee, amount, square, raw = fact
    detail = _detail(state, kind, raw)
    return Consequence(
        kind,
        _id(state, payer),
        _id(state, payee),
        amount,
        None if square == NO_SQUARE else square,
        None if square == NO_SQUARE else state.board.squares[square].name,
        rules_of(kind, detail),
        detail,
    )


def _id(state: State, player: int) -> str | None:
    """A player's id; None for the Treasury, and for nobody."""
    return None if player in (TREASURY, NO_PLAYER) else state.ids[player]


def _detail(state: State, kind: str, raw: Any) -> dict[str, Any]:
    describe = _DETAILS.get(kind)
    return describe(state, raw) if describe else {}


def _rent_detail(state: State, raw: Rent) -> dict[str, Any]:
    detail = raw._asdict()
    del detail["amount"]
    return {**detail, "dice": list(raw.dice) if raw.dice else None}


def _circuit_detail(state: State, raw: tuple[Rent, str | None]) -> dict[str, Any]:
    return {**_rent_detail(state, raw[0]), "unpaid": raw[1]}


def _due_detail(state: State, raw: Due) -> dict[str, Any]:
    return {**_detail(state, raw.cause, raw.detail), "cause": raw.cause}


def _retention_detail(state: State, raw: Any) -> dict[str, Any]:
    return {"before": raw.before, "percent": raw.percent, "retained": raw.retained}


def _standings_detail(state: State, raw: Any) -> dict[str, Any]:
    return {"places": {state.ids[row.player]: row.place for row in raw}}


def _named(key: str) -> Callable[[State, Any], dict[str, Any]]:
    return lambda state, raw: {key: raw}


_DETAILS: dict[str, Callable[[State, Any], dict[str, Any]]] = {
    "turn": lambda state, raw: {"next": _id(state, raw)},
    "out": lambda state, raw: {"next": _id(state, raw)},
    "move": lambda state, raw: {"extra_throw": raw == EXTRA_THROW},
    "stays": lambda state, raw: {"extra_throw": raw == EXTRA_THROW},
    "offer": _named("price"),
    "open": _named("what"),
    "answered": lambda state, raw: {"what": raw[0], "answer": raw[1]},
    "rent": _rent_detail,
    "circuit": _circuit_detail,
    "due": _due_detail,
    "due_paid": _due_detail,
    "due_cancelled": _due_detail,
    "build": _named("count"),
    "sell": _named("count"),
    "supply": lambda state, raw: {"what": raw[0], "needed": raw[1], "box": raw[2]},
    "recount": _named("reason"),
    "status": _named("status"),
    "retention": _retention_detail,
    "finished": lambda state, raw: _standings_detail(state, raw[0]),
    "undo": _named("reason"),
}
