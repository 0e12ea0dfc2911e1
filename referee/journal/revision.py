"""Checks of corrections: the form of `revise` and `revert`, and a table's rights."""

from typing import Any

from referee.engine import Refusal
from referee.journal.event_forms import text_fault
from referee.journal.order_in_force import NOT_BOARD, OrderInForce, named_by, revised_rows

REQUIRED = frozenset({"type", "seq", "replacement", "reason"})
OPTIONAL = frozenset({"through", "without"})
REVERT_FIELDS = frozenset({"type", "seq", "reason"})
MAX_REPLACEMENTS = 100


def revision_form(log: OrderInForce, event: dict[str, Any]) -> Refusal | None:
    """Refuse an event that is not a well-formed revision of `log`."""
    for name in sorted((event.keys() - OPTIONAL) ^ REQUIRED):
        return Refusal("field", None, {"field": name})
    fault = text_fault("reason", event["reason"])
    if fault is not None:
        return fault
    seq, through = event["seq"], event.get("through", event["seq"])
    if type(seq) is not int or type(through) is not int or not log.may_revise(seq, through):
        return Refusal("no_such_event")
    fault = _without_fault(log, through, event.get("without", []))
    return fault or _replacement(log, seq, event["replacement"])


def revert_form(event: dict[str, Any], revertible: int | None) -> Refusal | None:
    """Refuse an event that is not a well-formed `revert` of row `revertible`.

    That is the only revision that can be taken back now, None if there is none.
    """
    for name in sorted(event.keys() ^ REVERT_FIELDS):
        return Refusal("field", None, {"field": name})
    fault = text_fault("reason", event["reason"])
    if fault is not None:
        return fault
    named = type(event["seq"]) is int and event["seq"] == revertible
    return None if named else Refusal("not_revertible")


def table_fault(log: OrderInForce, event: dict[str, Any]) -> Refusal | None:
    """Refuse a well-formed revision that a table may not make.

    A table may not change the chief referee's corrections, the seats or the roles. A replacement
    may remove undos but not add any.
    """
    standing = [log.start_seq, *(number for number, _ in log.events)]
    for number in standing:
        fault = chief_corrected(log, number) if named_by(event, number) else None
        if fault is not None:
            return fault
    if any(item["type"] == "undo" for item in event["replacement"]):
        return Refusal("field", None, {"field": "replacement"})
    if revised_rows(event).start != log.start_seq:
        return None
    same = _seats(log.start) == _seats(event["replacement"][0])
    return None if same else Refusal("seats_stay")


def chief_corrected(log: OrderInForce, seq: int) -> Refusal | None:
    """Refuse a table's change of row `seq` if the chief referee corrected that row."""
    return Refusal("chief_corrected", None, {"seq": seq}) if seq in log.chief_rows else None


def _without_fault(log: OrderInForce, through: int, given: Any) -> Refusal | None:
    """Refuse `without` unless it lists later rows in force, in ascending order."""
    if not isinstance(given, list) or not all(type(number) is int for number in given):
        return Refusal("field", None, {"field": "without"})
    ascending = all(first < next_ for first, next_ in zip([through, *given], given, strict=False))
    standing = {number for number, _ in log.events}
    return None if ascending and standing >= set(given) else Refusal("no_such_event")


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


def _seats(start: Any) -> tuple[Any, ...]:
    """Return a start's players with their roles, its throws and its choices of roles.

    The draw decides everything else, except the position that a game is entered from.
    """
    header = start.get("header")
    players = header.get("players") if isinstance(header, dict) else None
    if isinstance(players, list):
        players = [
            (player.get("id"), player.get("role")) if isinstance(player, dict) else player
            for player in players
        ]
    return players, start.get("throws"), start.get("choices")
