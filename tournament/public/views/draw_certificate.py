"""The public proof of a round's draw; only its seal while rounds are hidden."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from tournament import seating
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_round
from tournament.draws.evaluation import CriterionValue, violation_sentences
from tournament.events.edition_display import edition_display_of
from tournament.events.seating_wording import SENTENCES
from tournament.events.selectors.events import event_detail
from tournament.public.views.pages import round_of
from tournament.rounds.selectors.seals import DrawnRounds, SealView, drawn_rounds, seals_of
from tournament.standings.selectors.pages import EventPage, event_page


@require_safe
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the criteria of a round's draw.

    They have values, proven bounds and named violations. While the draw would reveal a hidden
    round, only its seal appears, with the facts that the public rounds show anyway.
    """
    page = or_404(event_page(slug))
    shown = round_of(page, number)
    seals = seals_of(page.event.pk, number)
    seal = _in_force(seals)
    drawn = drawn_rounds(page.event.pk, seal.commitment)
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "number": number,
        "seal": seal,
        "earlier": [item for item in seals if item is not seal],
        "by_hand": shown.certificate is None,
        "certificate": drawn and drawn.certificate,
        "known": drawn and list(drawn.problem.round_numbers),
        "changes": _criteria(page, drawn) if drawn else [],
        "crumbs": to_round(page.event, number, Crumb(pgettext("seating", "Draw"))),
    }
    return render(request, "tournament/public/draw.html", context)


@require_safe
def part(request: HttpRequest, slug: str, number: int, part: str) -> JsonResponse:
    """Send `problem` or `draw` as `python -m tournament.seating` reads them.

    404 before the draw is open, because they would reveal the hidden rounds.
    """
    page = or_404(event_page(slug))
    round_of(page, number)
    seal = _in_force(seals_of(page.event.pk, number))
    drawn = or_404(drawn_rounds(page.event.pk, seal.commitment))
    certificate = or_404(drawn.certificate)
    made = seating.Draw(drawn.tables, certificate)
    content = seating.problem_to_json(drawn.problem) if part == "problem" else made.to_json()
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{slug}-{number}-{part}.json"'
    return response


@require_safe
def opening(request: HttpRequest, slug: str, commitment: str) -> HttpResponse:
    """Send the opening of a seal; 404 while it is closed.

    It is, byte for byte, the text of which the seal is the SHA-256.
    """
    event = or_404(event_detail(slug))
    text = or_404(or_404(drawn_rounds(event.pk, commitment)).opening)
    response = HttpResponse(text.encode(), content_type="application/json")
    name = f"{slug}-draw-{commitment[:8]}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _in_force(seals: list[SealView]) -> SealView:
    return or_404(next((seal for seal in seals if seal.in_force), None))


def _criteria(page: EventPage, drawn: DrawnRounds) -> list[CriterionValue]:
    """Return the criteria over the draw's public rounds; bounds are of the whole draw."""
    names: dict[str, str] = {player.code: player.name for player in page.players}
    evaluation = seating.evaluate(drawn.problem, drawn.tables)
    bounds: Any = drawn.certificate.bounds if drawn.certificate else {}
    return [
        CriterionValue(
            code=code,
            title=gettext(seating.CRITERIA[code].title),
            about=str(SENTENCES[code]),
            value=evaluation.violations[code],
            bound=bounds.get(code),
            findings=violation_sentences(evaluation, code, names),
        )
        for code in drawn.problem.order
    ]
