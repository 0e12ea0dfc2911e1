"""What the draw of a round proves of itself, for everybody."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
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
        "open": _all_published(page, problem),
        "crumbs": to_round(page.event, number, Crumb(gettext("Draw"))),
    }
    return render(request, "tournament/draw.html", context)


@require_safe
def part(request: HttpRequest, slug: str, number: int, part: str) -> JsonResponse:
    """`problem` or `draw` as `python -m tournament.seating` reads them, once every round drawn
    together is public (404 before: they would tell the rounds still hidden)."""
    page = found(selectors.event_page(slug))
    stored = found(round_of(page, number).certificate)
    if not _all_published(page, seating.problem_from_json(stored["problem"])):
        raise Http404
    response = JsonResponse(stored[part], json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{slug}-{number}-{part}.json"'
    return response


def _all_published(page: EventPage, problem: Any) -> bool:
    return set(problem.round_numbers) <= {round_.number for round_ in page.rounds}


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
