"""What each criterion of the draw asks for, in a sentence."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament import seating
from tournament.views.settings.ordered_choice import Option

SENTENCES = {
    "apart": _("Pairs that you keep apart do not share a table."),
    "rematches": _("Two players meet once before anybody meets twice."),
    "recent": _("Where two have to meet again, their last meeting is long ago."),
    "roles": _("Everybody is as often competitor as monopolist."),
    "sizes": _("Nobody sits at a smaller or larger table again and again."),
    "clubs": _(
        "Players of one club do not share a table; where the event has teams of its own, those of "
        "one team."
    ),
    "spread": _("Players at a table have about the same number of points."),
    "snake": _("The first, the middle and the last of the standings are spread over all tables."),
    "opponents": _("Of two players each is as often the competitor against the other."),
    "positions": _("Everybody begins first, second, third … about equally often."),
}
NAMES = {
    "spread": pgettext_lazy("criterion of the draw", "Equal scores at a table"),
    "snake": pgettext_lazy("criterion of the draw", "Strong and weak mixed"),
}
"""Everyday words where the criterion's own title is a term of the field."""


def _option(code: str) -> Option:
    title = NAMES.get(code) or _(seating.CRITERIA[code].title)
    return Option(code, title, SENTENCES[code])


OTHERS = tuple(code for code in seating.CRITERIA if code not in seating.DEFAULT_ORDER)
CRITERIA = tuple(map(_option, (*seating.DEFAULT_ORDER, *OTHERS)))
"""All criteria: those of the usual order, then the others."""
