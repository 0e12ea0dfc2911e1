"""The form of a revision: which rows the chief replaces, and by what."""

from typing import Any

from referee.engine import Refusal
from referee.journal.event_forms import text_fault
from referee.journal.order_in_force import NOT_BOARD, OrderInForce

REQUIRED = frozenset({"type", "seq", "replacement", "reason"})
MAX_REPLACEMENTS = 100


def revision_form(log: OrderInForce, event: dict[str, Any]) -> Refusal | None:
    """The reason why `event` is no revision of `log`, or None."""
    for name in sorted((event.keys() - {"through"}) ^ REQUIRED):
        return Refusal("field", None, {"field": name})
    fault = text_fault("reason", event["reason"])
    if fault is not None:
        return fault
    seq, through = event["seq"], event.get("through", event["seq"])
    if type(seq) is not int or type(through) is not int or not log.covers(seq, through):
        return Refusal("no_such_event")
    return _replacement(log, seq, event["replacement"])


def _replacement(log: OrderInForce, seq: int, given: Any) -> Refusal | None:
    if not isinstance(given, list) or len(given) > MAX_REPLACEMENTS:
        return Refusal("field", None, {"field": "replacement"})
    if not all(map(_is_board_event, given)):
        return Refusal("field", None, {"field": "replacement"})
    starts = sum(item["type"] == "start" for item in given)
    if seq == log.start_seq:
        return None if starts == len(given) == 1 else Refusal("one_start")
    return Refusal("one_start") if starts else None


def _is_board_event(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("type"), str)
        and item["type"] not in NOT_BOARD
    )
