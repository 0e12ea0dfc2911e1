"""How a game ends, in words that are true of any length."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.models import Event

BOOK_MINUTES = 120
"""The length of the two-hour game as the rulebook names it."""

MODE_CHOICES = [
    (
        Event.Mode.TWO_HOUR,
        _("Game by the clock: until time is called (the rulebook’s two-hour game)"),
    ),
    (Event.Mode.A, Event.Mode.A.label),
    (Event.Mode.B, Event.Mode.B.label),
]
"""The choices where the length is a field of its own."""


def mode_label(mode: str, minutes: int) -> str:
    """Return how games of this length end: “Game by the clock, 60 minutes”."""
    if mode != Event.Mode.TWO_HOUR or minutes == BOOK_MINUTES:
        return str(Event.Mode(mode).label)
    text = ngettext(
        "Game by the clock, %(minutes)d minute", "Game by the clock, %(minutes)d minutes", minutes
    )
    return text % {"minutes": minutes}
