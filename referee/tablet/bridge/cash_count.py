"""Every player's cash, counted before retention, and the events that record it."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.state import ADJUSTED, State
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog

_AFTERWARDS = frozenset({"retain", "circuit"})


def standing_counts(log: TableLog) -> dict[str, int | None]:
    """Return the cash counted before retention, by player id.

    It is None if a player was not counted. A count holds as long as only retention and the
    circuit have followed it on the board.
    """
    if log.game is None:
        return {}
    before = _before_retention(log.game.state)
    played = [item.row for item in log.in_force() if item.row.event["type"] not in _AFTERWARDS]
    last = played[-1].n if played else 0
    return {
        player: cash
        for player, (row, cash) in log.journal.beside.counts.items()
        if row > last and player in before and cash in (None, before[player])
    }


def _before_retention(state: State) -> dict[str, int]:
    """Return the cash of each player in the game as retention finds it."""
    if state.retentions:
        return {state.ids[kept.player]: kept.before for kept in state.retentions}
    if state.status != ADJUSTED:
        return {}
    return {state.ids[player]: state.cash[player] for player in state.players_in()}


def count_events(log: TableLog, counted: Mapping[str, int | None], speech: Speech) -> list[Json]:
    """Return the events of a count (None: the player was not counted).

    First a recount for each difference from the log, then each player's counted cash.
    """
    if log.game is None:
        return []
    logged = _before_retention(log.game.state)
    reason = speech.say("cash_count.reason")
    recounts = [
        {"type": "recount", "player": player, "cash": cash, "reason": reason}
        for player, cash in counted.items()
        if cash is not None and cash != logged.get(player)
    ]
    counts: list[Json] = [
        {"type": "cash_count", "player": player} | ({} if cash is None else {"cash": cash})
        for player, cash in counted.items()
    ]
    return [*recounts, *counts]
