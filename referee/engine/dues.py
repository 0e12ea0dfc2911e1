"""Charging, and paying dues as soon as cash allows (R24).

Dues are paid oldest first, each in full.

Facts are returned, not applied: the state stays unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.facts import Fact
from referee.engine.state import Due, State


def charge(
    state: State,
    facts: list[Fact],
    kind: str,
    debtor: int,
    creditor: int,
    amount: int,
    square: int,
    detail: Any,
) -> list[Fact]:
    """Append a payment to `facts`, or a due if it cannot be paid at once.

    Return `facts`. The payment is made at once if no due is open and the debtor has the cash.
    `facts` are those of this event so far; they must not have cost the debtor any cash.
    """
    cash = state.cash[debtor]
    if cash < amount:
        cash += sum(gained for _, _, payee, gained, _, _ in facts if payee == debtor)
    if cash >= amount and not state.dues:
        facts.append((kind, debtor, creditor, amount, square, detail))
    else:
        due = Due(debtor, creditor, amount, square, kind, detail)
        facts.append(("due", debtor, creditor, amount, square, due))
    return facts


def payments(state: State, facts: Sequence[Fact]) -> list[Fact]:
    """Return a "due_paid" fact for each due that can be paid once `facts` are applied."""
    cash, dues = _projected_balances(state, facts)
    paid: list[Fact] = []
    while due := _next_payable(cash, dues):
        cash[due.debtor] -= due.amount
        cash[due.creditor] += due.amount
        dues = [other for other in dues if other is not due]
        paid.append(("due_paid", due.debtor, due.creditor, due.amount, due.square, due))
    return paid


def _projected_balances(state: State, facts: Sequence[Fact]) -> tuple[list[int], list[Due]]:
    """Return the cash and the open dues as they are once `facts` are applied."""
    cash, dues = state.cash[:], state.dues[:]
    for kind, payer, payee, amount, _, detail in facts:
        if kind == "due":
            dues.append(detail)
        elif kind == "due_cancelled":
            dues = [other for other in dues if other is not detail]
        else:
            cash[payer] -= amount
            cash[payee] += amount
    return cash, dues


def _next_payable(cash: Sequence[int], dues: Sequence[Due]) -> Due | None:
    """Return the oldest due that can be paid.

    A debtor's younger dues wait for the oldest.
    """
    waiting = set()
    for due in dues:
        if due.debtor in waiting:
            continue
        if cash[due.debtor] >= due.amount:
            return due
        waiting.add(due.debtor)
    return None
