"""Questions asked before something is done.

Each is a page with a form that says that one is sure.
"""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext

from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_console_round
from tournament.draws.advice import (
    likely_objections,
    results_missing_before,
    rounds_seated_by_hand,
)
from tournament.draws.outdated import absent_text, changes_since_draw
from tournament.events.selectors.events import event_detail
from tournament.models import Event, Round
from tournament.rounds.selectors.leavers import seated_leavers
from tournament.rounds.wording import MAX_TABLES_NAMED, leaver_text
from tournament.visibility import Reader

CONFIRMED = "sure"


def ask_before_publishing(request: HttpRequest, round: Round) -> HttpResponse | None:
    """Ask before a round is published with faults in its seats.

    The question names players who dropped out or will not play, faults that the draw could not
    avoid, and faults that swaps by hand brought in. None if there is nothing to name, or if the
    user has confirmed it.
    """
    if request.POST.get(CONFIRMED):
        return None
    left, leavers = likely_objections(round), seated_leavers(round)
    absent = changes_since_draw(round).absent
    if not left and not leavers and not absent:
        return None
    sentences = [leaver_text(name, table) for name, table in leavers[:MAX_TABLES_NAMED]]
    if len(leavers) > MAX_TABLES_NAMED:
        sentences.append("…")
    if absent:
        sentences.append(absent_text(absent))
    if left:
        sentences.append(gettext("Players will ask about these seats:"))
    question = {
        "title": gettext("Publish round %(number)d as it is?") % {"number": round.number},
        "text": " ".join(sentences),
        "changes": left,
        "fields": {name: request.POST[name] for name in ("step", "seen") if name in request.POST},
        "button": gettext("Publish anyway"),
    }
    return _ask(request, round.event, round.number, question)


def ask_before_drawing(request: HttpRequest, event: Event, numbers: range) -> HttpResponse | None:
    """Ask before a draw that replaces seats set by hand or misses results.

    The question names these seats and results. None if there are none, or if the user has
    confirmed it.
    """
    if request.POST.get(CONFIRMED):
        return None
    missing = results_missing_before(event, numbers[0])
    by_hand = rounds_seated_by_hand(event, numbers)
    if not by_hand and not missing:
        return None
    question = {
        "title": gettext("Draw again?") if by_hand else gettext("Draw without these results?"),
        "text": " ".join(filter(None, (_missing_text(missing), _by_hand_text(by_hand)))),
        "fields": {
            name: request.POST[name]
            for name in ("seconds", "all_rounds", "seen")
            if name in request.POST
        },
        "button": pgettext("answer", "Draw again") if by_hand else gettext("Draw all the same"),
    }
    return _ask(request, event, numbers[0], question)


def _missing_text(missing: list[tuple[int, int]]) -> str:
    if not missing:
        return ""
    places = [gettext("round %(round)d, table %(table)d") % {"round": round, "table": table}
              for round, table in missing[:MAX_TABLES_NAMED]]  # fmt: skip
    more = "; …" if len(missing) > MAX_TABLES_NAMED else ""
    sentence = gettext("Tables follow the scores, and results are missing: %(places)s.")
    return sentence % {"places": "; ".join(places) + more}


def _by_hand_text(by_hand: list[int]) -> str:
    if not by_hand:
        return ""
    text = ngettext(
        "Seats of round %(rounds)s were changed by hand. Another draw replaces all of them but"
        " those that are kept.",
        "Seats of rounds %(rounds)s were changed by hand. Another draw replaces all of them but"
        " those that are kept.",
        len(by_hand),
    )
    return text % {"rounds": ", ".join(map(str, by_hand))}


def _ask(
    request: HttpRequest, event: Event, number: int, question: Mapping[str, object]
) -> HttpResponse:
    detail = or_404(event_detail(event.slug, Reader.STAFF))
    crumbs = to_console_round(detail, number, Crumb(pgettext("seating", "Draw")))
    context = {
        "event": detail,
        "number": number,
        "crumbs": crumbs,
        "sure": CONFIRMED,
        # The question's own address takes no GET.
        "back": reverse("tournament:organise-draw", args=[event.slug, number]),
        **question,
    }
    return render(request, "tournament/draws/confirm.html", context)
