"""Correcting a log in place, on the sheets of the tablet.

The sheets ask the same bridge, here on the server.
"""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from referee.chief.views.pages import chief_only, game_of
from referee.engine.refusals import FormError
from referee.engine.strictjson import read_line
from referee.journal.judgement import BrokenLogError
from referee.language import language
from referee.log.overview import board_row
from referee.log.rows import event_of
from referee.log.table_setup import setup_of
from referee.models import GameLog, LoggedEvent
from referee.tablet.api.access import ChiefThrottle
from referee.tablet.bridge import Bridge

QUESTIONS = frozenset({"open", "moment", "at_moment", "revision", "explain", "ladder", "reference"})
"""Questions that the page of a correction asks; none of them changes anything."""
FAULTS = (KeyError, TypeError, ValueError, AttributeError, IndexError, FormError, BrokenLogError)
"""Raised by a question that the page would never send, or by a broken log."""
MAX_QUESTION = 20_000
"""The longest question, in characters: a correction with its events."""


@require_safe
@chief_only
def correct(request: HttpRequest, game: UUID, seq: int) -> HttpResponse:
    """Show the sheet on which the event in row `seq` was entered, filled in with it."""
    shown = game_of(game)
    if board_row(shown, seq) is None:
        raise Http404
    context = {"game": shown, "seq": seq, "static_url": settings.STATIC_URL}
    return render(request, "referee/chief/correct.html", context)


@require_POST
@chief_only
def ask(request: HttpRequest, game: UUID) -> HttpResponse:
    """Answer `{method, question}` (JSON) from the bridge, about the log as it is now.

    400 for a question that the page would not send and for a broken log; 429 with a sentence
    (`detail`) for too many questions.
    """
    wait = ChiefThrottle.seconds_to_wait(request)
    if wait:
        detail = gettext("Too many questions at once: wait a few seconds, then try again.")
        return JsonResponse({"detail": detail}, status=429, headers={"Retry-After": str(wait)})
    shown = game_of(game)
    try:
        answer = _answer(shown, *_parse_question(request))
    except FAULTS:
        return JsonResponse({}, status=400)
    return JsonResponse(answer)


def _parse_question(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    """Parse the question; ValueError, FormError or KeyError for anything else."""
    if request.content_type != "application/json" or len(request.body) > MAX_QUESTION:
        raise ValueError("no question")
    asked = read_line(request.body.decode())
    method, question = asked["method"], asked["question"]
    if method not in QUESTIONS or not isinstance(question, dict):
        raise ValueError(method)
    return method, {**question, "chief": True} if method == "revision" else question


def _answer(game: GameLog, method: str, question: dict[str, Any]) -> dict[str, Any]:
    bridge = Bridge()
    opened = bridge.ask("open", _log_question(game))
    return opened if method == "open" else bridge.ask(method, question)


def _log_question(game: GameLog) -> dict[str, Any]:
    """Return the whole log of a game for the bridge to fold (2 queries)."""
    setup = setup_of(game)
    rows = LoggedEvent.objects.filter(game=game).order_by("seq")
    return {
        "header": setup.header,
        "roles": "thrown" if setup.thrown else "drawn",
        "seats": [],
        "steps": [],
        "language": language(),
        "chief": True,
        "log": [
            {"n": row.seq, "at": row.at, "kind": row.kind, "event": event_of(row)} for row in rows
        ],
    }
