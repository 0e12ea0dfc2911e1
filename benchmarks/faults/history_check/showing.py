"""Was the public shown anything that it may not see yet?

`may` says what holds of an event from then on: `delay`, the seconds after which its running boards
may be shown, or that it is `frozen`. `shown` is what a reader was told: the `ids` of a running
game's events, or the `tables` of a frozen event that have a result or a board.
"""

from collections.abc import Iterator

from benchmarks.faults.history_check.reading import Histories, Line, Violation


def _delayed(histories: Histories) -> Iterator[Violation]:
    """Yield events that were shown before their delay had passed since they were first sent."""
    sent = _first_sent(histories)
    for shown in histories.shown:
        delay = max((line["delay"] for line in _rules(histories, shown)), default=0)
        for event_id in shown.get("ids", ()):
            since = sent.get(event_id)
            if since is None:
                yield Violation("shown-unsent", shown["where"], f"{event_id} was never sent")
            elif shown["t"] < since + delay:
                text = f"{event_id} after {shown['t'] - since:.1f} s of {delay}"
                yield Violation("shown-too-early", shown["where"], text)


def _frozen(histories: Histories) -> Iterator[Violation]:
    """Yield results, and boards, that were shown while they were frozen."""
    for shown in histories.shown:
        frozen = any(line["frozen"] for line in _rules(histories, shown))
        if frozen and (shown.get("tables") or shown.get("ids")):
            text = f"table {shown.get('tables') or shown.get('table')} of {shown['event']}"
            yield Violation("shown-while-frozen", shown["where"], text)


def _rules(histories: Histories, shown: Line) -> list[Line]:
    return [
        line
        for line in histories.may
        if line["event"] == shown["event"] and line["t"] <= shown["asked"]
    ]


def _first_sent(histories: Histories) -> dict[str, float]:
    found: dict[str, float] = {}
    for exchange in histories.exchanges:
        for event_id in exchange.sent:
            moment = float(exchange.ask["t"])
            found[event_id] = min(moment, found.get(event_id, moment))
    return found


CHECKS = (_delayed, _frozen)
