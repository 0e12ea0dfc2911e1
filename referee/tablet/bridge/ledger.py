"""The ledger: every row of the log in words, with what followed from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.engine import Consequence
from referee.journal.order_in_force import named_by
from referee.journal.superseded import Superseded
from referee.journal.undo_pairs import undo_pairs
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import Played, Standing, TableLog
from scoring.game.editions import Edition

Balances = dict[int, dict[str, int]]
REORDERING = frozenset({"start", "revise", "revert"})
"""Types that change which earlier rows count, besides `undo`."""


class Ledger(NamedTuple):
    """The ledger of a log, by row.

    `standing` are the events that count, `balances` the cash after them of the players they paid or
    charged. `corrected` are rows that a correction replaced, `out` rows that no longer count at
    all, and `by` the row that took another one back or corrected it.
    """

    standing: Mapping[int, list[Standing]]
    balances: Balances
    corrected: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    by: Mapping[int, int] = MappingProxyType({})


def entries(items: Iterable[Played], log: TableLog, speech: Speech) -> list[Json]:
    """Return these rows in words.

    Refused rows and board events that were taken back are marked undone.
    """
    ledger = _ledger(log)
    return [_entry(item, ledger, log, speech) for item in items]


def changed_lines(played: list[Played], log: TableLog, speech: Speech) -> list[Json]:
    """Return the lines that `played` adds or changes.

    An undo marks the row it takes back, and a correction may change any row.
    """
    types = {item.row.event["type"] for item in played}
    if types & REORDERING:
        return entries(log.played_rows, log, speech)
    if "undo" not in types:
        # All that was just played is in force: the rest of the log need not be looked at.
        ledger = _just_played(played, log)
        return [_entry(item, ledger, log, speech) for item in played]
    # Events taken back lie after the last row before these that is still in force, or were the last
    # of several that a correction put there.
    earlier = (item.row.n for item in log.in_force() if item.row.n < played[0].row.n)
    first = max(earlier, default=0)
    return entries([item for item in log.played_rows if item.row.n >= first], log, speech)


def _entry(item: Played, ledger: Ledger, log: TableLog, speech: Speech) -> Json:
    """Return one line of the ledger.

    `text` is the entered event in words, `event` the part that counts. `undone`: none of it counts;
    `by`: the row that took it back or corrected it; `instead`: what a correction put in its place.
    `onBoard`: an undo can take it back. `players` are the players it concerns, and `cash` is the
    new cash of those whose cash it changed. The tablet adds the sync state.
    """
    row = item.row
    edition = log.game.state.edition if log.game else None
    board = edition.board if edition else None
    stands = ledger.standing.get(row.n, [])
    corrected = row.n in ledger.corrected
    counts = bool(stands) or row.n == log.journal.order.start_seq
    told = _consequences_of(item, stands)
    return {
        "n": row.n,
        "type": row.event["type"],
        "player": row.event.get("player"),
        "event": stands[-1].event if stands else row.event,
        "text": speech.event(row.event, board),
        "lines": _sentences(row.n, told, speech, edition) if edition else [],
        "undone": row.n in ledger.out or (not counts and (corrected or _on_board(item))),
        "by": ledger.by.get(row.n),
        "corrected": corrected,
        "instead": [speech.event(one.event, board) for one in stands] if corrected else [],
        "onBoard": bool(stands) or _on_board(item),
        "players": _players(row.event, stands, told),
        "cash": [
            {"player": player, "cash": cash}
            for player, cash in ledger.balances.get(row.n, {}).items()
        ],
        "at": row.at,
    }


def sentences(item: Played, speech: Speech, edition: Edition) -> list[Json]:
    """Return the consequences of a row as sentences.

    Each sentence has the question that explains it.
    """
    return _sentences(item.row.n, item.consequences, speech, edition)


def standing_sentences(
    n: int, stands: list[Standing], speech: Speech, edition: Edition
) -> list[Json]:
    """Return the sentences of what stands for row `n`."""
    told = [one for standing in stands for one in standing.decision.consequences]
    return _sentences(n, told, speech, edition)


def _sentences(n: int, told: Iterable[Consequence], speech: Speech, edition: Edition) -> list[Json]:
    return [
        speech.sentence(one, edition, {"n": n, "item": index}) for index, one in enumerate(told)
    ]


def _consequences_of(item: Played, stands: list[Standing]) -> list[Consequence]:
    """Return the consequences of the events that stand for the row.

    If none stand, an undo has its own consequences, and any other row has none.
    """
    if stands:
        return [one for standing in stands for one in standing.decision.consequences]
    return item.consequences if _is_undo(item) else []


def _on_board(item: Played) -> bool:
    return bool(item.decisions) and not _is_undo(item)


def _is_undo(item: Played) -> bool:
    return bool(item.row.event["type"] == "undo")


def _players(
    event: Mapping[str, Any], stands: Iterable[Standing], told: Iterable[Consequence]
) -> list[str]:
    """Return the players that a row names, or that it made pay or be paid."""
    events = [event, *(one.event for one in stands)]
    named = [one.get(key) for one in events for key in ("player", "with")]
    paid = [player for one in told for player in (one.payer, one.payee)]
    return list(dict.fromkeys(player for player in [*named, *paid] if isinstance(player, str)))


def _ledger(log: TableLog) -> Ledger:
    """Return the ledger of all rows."""
    standing, refused = log.standing_events(), log.refusals_by_row
    by = {n: undo for n, undo in _by_undo(log).items() if n not in standing}
    marks = Superseded()
    if sum(row.event["type"] in REORDERING for row in log.rows) > 1:
        marks = log.superseded_rows()
        for n, correction in _by_correction(log, marks.corrected).items():
            by[n] = max(correction, by.get(n, 0))
    consequences = {
        n: [one for item in stands for one in item.decision.consequences]
        for n, stands in standing.items()
    }
    out = frozenset(refused) | marks.taken_back
    return Ledger(standing, _balances(consequences, log), marks.corrected, out, by)


def _just_played(played: Iterable[Played], log: TableLog) -> Ledger:
    """Return the ledger of rows just played, which are all in force."""
    standing = {
        item.row.n: [Standing(item.row.event, decision) for decision in item.decisions]
        for item in played
        if item.decisions
    }
    consequences = {item.row.n: item.consequences for item in played}
    return Ledger(standing, _balances(consequences, log))


def _balances(consequences: Mapping[int, list[Consequence]], log: TableLog) -> Balances:
    """Return by row the cash after it of every player whose cash it changed.

    The figures are counted back from the present cash, so the last of the rows must be the last in
    force.
    """
    if log.game is None:
        return {}
    state = log.game.state
    cash = {player: state.cash[seat] for player, seat in state.seats.items()}
    found: Balances = {}
    for n, several in reversed(list(consequences.items())):
        moved = [one for one in several if one.moves_money]
        touched = {player for one in moved for player in (one.payer, one.payee)}
        found[n] = {player: cash[player] for player in state.ids if player in touched}
        for one in moved:
            if one.payer is not None:
                cash[one.payer] += one.amount
            if one.payee is not None:
                cash[one.payee] -= one.amount
    return found


def _by_undo(log: TableLog) -> dict[int, int]:
    """Return by row the undo that took it back."""
    pairs = undo_pairs(log.journal.order.events, log.refusals_by_row)
    return {target[0]: undo[0] for target, undo in pairs}


def _by_correction(log: TableLog, corrected: frozenset[int]) -> dict[int, int]:
    """Return by row its last correction, and what took a correction back."""
    found: dict[int, int] = {}
    refused = log.refusals_by_row
    for row in log.rows:
        event = row.event
        if event["type"] == "revert" and row.n not in refused:
            found[event["seq"]] = row.n
        elif event["type"] == "revise" and row.n not in refused:
            found |= {n: row.n for n in corrected if named_by(event, n) and n < row.n}
    return found
