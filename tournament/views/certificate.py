"""What the draw of a round proves of itself, for everybody."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournament import seating, selectors
from tournament.draw_edits import Change, sentences
from tournament.selectors import EventPage
from tournament.views.crumbs import Crumb, to_round
from tournament.views.public import found, round_of
from tournament.views.signs import signs_of


@require_safe
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The criteria of a round's draw with values, proven bounds and named violations."""
    page = found(selectors.event_page(slug))
    stored = found(round_of(page, number).certificate)
    problem = seating.problem_from_json(stored["problem"])
    made = seating.draw_from_json(stored["draw"])
    context = {
        "event": page.event,
        "signs": signs_of(page.event),
        "number": number,
        "rounds": list(problem.round_numbers),
        "certificate": made.certificate,
        "changes": _criteria(page, problem, made),
        "crumbs": to_round(page.event, number, Crumb(gettext("Draw"))),
    }
    return render(request, "tournament/draw.html", context)


def _criteria(page: EventPage, problem: Any, made: Any) -> list[Change]:
    names = {player.code: player.name for player in page.players}
    evaluation = seating.evaluate(problem, made.rounds)
    certificate = made.certificate
    return [
        Change(
            code=code,
            title=gettext(seating.CRITERIA[code].title),
            unit=gettext(seating.CRITERIA[code].unit),
            value=certificate.violations[code],
            bound=certificate.bounds.get(code),
            findings=sentences(evaluation, code, names),
        )
        for code in certificate.order
    ]
