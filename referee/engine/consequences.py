"""Consequences: the facts of an event in full, with the rules behind them.

They are for readers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from referee.engine.facts import NO_SQUARE, Fact
from referee.engine.state import EXTRA_THROW, NO_PLAYER, Due, State
from scoring.game.board import Rent
from scoring.game.deeds import most_improvements
from scoring.game.position import TREASURY
from scoring.game.wealth import PercentTax

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

    @property
    def moves_money(self) -> bool:
        """Return whether cash changes hands; opening or cancelling a due moves none."""
        return self.amount > 0 and self.kind not in ("due", "due_cancelled")

    def as_json(self) -> dict[str, Any]:
        """Return the consequence as plain JSON values."""
        return {**self._asdict(), "rules": list(self.rules)}


def rules_of(kind: str, detail: dict[str, Any]) -> tuple[str, ...]:
    """Return the rules behind a consequence, the most relevant first."""
    if kind in ("due", "due_paid"):
        return (*rules_of(detail["cause"], detail), "R24")
    if kind in ("rent", "circuit"):
        return _rent_rules(detail)
    if kind in ("open", "answered"):
        return _ANSWERS[detail["what"]]
    if detail.get("extra_throw"):
        return (*_RULES[kind], "R7")
    return _RULES.get(kind, ())


def _rent_rules(detail: dict[str, Any]) -> tuple[str, ...]:
    """Return the rules behind a rent: R20, R19, or the street's.

    A throw cites R20, companies cite R19. A street cites R10 for a monopoly and R11 for
    improvements, or R9 for neither. An unpaid rent cites R12 if the deed is mortgaged, else
    R15.
    """
    if detail.get("unpaid"):
        return ("R12",) if detail["unpaid"] == "mortgaged" else ("R15",)
    if detail["dice"]:
        return ("R20",)
    if detail["companies"]:
        return ("R19",)
    raised = [("R10", detail["monopolised"]), ("R11", detail["improvements"])]
    return tuple(rule for rule, holds in raised if holds) or ("R9",)


def consequences_of(state: State, facts: Sequence[Fact]) -> tuple[Consequence, ...]:
    """Return `facts` as consequences with all their detail.

    `state` is the state before the event.
    """
    return tuple(_consequence(state, fact) for fact in facts)


def _consequence(state: State, fact: Fact) -> Consequence:
    kind, payer, payee, amount, square, _ = fact
    detail = _detail(state, fact)
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
    """Return a player's id; None for the Treasury, and for nobody."""
    return None if player in (TREASURY, NO_PLAYER) else state.ids[player]


def _detail(state: State, fact: Fact) -> dict[str, Any]:
    kind, _, _, _, _, _ = fact
    describe = _DETAILS.get(kind)
    return describe(state, fact) if describe else {}


def _rent_detail(state: State, fact: Fact) -> dict[str, Any]:
    """Return the terms of a rent.

    `big_building` is the street's hotel or apartment, None if it has none.
    """
    _, _, owner, _, square, rent = fact
    return _rent_terms(state, owner, square, rent)


def _rent_terms(state: State, owner: int, square: int, rent: Rent) -> dict[str, Any]:
    street = state.board.kinds[square] == "street"
    full = street and rent.improvements == most_improvements(state, owner)
    return {
        "improvements": rent.improvements,
        "big_building": state.edition.box["big_building"] if full else None,
        "monopolised": rent.monopolised,
        "companies": rent.companies,
        "factor": rent.factor,
        "dice": list(rent.dice) if rent.dice else None,
    }


def _circuit_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, owner, _, square, (rent, unpaid) = fact
    return {**_rent_terms(state, owner, square, rent), "unpaid": unpaid}


def _due_detail(state: State, fact: Fact) -> dict[str, Any]:
    """Return the detail of a due: that of its payment, with its kind as `cause`.

    The payment is the one that the due stands for.
    """
    _, _, _, _, _, due = fact
    return {**_detail(state, _as_paid(due)), "cause": due.cause}


def _as_paid(due: Due) -> Fact:
    return (due.cause, due.debtor, due.creditor, due.amount, due.square, due.detail)


def _tax_detail(state: State, fact: Fact) -> dict[str, Any]:
    """Return `percent`: the terms of the percentage tax, None for the flat tax (R17)."""
    _, _, _, _, _, tax = fact
    return {"percent": None if tax is None else _percent_terms(tax)}


def _percent_terms(tax: PercentTax) -> dict[str, Any]:
    return {
        **tax.assets._asdict(),
        "cash_percent": tax.cash_percent,
        "assets_percent": tax.assets_percent,
        "on_cash": tax.on_cash,
        "on_deeds": tax.on_deeds,
        "on_buildings": tax.on_buildings,
    }


def _answer_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, _, _, _, (what, answer) = fact
    if what != "role_card":
        return {"what": what, "answer": answer}
    effect, code = answer
    place = state.board.squares[effect.number].name if effect.verb == "goto" else None
    return {"what": what, "answer": {**effect._asdict(), "place": place, "card": code or None}}


def _confined_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, player, _, _, _, _ = fact
    return {"where": "prison" if state.monopolist[player] else "price_war"}


def _retention_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, _, _, _, kept = fact
    return {"before": kept.before, "percent": kept.percent, "retained": kept.retained}


def _recount_detail(state: State, fact: Fact) -> dict[str, Any]:
    """Return the reason for the recount, and the player's corrected cash."""
    _, payer, payee, amount, _, reason = fact
    cash = state.cash[payee] + amount if payer == TREASURY else state.cash[payer] - amount
    return {"reason": reason, "cash": cash}


def _finished_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, _, _, _, (standings, _) = fact
    return {
        "places": {state.ids[row.player]: row.place for row in standings},
        "winners": [state.ids[row.player] for row in standings if row.place == 1],
    }


def _next_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, _, _, _, next_player = fact
    return {"next": _id(state, next_player)}


def _throw_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, _, _, _, throw = fact
    return {"extra_throw": throw == EXTRA_THROW}


def _supply_detail(state: State, fact: Fact) -> dict[str, Any]:
    _, _, _, _, _, (what, needed, box) = fact
    return {"what": what, "needed": needed, "box": box}


def _detail_under_key(key: str) -> Callable[[State, Fact], dict[str, Any]]:
    """Return a function that wraps a fact's detail as `{key: detail}`."""

    def detail_by_name(state: State, fact: Fact) -> dict[str, Any]:
        _, _, _, _, _, detail = fact
        return {key: detail}

    return detail_by_name


_DETAILS: dict[str, Callable[[State, Fact], dict[str, Any]]] = {
    "turn": _next_detail,
    "out": _next_detail,
    "move": _throw_detail,
    "stays": _throw_detail,
    "confined": _confined_detail,
    "offer": _detail_under_key("price"),
    "open": _detail_under_key("what"),
    "answered": _answer_detail,
    "rent": _rent_detail,
    "circuit": _circuit_detail,
    "income_tax": _tax_detail,
    "due": _due_detail,
    "due_paid": _due_detail,
    "due_cancelled": _due_detail,
    "build": _detail_under_key("count"),
    "sell": _detail_under_key("count"),
    "supply": _supply_detail,
    "recount": _recount_detail,
    "status": _detail_under_key("status"),
    "retention": _retention_detail,
    "finished": _finished_detail,
    "undo": _detail_under_key("reason"),
}
