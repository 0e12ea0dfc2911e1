"""Does each exported log hold by itself?"""

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.faults.history_check import hashing
from benchmarks.faults.history_check.reading import Histories, Line, Violation

CHIEFS_ALONE = frozenset({"ruling", "settle"})
CHIEFS = CHIEFS_ALONE | {"revise", "confirm"}


def _chain(histories: Histories) -> Iterator[Violation]:
    """Yield gaps, links to another row than the one before, and hashes that are not the row's."""
    for rows in histories.logs().values():
        previous = hashing.BEFORE_ALL
        for seq, row in enumerate(rows, start=1):
            if row["seq"] != seq:
                yield Violation("gap", row["where"], f"row {row['seq']} stands where {seq} should")
            if row["previous"] != previous:
                yield Violation("broken-link", row["where"], f"row {seq} follows another row")
            if hashing.row_hash(row) != row["hash"]:
                yield Violation("broken-hash", row["where"], f"row {seq} has not its hash")
            previous = row["hash"]


def _commitments(histories: Histories) -> Iterator[Violation]:
    """Yield rows whose private texts are not those that the chain has commitments to."""
    for row in histories.rows:
        private, committed = json.loads(row["private"]), hashing.commitments(row)
        record = histories.records.get(row["event_id"])
        kept = {path: hashing.commitment(salt, value) for path, (salt, value) in private.items()}
        salts = {path: hashing.own_salt(record["salt"], path) for path in private} if record else {}
        derived = all(private[path][0] == salt for path, salt in salts.items())
        if kept != committed or not derived:
            yield Violation("broken-commitment", row["where"], "a text is not the one committed to")


def _doubled(histories: Histories) -> Iterator[Violation]:
    """Yield events that are in a log twice, by their id or by their content."""
    seen: dict[str, Line] = {}
    said: dict[tuple[Any, ...], Line] = {}
    for row in histories.rows:
        before = seen.setdefault(row["event_id"], row)
        if before is not row:
            code = "doubled" if before["game"] == row["game"] else "doubled-elsewhere"
            yield Violation(code, row["where"], f"{row['event_id']} is row {before['seq']} too")
        content = (row["device"], row["user"], row["at"], row["event"], row["private"])
        same = said.setdefault(content, row)
        if same["event_id"] != row["event_id"]:
            yield Violation("doubled-content", row["where"], f"row {same['seq']} says the same")


def _heads(histories: Histories) -> Iterator[Violation]:
    """Yield games whose head is not their last row."""
    logs = histories.logs()
    for game, line in histories.games.items():
        last = logs[game][-1] if logs[game] else {"seq": 0, "hash": hashing.BEFORE_ALL}
        if line["head"] != [last["seq"], last["hash"]]:
            yield Violation("wrong-head", line["where"], f"the last row is {last['seq']}")


def _epochs(histories: Histories) -> Iterator[Violation]:
    """Yield rows of a writer who had been followed by another already."""
    for rows in histories.logs().values():
        epoch = 0
        for row in rows:
            if row["device"] is not None and row["epoch"] < epoch:
                text = f"row {row['seq']} of lease {row['epoch']} follows one of {epoch}"
                yield Violation("lease-runs-back", row["where"], text)
            epoch = max(epoch, row["epoch"])


def _authors(histories: Histories) -> Iterator[Violation]:
    """Yield rows that their author cannot have written, and those of unknown tablets."""
    paired = {
        (each.answer["paired"], each.answer["device"])
        for each in histories.exchanges
        if each.answer is not None and each.answer.get("device")
    }
    for row in histories.rows:
        kind, by_chief = json.loads(row["event"])["type"], row["device"] is None
        if (by_chief and kind not in CHIEFS) or (not by_chief and kind in CHIEFS_ALONE):
            yield Violation("wrong-author", row["where"], f"who wrote this {kind}?")
        if not by_chief and (row["game"], row["device"]) not in paired:
            yield Violation("unknown-device", row["where"], f"{row['device']} was not paired here")


CHECKS = (_chain, _commitments, _doubled, _heads, _epochs, _authors)
