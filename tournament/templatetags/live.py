"""What pages that follow an event show of its running tables, in words; their scripts find the same
words in the page."""

from typing import Any

from django import template
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

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
MAX_HOUSES = 6


@register.filter
def status_text(status: str) -> Any:
    """What a running table is at."""
    return STATUSES.get(status, status)


@register.filter
def judge_text(judge: str) -> Any:
    """Whether the judge was called, or is on the way; blank where neither."""
    return JUDGE.get(judge, "")


@register.filter
def clock_text(state: str) -> Any:
    """What stands before a clock's time."""
    return CLOCK.get(state, state)


@register.simple_tag
def live_words() -> dict[str, Any]:
    """All these words by what they are for, and a deed's buildings."""
    houses = {
        f"houses-{count}": ngettext("%(count)d house", "%(count)d houses", count) % {"count": count}
        for count in range(1, MAX_HOUSES)
    }
    return {
        **{f"status-{name}": text for name, text in STATUSES.items()},
        **{f"judge-{name}": text for name, text in JUDGE.items()},
        **{f"clock-{name}": text for name, text in CLOCK.items()},
        **houses,
        "houses-0": gettext("no building"),
        "mortgaged": gettext("mortgaged"),
        "hotel": gettext("hotel"),
        "apartment_building": gettext("apartment building"),
        "as-of": pgettext("time", "As of %s"),
    }
