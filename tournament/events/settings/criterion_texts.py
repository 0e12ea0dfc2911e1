"""The criteria of the draw as an organiser puts them in order."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament import seating
from tournament.events.seating_wording import SENTENCES
from tournament.events.settings.ordered_choice import Option

NAMES = {
    "spread": pgettext_lazy("criterion of the draw", "Equal scores at a table"),
    "roles": pgettext_lazy("criterion of the draw", "Both roles equally often"),
    "snake": pgettext_lazy("criterion of the draw", "Strong and weak mixed"),
}
"""Everyday names for criteria whose own title is a technical term."""


def _option(code: str) -> Option:
    title = NAMES.get(code) or _(seating.CRITERIA[code].title)
    return Option(code, title, SENTENCES[code])


OTHERS = tuple(code for code in seating.CRITERIA if code not in seating.DEFAULT_ORDER)
CRITERIA = tuple(map(_option, (*seating.DEFAULT_ORDER, *OTHERS)))
"""All criteria: those of the usual order, then the others."""
