"""Payments of the last turn before the end procedure.

They are read out before the adjustment begins.
"""

from __future__ import annotations

from referee.engine.state import ADJUSTED, ADJUSTING, State
from referee.tablet.bridge import ledger
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import Standing, TableLog

_PROCEDURE = frozenset({ADJUSTING, ADJUSTED})


def last_turn(state: State, log: TableLog, speech: Speech) -> Json | None:
    """Return `{n, lines}`: the row that ended play, and each payment of the last turn.

    None while the game is played, after the retention, and if that turn paid nothing.
    """
    if state.status not in _PROCEDURE:
        return None
    rows = log.standing_events()
    end = next((n for n, stands in rows.items() if _ends_play(stands)), None)
    if end is None:
        return None
    began = max((n for n, stands in rows.items() if n <= end and _begins_turn(stands)), default=0)
    lines = [
        line
        for n, stands in rows.items()
        if began <= n <= end
        for line in ledger.standing_sentences(n, stands, speech, state.edition)
        if line["amount"]
    ]
    return {"n": end, "lines": lines} if lines else None


def _ends_play(stands: list[Standing]) -> bool:
    """Return whether the end procedure begins with this row of the log."""
    return any(
        fact[0] == "status" and fact[5] in _PROCEDURE
        for standing in stands
        for fact in standing.decision.facts
    )


def _begins_turn(stands: list[Standing]) -> bool:
    return any(fact[0] == "turn" for standing in stands for fact in standing.decision.facts)
