"""The report that `manage.py verify` prints about an event's records."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from referee.live.verification.comparing import MISSING, Difference
from referee.live.verification.folder import SNAPSHOT, Verification

MAX_TOLD = 200
"""Differences; of more only the number is told."""
MAX_VALUE_LENGTH = 200
FIGURES = {
    "place": gettext_lazy("Place at the table"),
    "final": gettext_lazy("Final cash"),
    "before_retention": gettext_lazy("Cash before retention"),
    "retained": gettext_lazy("Cash retained"),
    "circuit_income": gettext_lazy("Circuit income"),
}
"""The names of a seat's figures; they differ at `seats.2.final`."""


def report(found: Verification, seconds: float) -> Iterator[str]:
    """Yield one line for each difference, then what was compared."""
    for difference in found.differences[:MAX_TOLD]:
        yield _line(difference)
    if len(found.differences) > MAX_TOLD:
        more = len(found.differences) - MAX_TOLD
        message = ngettext("… and %(count)s more.", "… and %(count)s more.", more)
        yield message % {"count": f"{more:,}"}
    if found.name:
        yield f"{_printable(found.name)}:"
    for line in _comparison_lines(found, seconds):
        yield f"  {line}"


def _comparison_lines(found: Verification, seconds: float) -> Iterator[str]:
    yield _("records: %(records)s, events: %(events)s, in %(seconds).1f s") % {
        "records": f"{found.records:,}",
        "events": f"{found.events:,}",
        "seconds": seconds,
    }
    yield _("statements compared: %(count)s") % {"count": f"{found.statements:,}"}
    if found.rows is None:
        yield _("no %(file)s: results and standings were not compared") % {"file": SNAPSHOT}
        return
    yield _("results compared: %(count)s") % {"count": f"{found.results:,}"}
    by_hand = {"count": f"{found.by_hand:,}"}
    yield _("results entered by hand, taken as published: %(count)s") % by_hand
    if found.rows or not found.results:
        yield _("rows of the standings compared: %(count)s") % {"count": f"{found.rows:,}"}
    else:
        yield _("standings not compared: places are being revealed, by results that are hidden")
    yield from _cuts(found)
    yield _("not everything agrees") if found.differences else _("everything agrees")


def _cuts(found: Verification) -> Iterator[str]:
    if found.cuts:
        yield _("cuts to the finals drawn again: %(count)s") % {"count": f"{found.cuts:,}"}
    if found.corrected:
        yield _("a result before a cut was corrected after it, which changes no finalist; else:")
    for difference in found.corrected[:MAX_TOLD]:
        yield f"  {_line(difference)}"


def _line(difference: Difference) -> str:
    if difference.published == MISSING and difference.field == "record":
        return f"{_printable(difference.where)}: {_printable(str(difference.recomputed))}"
    field = f"{_printable(_field_text(difference.field))}: " if difference.field else ""
    told = _("published %(published)s, recomputed %(recomputed)s") % {
        "published": _value(difference.published),
        "recomputed": _value(difference.recomputed),
    }
    return f"{_printable(difference.where)}: {field}{told}"


def _field_text(field: str) -> str:
    """Return a field of the public data in words, if it is a figure of a seat."""
    part, _dot, name = field.rpartition(".")
    seats, _dot, number = part.partition(".")
    if seats != "seats" or name not in FIGURES:
        return field
    return _("%(figure)s, seat %(number)s") % {"number": number, "figure": FIGURES[name]}


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _printable(text or '""')[:MAX_VALUE_LENGTH] if value != MISSING else MISSING


def _printable(text: str) -> str:
    """Return a server's text without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
