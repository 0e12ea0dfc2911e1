"""Moving a tablet's events from the log it recorded them on to another log.

Row numbers differ there, so corrections among the events must name them by their new numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.engine import Refusal
from referee.journal.order_in_force import CORRECTIONS, NOT_BOARD, OrderInForce, revised_rows

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Renumbering:
    """New numbers for the rows of a tablet's log.

    If `shared`, the rows before `first` are the same in the receiving log; otherwise they are of a
    lost log. `moved` has the new number of each later event. The rows `between` have board events
    that somebody else logged.
    """

    first: int
    shared: bool
    moved: Mapping[int, int]
    between: frozenset[int] = frozenset()

    def renumber(self, event: Event) -> Event | Refusal:
        """Return the event with the receiving log's numbers, or why it cannot be logged."""
        if event["type"] == "understood" and type(event.get("through")) is int:
            # Among the rows that moved there are others that the table has not read.
            read = min(event["through"], self.first - 1) if self.shared else 0
            return {**event, "through": read}
        if event["type"] not in CORRECTIONS:
            return event
        numbers = _named_rows(event)
        if numbers is None:
            return Refusal("no_such_event")
        now = {number: self._new_number(number) for number in numbers}
        if None in now.values():
            return Refusal("corrections_aside")
        renewed = {**event, "seq": now[event["seq"]]}
        if "through" in event:
            renewed["through"] = now[event["through"]]
        if "without" in event:
            renewed["without"] = [now[number] for number in event["without"]]
        if any(number in revised_rows(renewed) for number in self.between):
            return Refusal("corrections_between")
        return renewed

    def _new_number(self, number: int) -> int | None:
        """Return a row's number in the receiving log; None if that has no such event."""
        if number < self.first:
            return number if self.shared else None
        return self.moved.get(number)


def order_among(events: list[Event], first: int) -> list[Event] | None:
    """Return the board events among `events`, with their corrections applied.

    `events` are the rows from `first` on. Return None if a correction concerns an earlier row.
    """
    order = OrderInForce()
    opened: list[Event] = []
    for number, event in enumerate(events, start=first):
        if event["type"] in CORRECTIONS and not _applies(order, event, first):
            return None
        if event["type"] == "start":
            opened = [event]
        elif event["type"] not in NOT_BOARD or event["type"] in CORRECTIONS:
            order.add(number, event)
    return [*opened, *(event for _, event in order.events)]


def _applies(order: OrderInForce, event: Event, first: int) -> bool:
    numbers = _named_rows(event)
    if numbers is None or min(numbers) < first:
        return False
    if event["type"] == "revert":
        revised = order.revertible()
        return revised is not None and revised.seq == event["seq"]
    rows = revised_rows(event)
    return order.may_revise(rows.start, rows.stop - 1)


def _named_rows(correction: Event) -> list[int] | None:
    """Return the row numbers that a correction names; None if any is not a number."""
    without = correction.get("without", [])
    if not isinstance(without, list):
        return None
    named = [correction.get("seq"), correction.get("through", correction.get("seq")), *without]
    numbers = [number for number in named if type(number) is int]
    return numbers if len(numbers) == len(named) else None
