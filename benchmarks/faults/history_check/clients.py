"""Does each log have what its tablets were told, and nothing else of theirs?"""

from collections.abc import Iterator
from itertools import pairwise

from benchmarks.faults.history_check import hashing
from benchmarks.faults.history_check.reading import TAKEN, Ack, Histories, Line, Violation


def _check_acknowledgements(histories: Histories) -> Iterator[Violation]:
    """Yield acknowledgements of what is not there, or is elsewhere."""
    places, kept = histories.places(), histories.kept()
    for ack in histories.acks():
        row, settled = places.get(ack.event_id), histories.is_settled(ack.exchange.ask["t"])
        if row is not None:
            if settled and (fault := _elsewhere(ack, row)):
                yield Violation(fault, ack.exchange.where, f"{ack.event_id} is row {row['seq']}")
        elif ack.event_id not in kept:
            yield Violation("lost", ack.exchange.where, f"{ack.event_id} is nowhere")
        elif settled:
            text = f"{ack.event_id} was acknowledged and is only with the chief"
            yield Violation("accepted-but-aside", ack.exchange.where, text)


def _elsewhere(ack: Ack, row: Line) -> str:
    if row["game"] != ack.exchange.game:
        return "acknowledged-elsewhere"
    if row["seq"] != ack.seq:
        return "moved"
    return "hash-differs" if row["hash"] != ack.hash else ""


def _check_repetitions(histories: Histories) -> Iterator[Violation]:
    """Yield two answers that do not agree on an event's place, or on a place's event."""
    by_event: dict[str, Ack] = {}
    by_place: dict[tuple[str, int], Ack] = {}
    for exchange in histories.settled():
        for ack in exchange.acks():
            same = by_event.setdefault(ack.event_id, ack)
            if (same.seq, same.hash) != (ack.seq, ack.hash):
                text = f"{ack.event_id} was row {same.seq} and is row {ack.seq}"
                yield Violation("acknowledged-twice", exchange.where, text)
            there = by_place.setdefault((exchange.game, ack.seq), ack)
            if there.event_id != ack.event_id:
                text = f"row {ack.seq} was acknowledged as {there.event_id}"
                yield Violation("place-given-twice", exchange.where, text)


def _check_answers(histories: Histories) -> Iterator[Violation]:
    """Yield answers that cannot be the answer to their batch."""
    for exchange in histories.exchanges:
        if exchange.ask["kind"] != "append" or not exchange.results:
            continue
        sent, told = list(exchange.sent), [result[0] for result in exchange.results]
        if unsent := set(told) - set(sent):
            text = f"{', '.join(sorted(unsent))} was not in the request"
            yield Violation("acknowledged-unsent", exchange.where, text)
        elif told != sent:
            yield Violation("answer-incomplete", exchange.where, "not one verdict an event")
        taken = [result[1] in TAKEN for result in exchange.results]
        if sorted(taken, reverse=True) != taken:
            yield Violation("not-a-prefix", exchange.where, "accepted after a refusal")
        accepted = [result[2] for result in exchange.results if result[1] == "accepted"]
        if any(later != before + 1 for before, later in pairwise(accepted)):
            yield Violation("batch-torn", exchange.where, f"one batch became rows {accepted}")


def _check_sent_events(histories: Histories) -> Iterator[Violation]:
    """Yield what was sent and never recorded, or changed on the way out; and what was called a
    duplicate the first time."""
    ever: set[str] = set()
    for exchange in sorted(histories.exchanges, key=lambda each: float(each.ask["t"])):
        for event_id, what in exchange.sent.items():
            record = histories.records.get(event_id)
            if record is None:
                yield Violation("never-recorded", exchange.where, f"{event_id} was sent")
            elif record["what"] != what:
                yield Violation("sent-differs", exchange.where, f"{event_id} was changed")
        for event_id, verdict, *_place in exchange.results:
            # A browser sends a request again by itself where a connection that it kept has ended.
            first = event_id not in ever and not exchange.ask.get("resends")
            if verdict == "duplicate" and first:
                yield Violation("duplicate-of-nothing", exchange.where, f"{event_id} was new")
        ever.update(exchange.sent)


def _check_rows(histories: Histories) -> Iterator[Violation]:
    """Yield rows of tablets that say anything else than the tablet recorded."""
    devices = {
        each.answer["device"]: each.ask["who"]
        for each in histories.exchanges
        if each.answer is not None and each.answer.get("device")
    }
    for row in histories.rows:
        if row["device"] is None:
            continue
        record = histories.records.get(row["event_id"])
        if record is None:
            yield Violation("recorded-by-nobody", row["where"], f"row {row['seq']}")
            continue
        if record["game"] != row["game"]:
            yield Violation("another-table", row["where"], f"recorded at {record['game']}")
        if record["what"] != hashing.event_digest(row["at"], hashing.opened(row)):
            yield Violation("changed", row["where"], f"row {row['seq']} is not what was recorded")
        if devices.get(row["device"], record["who"]) != record["who"]:
            yield Violation("another-author", row["where"], f"{record['who']} recorded it")


def _check_order(histories: Histories) -> Iterator[Violation]:
    """Yield events of one tablet that are in its log in another order than recorded."""
    places = histories.places()
    last: dict[tuple[str, str], int] = {}
    for event_id, record in histories.records.items():
        row = places.get(event_id)
        if row is None:
            continue
        key = (record["who"], row["game"])
        if row["seq"] < last.get(key, 0):
            text = f"{event_id} is row {row['seq']}, recorded after row {last[key]}"
            yield Violation("reordered", record["where"], text)
        last[key] = max(row["seq"], last.get(key, 0))


CHECKS = (
    _check_acknowledgements,
    _check_repetitions,
    _check_answers,
    _check_sent_events,
    _check_rows,
    _check_order,
)
