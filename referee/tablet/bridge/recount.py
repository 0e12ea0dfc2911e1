"""A count of a player's cash, compared with the log.

It has the difference from the log, and the rows that may explain it.
"""

from __future__ import annotations

from referee.tablet.bridge.ledger import entries
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import Played, TableLog


def recount_difference(log: TableLog, speech: Speech, player: str, counted: int) -> Json:
    """Return `{logged, counted, difference, text, ledger}` of a player's counted cash.

    `ledger` has every row that touched it.
    """
    if log.game is None:
        raise ValueError("the game has not started")
    state = log.game.state
    logged = state.cash[state.seats[player]]
    difference = counted - logged
    key = "same" if difference == 0 else "more" if difference > 0 else "less"
    amount = speech.money(abs(difference), state.edition)
    cash = speech.money(counted, state.edition)
    touched = [item for item in log.in_force() if _changes_cash(item, player)]
    return {
        "logged": logged,
        "counted": counted,
        "difference": difference,
        "text": speech.say(f"counted.{key}", amount=amount, cash=cash),
        "ledger": entries(touched, log, speech),
    }


def _changes_cash(item: Played, player: str) -> bool:
    """Return whether the row moved this player's cash."""
    return any(one.amount and player in (one.payer, one.payee) for one in item.consequences)
