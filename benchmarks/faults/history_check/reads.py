"""Is everything that was read a part of the log, and never older than what was known?"""

from collections.abc import Iterator
from itertools import pairwise

from benchmarks.faults.history_check import hashing
from benchmarks.faults.history_check.reading import Exchange, Histories, Line, Violation

CONFIRMED = "confirmed"


def _rows(histories: Histories) -> Iterator[Violation]:
    """Yield rows that were read and are not, or not so, in the log."""
    logs = histories.logs()
    for exchange in histories.settled():
        log = logs.get(exchange.game, [])
        for row in exchange.rows:
            there = log[row.seq - 1] if 0 < row.seq <= len(log) else None
            if there is None or (there["event_id"], there["hash"]) != (row.event_id, row.hash):
                yield Violation("read-differs", exchange.where, f"row {row.seq} is another")
            elif hashing.event_digest(there["at"], hashing.opened(there)) != row.what:
                yield Violation(
                    "read-changed", exchange.where, f"row {row.seq} says something else"
                )
            elif there["device"] != row.device:
                yield Violation("read-another-author", exchange.where, f"of row {row.seq}")


def _pages(histories: Histories) -> Iterator[Violation]:
    """Yield pages of a log with rows missing, unlinked, or beyond the head they name."""
    for exchange in histories.exchanges:
        rows = exchange.rows
        numbers = [exchange.ask.get("after", 0), *(row.seq for row in rows)]
        if any(later != before + 1 for before, later in pairwise(numbers)):
            yield Violation("read-gap", exchange.where, f"rows {numbers[0]}, {numbers[1]} …")
        if any(later.previous != before.hash for before, later in pairwise(rows)):
            yield Violation("read-unlinked", exchange.where, "a row does not follow the one before")
        if rows and rows[-1].seq > _head(exchange):
            yield Violation("read-past-head", exchange.where, f"row {rows[-1].seq}")


def _head(exchange: Exchange) -> int:
    return int(((exchange.answer or {}).get("head") or [0])[0])


def _heads(histories: Histories) -> Iterator[Violation]:
    """Yield heads that no row of the log has."""
    hashes = {(row["game"], row["seq"]): row["hash"] for row in histories.rows}
    for exchange in histories.settled():
        seq, told = (exchange.answer or {}).get("head") or (0, hashing.BEFORE_ALL)
        if told != hashes.get((exchange.game, seq), hashing.BEFORE_ALL if seq == 0 else None):
            yield Violation("head-unknown", exchange.where, f"head {seq} is not the log's")


def _monotonic(histories: Histories) -> Iterator[Violation]:
    """Yield answers older than what somebody was told before the question."""
    for exchanges in _by_game(histories).values():
        told = sorted((each.answer["t"], _number_told(each)) for each in exchanges if each.answer)
        known, at = 0, 0
        for exchange in sorted(exchanges, key=lambda each: float(each.ask["t"])):
            while at < len(told) and told[at][0] < exchange.ask["t"]:
                known, at = max(known, told[at][1]), at + 1
            if (exchange.answer or {}).get("head") and _head(exchange) < known:
                text = f"head {_head(exchange)} after {known} was known"
                yield Violation("runs-back", exchange.where, text)


def _number_told(exchange: Exchange) -> int:
    """Return the last row that an answer tells of."""
    return max([_head(exchange), *(ack.seq for ack in exchange.acks())])


def _by_game(histories: Histories) -> dict[str, list[Exchange]]:
    found: dict[str, list[Exchange]] = {}
    for exchange in histories.settled():
        found.setdefault(exchange.game, []).append(exchange)
    return found


def _time(histories: Histories) -> Iterator[Violation]:
    """Yield rows before one that had been acknowledged when they were yet to be recorded."""
    acknowledged: dict[str, float] = {}
    for exchange in histories.settled():
        for ack in exchange.acks():
            moment = exchange.answer["t"] if exchange.answer else 0.0
            acknowledged[ack.event_id] = min(moment, acknowledged.get(ack.event_id, moment))
    for rows in histories.logs().values():
        earliest = float("inf")
        for row in reversed(rows):
            record = histories.records.get(row["event_id"])
            if record is not None and record["t"] > earliest:
                text = f"row {row['seq']} was recorded after a later one was acknowledged"
                yield Violation("against-time", row["where"], text)
            earliest = min(earliest, acknowledged.get(row["event_id"], earliest))


def _confirmed(histories: Histories) -> Iterator[Violation]:
    """Yield games that went on, or were open again, once a tablet was told of the result."""
    logs = histories.logs()
    for game, exchanges in _by_game(histories).items():
        ends = [each for each in exchanges if (each.answer or {}).get("state") == CONFIRMED]
        if not ends:
            continue
        first = min(ends, key=lambda each: float(each.answer["t"]) if each.answer else 0.0)
        yield from _after(first, exchanges, logs.get(game, []))
        if histories.games.get(game, {}).get("state") != CONFIRMED:
            yield Violation("confirmed-undone", first.where, f"{game} is open")


def _after(first: Exchange, exchanges: list[Exchange], rows: list[Line]) -> Iterator[Violation]:
    moment = first.answer["t"] if first.answer else 0.0
    for exchange in exchanges:
        state = (exchange.answer or {}).get("state", CONFIRMED)
        if exchange.ask["t"] > moment and state not in {None, CONFIRMED}:
            yield Violation("confirmed-undone", exchange.where, f"told {state} later")
    for row in rows[_number_told(first) :]:
        if row["kind"] == "board":
            yield Violation("after-confirmed", row["where"], f"row {row['seq']}")


CHECKS = (_rows, _pages, _heads, _monotonic, _time, _confirmed)
