"""The page of the rules an event is played by, and of the rulings where the books are silent."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament import selectors, wording
from tournament.models import Event
from tournament.selectors import EventDetail
from tournament.views.crumbs import Crumb, to_event
from tournament.views.public import found
from tournament.views.rule_texts import SETTLED, edition_facts, rulings_in_force
from tournament.views.signs import edition_of, signs_of


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Edition, length, rulings, points and tie-breaks of an event."""
    event = found(selectors.event_detail(slug))
    crumbs = to_event(event, Crumb(pgettext("of the game", "Rules")))
    context = {"event": event, "signs": signs_of(event), "crumbs": crumbs, **_in_force(event)}
    return render(request, "tournament/rules.html", context)


def _in_force(event: EventDetail) -> dict[str, object]:
    two_hours = event.mode == Event.Mode.TWO_HOUR
    edition = edition_of(event)
    retention = edition.retention if two_hours else {}
    return {
        "two_hours": two_hours,
        "corrected": bool(event.edition_file),
        "retention": retention,
        "facts": edition_facts(edition, two_hours),
        "rulings": rulings_in_force(event.rulings),
        "settled": SETTLED,
        "points": list(enumerate(event.points_by_place, start=1)),
        "tie_breaks": [
            (wording.criterion_label(code), wording.criterion_sentence(code))
            for code in event.tie_breaks
        ],
    }
