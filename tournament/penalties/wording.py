"""Names of penalties and of seats' outcomes, in the reader's language."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.competition.seat_outcomes import ABANDONED, DISQUALIFIED, NO_SHOW, WALK_OVER
from tournament.common import figures_wording
from tournament.models import Penalty

OUTCOMES = {
    NO_SHOW: gettext_lazy("Did not come"),
    DISQUALIFIED: pgettext_lazy("at the table", "Disqualified"),
    WALK_OVER: gettext_lazy("Walk-over"),
    ABANDONED: gettext_lazy("Game abandoned"),
}
SIGNS = {
    NO_SHOW: "\N{EN DASH}",
    DISQUALIFIED: "\N{MULTIPLICATION SIGN}",
    WALK_OVER: "+",
    ABANDONED: "\N{ALMOST EQUAL TO}",
}
"""Signs shown instead of a rank where space is short."""


def outcome_label(outcome: str) -> str:
    """Return the outcome of a seat in a few words, blank for one that was played."""
    return str(OUTCOMES[outcome]) if outcome else ""


def outcome_sign(outcome: str) -> str:
    """Return the outcome of a seat in one sign."""
    return SIGNS.get(outcome, "")


def penalty_text(kind: str, points: Fraction | None, places: int | None) -> str:
    """Return a penalty in a few words: `Points taken off: 2`."""
    if kind == Penalty.Kind.POINTS:
        amount = figures_wording.points_text(points or Fraction(0))
        return _("Points taken off: %(points)s") % {"points": amount}
    if kind == Penalty.Kind.PLACES:
        return _("Places lost: %(places)d") % {"places": places or 0}
    return str(Penalty.Kind(kind).label)
