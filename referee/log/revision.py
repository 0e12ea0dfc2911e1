"""The form of a revision: which rows the chief replaces, and by what."""

from typing import Any

from referee.log.effective import NOT_BOARD, Effective
from referee.log.refusals import LogRefusal

REQUIRED = frozenset({"type", "seq", "replacement", "reason"})
MAX_REPLACEMENTS = 100


def revision_form(log: Effective, event: dict[str, Any]) -> LogRefusal | None:
    """The reason why `event` is no revision of `log`, or None."""
    for name in sorted((event.keys() - {"through"}) ^ REQUIRED):
        return LogRefusal("field", {"field": name})
    if not isinstance(event["reason"], str) or not event["reason"].strip():
        return LogRefusal("field", {"field": "reason"})
    seq, through = event["seq"], event.get("through", event["seq"])
    if type(seq) is not int or type(through) is not int or not log.covers(seq, through):
        return LogRefusal("no_such_event")
    return _replacement(log, seq, event["replacement"])


def _replacement(log: Effective, seq: int, given: Any) -> LogRefusal | None:
    if not isinstance(given, list) or len(given) > MAX_REPLACEMENTS:
        return LogRefusal("field", {"field": "replacement"})
    if not all(map(_is_board_event, given)):
        return LogRefusal("field", {"field": "replacement"})
    starts = sum(item["type"] == "start" for item in given)
    if seq == log.start_seq:
        return None if starts == len(given) == 1 else LogRefusal("one_start")
    return LogRefusal("one_start") if starts else None


def _is_board_event(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("type"), str)
        and item["type"] not in NOT_BOARD
    )
