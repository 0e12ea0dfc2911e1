"""The ledger: every row of the log in words, with what followed from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import Played, TableLog
from scoring.game.editions import Edition


def entry(item: Played, log: TableLog, speech: Speech, undone: bool) -> Json:
    """One line of the ledger; `onBoard`: an undo can take it back. The sync state is for the tablet
    to add."""
    row, decision = item
    edition = log.game.state.edition if log.game else None
    lines: list[Any] = []
    if decision is not None and edition is not None:
        lines = sentences(item, speech, edition)
    return {
        "n": row.n,
        "type": row.event["type"],
        "player": row.event.get("player"),
        "event": row.event,
        "text": speech.event(row.event, edition.board if edition else None),
        "lines": lines,
        "undone": undone,
        "onBoard": decision is not None and not _is_undo(item),
        "at": row.at,
    }


def sentences(item: Played, speech: Speech, edition: Edition) -> list[Json]:
    """What the row brought about, each sentence with where it can be asked about."""
    consequences = item.decision.consequences if item.decision else ()
    return [
        speech.sentence(one, edition, {"n": item.row.n, "item": index})
        for index, one in enumerate(consequences)
    ]


def entries(items: Iterable[Played], log: TableLog, speech: Speech) -> list[Json]:
    """These rows; refused ones, and board events taken back, are marked undone."""
    kept = {item.row.n for item in log.in_force()}
    return [entry(item, log, speech, _undone(item, kept)) for item in items]


def _undone(item: Played, kept: set[int]) -> bool:
    return item.decision is not None and item.row.n not in kept and not _is_undo(item)


def _is_undo(item: Played) -> bool:
    return bool(item.row.event["type"] == "undo")


def after(played: list[Played], log: TableLog, speech: Speech) -> list[Json]:
    """The lines that `played` adds or changes: an undo marks the row it takes back."""
    if not any(map(_is_undo, played)):
        # All that was just played is in force: the rest of the log need not be looked at.
        return [entry(item, log, speech, undone=False) for item in played]
    # What was taken back lies after the last row before these that is still in force.
    earlier = (item.row.n for item in log.in_force() if item.row.n < played[0].row.n)
    first = 1 + max(earlier, default=0)
    return entries([item for item in log.played if item.row.n >= first], log, speech)
