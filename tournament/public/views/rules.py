"""The page of the rules by which an event is played, and of its rulings.

The rulings are for questions on which the books are silent.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament.common.editions import edition_of
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_event
from tournament.events import tie_break_wording
from tournament.events.edition_display import edition_display_of
from tournament.events.rule_texts import SETTLED_GAPS, edition_rules, rulings_in_force
from tournament.events.selectors.events import EventDetail, event_detail
from tournament.models import Event


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show edition, length, rulings, points and tie-breaks of an event."""
    event = or_404(event_detail(slug))
    crumbs = to_event(event, Crumb(pgettext("of the game", "Rules")))
    context = {
        "event": event,
        "edition_display": edition_display_of(event),
        "crumbs": crumbs,
        **_in_force(event),
    }
    return render(request, "tournament/public/rules.html", context)


def _in_force(event: EventDetail) -> dict[str, object]:
    two_hours = event.mode == Event.Mode.TWO_HOUR
    edition = edition_of(event)
    retention = edition.retention if two_hours else {}
    return {
        "two_hours": two_hours,
        "corrected": bool(event.edition_file),
        "retention": retention,
        "facts": edition_rules(edition, two_hours),
        "rulings": rulings_in_force(event.rulings),
        "settled": SETTLED_GAPS,
        "points": list(enumerate(event.points_by_place, start=1)),
        "roles_made_up_for": tie_break_wording.ROLES_MADE_UP_FOR,
        "roles_made_up_for_in_full": tie_break_wording.ROLES_MADE_UP_FOR_IN_FULL,
        "discards_in_full": tie_break_wording.DISCARDS_IN_FULL,
        "tie_breaks": [
            (tie_break_wording.criterion_label(code), tie_break_wording.criterion_sentence(code))
            for code in event.tie_breaks
        ],
    }
