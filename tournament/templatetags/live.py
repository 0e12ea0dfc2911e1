"""An event's running tables in words, for the pages that update themselves.

The pages' scripts read the same words from the page.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.common.figures_wording import points_text

register = template.Library()

STATUSES = {
    "playing": _("Being played"),
    "closing": _("Last turn"),
    "adjusting": _("Closing: adjustment"),
    "adjusted": _("Closing: cash retention"),
    "retained": _("Closing: Treasurer’s circuit"),
    "richest": _("Closing: richest player"),
    "finished": _("Finished, not confirmed"),
}
JUDGE = {
    "called": _("The judge was called to this table."),
    "coming": _("A judge comes to this table."),
}
CLOCK = {
    "waiting": _("Clock not started"),
    "running": pgettext_lazy("clock", "Time left"),
    "paused": pgettext_lazy("clock", "Paused"),
    "ended": _("Time is up"),
}
CALLED_OFF = {
    "cancelled": _("This event is cancelled."),
    "postponed": _("This event is postponed. Its page will show the new day."),
}
MAX_HOUSES = 6


@register.filter
def status_text(status: str) -> Any:
    """Return a running table's status in words."""
    return STATUSES.get(status, status)


@register.filter
def judge_text(judge: str) -> Any:
    """Return that the judge was called or is on the way; "" if neither."""
    return JUDGE.get(judge, "")


@register.filter
def called_off_text(how: str) -> Any:
    """Return the word for an event that is cancelled or postponed."""
    return CALLED_OFF.get(how, how)


@register.simple_tag
def called_off(event: Any) -> str:
    """Return the sentence on a cancelled or postponed event, with its reason.

    Blank otherwise.
    """
    return f"{called_off_text(event.called_off)} {event.called_off_reason}".strip()


@register.filter
def clock_text(state: str) -> Any:
    """Return the label before a clock's time."""
    return CLOCK.get(state, state)


@register.filter
def in_language(sentence: Mapping[str, str]) -> str:
    """Return a sentence in the reader's language."""
    return sentence.get((get_language() or "en").partition("-")[0], sentence["en"])


@register.filter
def by_code(rows: Mapping[str, Any], code: str) -> Any:
    """Return the value for a player's code, None if there is none."""
    return rows.get(code)


@register.filter
def exact_points(points: str) -> str:
    """Return points of the public state in the notation of the reader's language.

    The public state writes them as `7/2`.
    """
    return points_text(Fraction(points))


@register.simple_tag
def movement(before: int | None, now: int) -> SafeString | str:
    """Return the number of places that a player rose or fell in a round.

    It is "" if there are none.
    """
    if before is None or before == now:
        return ""
    if before > now:
        text = ngettext("up %(count)d place", "up %(count)d places", before - now)
        return _rank_move("up", "▲", text, before - now)
    text = ngettext("down %(count)d place", "down %(count)d places", now - before)
    return _rank_move("down", "▼", text, now - before)


def _rank_move(way: str, sign: str, text: str, count: int) -> SafeString:
    return format_html(
        '<small class="moved {}"><span aria-hidden="true">{}{}</span>'
        '<span class="visually-hidden"> {}</span></small>',
        way,
        sign,
        count,
        text % {"count": count},
    )


@register.simple_tag
def live_words() -> dict[str, Any]:
    """Return all these words, and those for a deed's buildings, by their purpose."""
    houses = {
        f"houses-{count}": ngettext("%(count)d house", "%(count)d houses", count) % {"count": count}
        for count in range(1, MAX_HOUSES)
    }
    return {
        **{f"status-{name}": text for name, text in STATUSES.items()},
        **{f"judge-{name}": text for name, text in JUDGE.items()},
        **{f"clock-{name}": text for name, text in CLOCK.items()},
        "clock-over": pgettext("clock", "Time is up since"),
        "minutes": pgettext("clock", "%s min"),
        "worth": pgettext("worth of a player", "%(first)s at first, %(last)s now"),
        **houses,
        "houses-0": gettext("no building"),
        "mortgaged": gettext("mortgaged"),
        "hotel": gettext("hotel"),
        "apartment_building": gettext("apartment building"),
        "as-of": pgettext("time", "As of %s"),
        "at-table": pgettext("live page", "Table %s"),
        "follow": gettext("Follow %s"),
        "with-points": pgettext("live page", "%s points"),
        "revealed": pgettext("live page", "Place %r: %n."),
        "corrected": gettext("Round %r, table %t was corrected. Won by %n."),
        "won": gettext("Round %r, table %t is confirmed. Won by %n."),
        "sits": gettext("round %r, table %t, seat %s"),
        "sits-nowhere": gettext("Nobody by this name has a seat."),
        "decimal-point": get_format("DECIMAL_SEPARATOR"),
    }
