"""The page on which anybody replays a record of their own.

The server judges it and stores nothing; without a script each step sends the record again.
"""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from referee.board.views.replay_document import replay_document
from referee.board.views.replay_page import moment_context
from referee.records.frames import Frames
from referee.records.uploaded_record import MAX_BYTES, BusyError, DroppedRecordError, judge_record
from tournament.accounts.sign_in.address import client_address
from tournament.common.parameters import whole_number
from tournament.common.rate_limits import allow_attempt
from tournament.console.crumbs import Crumb
from tournament.events.edition_display import EDITION_NAMES, display_of

MAX_RECORDS = 60
"""The most records from one address in a window.

A club shares one address, and without a script each step is a request.
"""
WINDOW = 60
"""The length of a window, in seconds."""
PAGE = "referee/board/drop.html"


@csrf_exempt  # It changes nothing, for nobody.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def drop(request: HttpRequest) -> HttpResponse:
    """Show the form, or replay the uploaded record at the requested moment."""
    if request.method != "POST":
        return _answer(request, {})
    if not allow_attempt(f"replayed-records:{client_address(request)}", MAX_RECORDS, WINDOW):
        return _later(request, HTTPStatus.TOO_MANY_REQUESTS, WINDOW)
    content = _content(request)
    if not content:
        return redirect("referee:drop")
    try:
        frames = judge_record(content)
    except DroppedRecordError as error:
        refused = {"refusal": error.reason, "advice": error.advice}
        return _answer(request, refused, HTTPStatus.BAD_REQUEST)
    except BusyError:
        return _later(request, HTTPStatus.SERVICE_UNAVAILABLE, 2)
    return _answer(request, _replay(frames, content, request.POST.get("at", "")))


def _content(request: HttpRequest) -> bytes:
    """Return the record from the uploaded file or the page's own field.

    Forms send other line ends, which are restored.
    """
    file = request.FILES.get("file")
    if file is not None:
        content: bytes = file.read(MAX_BYTES + 1)
        return content
    return request.POST.get("record", "").replace("\r\n", "\n").encode("utf-8", "replace")


def _replay(frames: Frames, content: bytes, at: str) -> dict[str, Any]:
    wanted = whole_number(at, most=len(frames.frames) - 1)
    edition = frames.game.state.edition
    name = str(EDITION_NAMES.get(edition.code, edition.name))
    document = json.dumps(replay_document(frames), ensure_ascii=False, separators=(",", ":"))
    return {
        "edition_display": display_of(edition, name),
        "record_text": content.decode(),
        "document": document,
        **moment_context(frames, wanted or 0, figures=True),
    }


def _answer(
    request: HttpRequest, context: dict[str, Any], status: int = HTTPStatus.OK
) -> HttpResponse:
    crumbs = [Crumb(gettext("Replay a record"))]
    return render(request, PAGE, {**context, "crumbs": crumbs}, status=status)


def _later(request: HttpRequest, status: HTTPStatus, seconds: int) -> HttpResponse:
    told = {
        "refusal": gettext("Many records are being replayed at the moment."),
        "advice": gettext("Try again in a moment."),
    }
    response = _answer(request, told, status)
    response["Retry-After"] = str(seconds)
    return response
