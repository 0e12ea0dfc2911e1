"""What `manage.py verify` prints of an event's records."""

import json
from collections.abc import Iterator
from typing import Any

from referee.verification.comparing import MISSING, Difference
from referee.verification.folder import Verification

MAX_TOLD = 200
"""Differences; of more only the number is told."""
MAX_VALUE_LENGTH = 200


def report(found: Verification, seconds: float) -> Iterator[str]:
    """One line for each difference, then what was compared."""
    for difference in found.differences[:MAX_TOLD]:
        yield _line(difference)
    if len(found.differences) > MAX_TOLD:
        yield f"… and {len(found.differences) - MAX_TOLD:,} more."
    if found.name:
        yield f"{_printable(found.name)}:"
    yield f"  {found.records:,} records, {found.events:,} events in {seconds:.1f} s"
    yield f"  statements compared: {found.statements:,}"
    if found.rows is None:
        yield "  no snapshot.json: results and standings were not compared"
        return
    yield f"  results compared: {found.results:,}"
    yield f"  results entered by hand, taken as published: {found.by_hand:,}"
    if found.rows or not found.results:
        yield f"  rows of the standings compared: {found.rows:,}"
    else:
        yield "  standings not compared: places are being revealed, by results that are hidden"
    yield "  everything agrees" if not found.differences else "  not everything agrees"


def _line(difference: Difference) -> str:
    if difference.published == MISSING and difference.field == "record":
        return f"{_printable(difference.where)}: {_printable(str(difference.recomputed))}"
    field = f"{_printable(difference.field)}: " if difference.field else ""
    values = _value(difference.published), _value(difference.recomputed)
    return "{}: {}published {}, recomputed {}".format(_printable(difference.where), field, *values)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _printable(text or '""')[:MAX_VALUE_LENGTH] if value != MISSING else MISSING


def _printable(text: str) -> str:
    """What a server wrote, without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
