"""Texts for the script of the big screen.

The server draws the first view; the script draws all later ones.
"""

from typing import Any

from django import template
from django.utils.translation import gettext, ngettext, pgettext

from tournament.boards import boards
from tournament.common import finals
from tournament.common.editions import edition_of
from tournament.models import Event, Seat
from tournament.templatetags.live import CALLED_OFF, live_words

register = template.Library()


WARNING_MINUTES = (15, 5, 1)
"""Minutes left at which the hall page warns (`hall.js`)."""


@register.simple_tag
def screen_words(event: finals.WithFinals) -> dict[str, Any]:
    """Return the words for the page's script, by their use.

    These are the words of all pages that follow an event, those of the screen, and the rounds of
    the event's finals by number.
    """
    roles = {f"role-{role.value}": role.label for role in Seat.Role}
    numbers = range(1, event.number_of_rounds + 1)
    return {
        **live_words(),
        **roles,
        **{f"called-off-{how}": text for how, text in CALLED_OFF.items()},
        **{
            f"number-{number}": finals.number_text(event, number)
            for number in numbers
            if finals.stage_of(event, number)
        },
        **{f"left-{minutes * 60}": _minutes_left(minutes) for minutes in WARNING_MINUTES},
        "left-0": gettext("Time is up"),
        "panel-standings": gettext("Standings"),
        "panel-teams": gettext("Teams"),
        "panel-podium": pgettext("big screen", "Podium"),
        "panel-reveal": pgettext("big screen", "Final standings"),
        "panel-tables": pgettext("big screen", "At the tables now"),
        "panel-if-called": pgettext("big screen", "If time were called now at table %t"),
        "panel-map": pgettext("big screen", "The hall in round %r"),
        "map-waiting": pgettext("table in the hall", "Not begun"),
        "map-confirmed": pgettext("table in the hall", "Confirmed"),
        "map-judge": pgettext("table in the hall", "Judge called"),
        "panel-seats": pgettext("big screen", "Seats of round %r"),
        "panel-places": pgettext("big screen", "Tables of round %r"),
        "next-round": pgettext("big screen", "Next: round %r"),
        "panel-results": pgettext("big screen", "Results as confirmed"),
        "page": pgettext("big screen", "%p of %n"),
        "player": gettext("Player"),
        "team": gettext("Team"),
        "points": gettext("Points"),
        "finals": gettext("Finals"),
        "now": pgettext("projected standings", "Place now"),
        "round": pgettext("big screen", "Round %r"),
        "round-and-table": pgettext("big screen", "Round %r, table %t"),
        "table-and-seat": pgettext("big screen", "Table %t, seat %s"),
        "with-points": pgettext("big screen", "Points: %s"),
        "with-final-points": pgettext("big screen", "Points in the finals: %s"),
        "corrected": pgettext("result", "corrected"),
        "review": pgettext("result", "under review"),
    }


@register.simple_tag
def big_screen_words(event: Event) -> dict[str, Any]:
    """Return the words for the script of the big screen, by their use.

    Beside those of all projectors, they are about the end procedure of a running table.
    """
    return {**screen_words(event), **boards().if_called_words(edition_of(event))}


@register.simple_tag
def overlay_words(event: finals.WithFinals) -> dict[str, Any]:
    """Return the words for the script of the overlay, by their use."""
    return {
        **screen_words(event),
        "on-turn": gettext("On turn"),
        "out": gettext("Out of the game"),
        "expected": pgettext("overlay", "If time were called now: %s"),
        "place": pgettext("overlay", "Place %s"),
        "not-shown": pgettext("overlay", "This table is not shown now."),
    }


def _minutes_left(minutes: int) -> str:
    sentence = ngettext("%(count)d minute left", "%(count)d minutes left", minutes)
    return sentence % {"count": minutes}
