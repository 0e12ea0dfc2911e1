"""The table's next step back, as the screens offer it."""

from __future__ import annotations

from referee.engine.state import CLOSING, PLAYING
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog

_AT_PLAY = frozenset({PLAYING, CLOSING})


def taken_back_next(log: TableLog, speech: Speech) -> Json | None:
    """Return `{kind, n, seq, text, event, asks, refusal}` of what is taken back next.

    That is an event of the board by an `undo`, or the table's correction of row `seq` by a
    `revert`. `n` is the line of the ledger, `event` what counts of it, and `refusal` says why it
    may not be taken back.

    `asks`: the tablet asks first. During play an undo corrects a slip and should be as quick; a
    step of the end procedure was agreed round the table, except the call of time itself.
    """
    step, game = log.last_step(), log.game
    if step is None or game is None:
        return None
    return {
        "kind": step.by,
        "n": step.seq,
        "seq": step.seq,
        "text": speech.event(step.event, game.state.board),
        "event": step.event,
        "asks": game.status not in _AT_PLAY and step.event["type"] != "time",
        "refusal": speech.refusal(step.refusal)["text"] if step.refusal else None,
    }


def last_event(log: TableLog, speech: Speech) -> str | None:
    """Return the last event of the board that counts, in words; None before the first."""
    last, game = log.last_event(), log.game
    return speech.event(last, game.state.board) if last and game else None
