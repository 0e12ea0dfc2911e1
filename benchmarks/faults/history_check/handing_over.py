"""Is everything that the log did not take with the chief, and nowhere else?"""

from collections.abc import Iterator

from benchmarks.faults.history_check.reading import Histories, Violation


def _check_kept_events(histories: Histories) -> Iterator[Violation]:
    """Yield events that the server said it keeps for the chief, and does not."""
    places, kept = histories.places(), histories.kept()
    for exchange in histories.exchanges:
        for event_id, verdict, _seq, _hash, aside in exchange.results:
            keeps = aside or verdict == "set_aside"
            if keeps and event_id not in kept and event_id not in places:
                text = f"{event_id} was set aside and nobody has it"
                yield Violation("aside-then-gone", exchange.where, text)
            if aside and verdict in {"accepted", "duplicate"}:
                text = f"{event_id} was set aside and called logged"
                yield Violation("aside-shown-as-accepted", exchange.where, text)


def _check_waiting_events(histories: Histories) -> Iterator[Violation]:
    """Yield events that are logged and wait for the chief all the same."""
    places = histories.places()
    for entry in histories.asides:
        for event_id in entry["events"] if entry["state"] == "open" else ():
            if event_id in places:
                yield Violation("aside-and-logged", entry["where"], f"{event_id} is logged")


def _check_stuck_tablets(histories: Histories) -> Iterator[Violation]:
    """Yield events that a tablet showed as recorded and nobody else has."""
    places, kept = histories.places(), histories.kept()
    for event_id, record in histories.records.items():
        if event_id not in places and event_id not in kept:
            yield Violation("stuck", record["where"], f"{event_id} never arrived")


def _check_entries(histories: Histories) -> Iterator[Violation]:
    """Yield entries for the chief that answers named and the server lacks."""
    there = {entry["entry"]: len(entry["events"]) for entry in histories.asides}
    for exchange in histories.settled():
        for entry, events, _state in (exchange.answer or {}).get("aside", ()):
            if entry not in there:
                yield Violation("entry-gone", exchange.where, f"{entry} was named")
            elif there[entry] < events:
                yield Violation("entry-shrank", exchange.where, f"{entry} had {events} events")


CHECKS = (_check_kept_events, _check_waiting_events, _check_stuck_tablets, _check_entries)
