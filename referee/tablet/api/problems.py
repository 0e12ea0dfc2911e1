"""Errors as problem details (RFC 9457), in the language of the request."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from referee.devices.paired import PairingError
from referee.log.batch import LogFullError
from referee.log.calls import MAX_CALLS, CallRefusedError, TooManyCallsError
from referee.log.head import EventOverError, RevokedError, TokenUnknownError
from referee.log.known_events import EventChangedError
from referee.log.lease import LeaseMovedError
from referee.log.set_aside import TooManySetAsideError
from referee.log.wire import MalformedError
from referee.tablet.api.access import EVENT_OVER, TOKEN_UNKNOWN
from referee.tablet.api.admission import BusyError
from referee.tablet.api.corrections_limit import CorrectionsLimitError
from tournament.common.database_faults import DatabaseFault, database_fault
from tournament.common.problems import MEDIA_TYPE, problem_details

logger = logging.getLogger(__name__)
RETRY_AFTER = 1
RETRY_FULL_AFTER = 30
"""Seconds until a retry where something is full: people have to make room first."""

PAIRING_PROBLEMS = {
    "unknown": (404, _("This code is not known: check it, or ask for a new one.")),
    "used": (409, _("This code has already been used: ask for a new one.")),
    "expired": (410, _("This code has expired: ask for a new one.")),
    "over": (410, _("This event is over: no tablet can be paired with it any more.")),
    "locked": (423, _("This code was mistyped too often: ask for a new one.")),
    "revoked": (410, _("This code was withdrawn: ask for a new one.")),
    "early": (
        404,
        _("There is no game for this table yet: try again once the round is published."),
    ),
    "days": (410, _("This code is valid on the event’s days only.")),
    "no-table": (404, _("The newest round has no table with this number.")),
    "full": (423, _("This table has had too many tablets: ask the chief referee for a code.")),
}
TITLES = {
    400: _("The request does not have the right form"),
    401: _("Not paired"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Not possible here"),
    406: _("Not available in this form"),
    409: _("Somebody else was faster"),
    410: _("Expired"),
    413: _("Too large"),
    415: _("Not JSON"),
    422: _("The event was changed"),
    423: _("Locked"),
    429: _("Too much for now"),
    503: _("The server is busy"),
}
CODES = {401: "token-unknown", 404: "not-found", 429: "throttled"}


def problem(status: int, code: str, detail: Any, *, title: Any = "", **more: Any) -> Response:
    """Return a problem as a response, with the status's title unless another is given."""
    body = problem_details(status, code, str(title or TITLES[status]), str(detail), **more)
    headers = {"Retry-After": str(RETRY_AFTER)} if status in (429, 503) else None
    return Response(body, status=status, headers=headers, content_type=MEDIA_TYPE)


def handle_exception(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response to an error; None for bugs.

    Bugs get the server's own page (500).
    """
    if (fault := database_fault(error)) is not None:
        set_rollback()
        return _unsaved_problem(fault, error)
    for kind, respond in RESPONSES.items():
        if isinstance(error, kind):
            set_rollback()
            return respond(error)
    return None


def _malformed_problem(error: Any) -> Response:
    fault = {"field": error.field, "detail": str(error.detail)}
    return problem(400, "malformed", str(error), errors=[fault])


def _invalid(error: Any) -> Response:
    faults = [
        {"field": field, "detail": " ".join(map(str, details))}
        for field, details in error.detail.items()
    ]
    detail = "; ".join(f"{fault['field']}: {fault['detail']}" for fault in faults)
    return problem(400, "malformed", detail, errors=faults)


def _pairing_problem(error: Any) -> Response:
    status, detail = PAIRING_PROBLEMS[error.code]
    return problem(status, f"pairing-{error.code}", detail)


def _changed_event_problem(error: Any) -> Response:
    detail = _("This event was sent before with other content: it is not what was recorded.")
    return problem(422, "event-changed", detail, event_id=str(error.event_id))


def _lease_moved(error: Any) -> Response:
    detail = _("Another tablet took over meanwhile.")
    return problem(409, "lease-moved", detail, epoch=error.game.lease_epoch)


def _revoked_problem(error: Any) -> Response:
    over = isinstance(error, EventOverError)
    detail = EVENT_OVER if over else _("This tablet was revoked.")
    return problem(403, "device-revoked", detail)


def _token_unknown(_error: Any) -> Response:
    response = problem(401, CODES[401], TOKEN_UNKNOWN)
    response["WWW-Authenticate"] = "Bearer"
    return response


def _too_many(_error: Any) -> Response:
    detail = _("Too many events wait for the chief referee: they stay on the tablet for now.")
    return _full("set-aside-full", detail)


def _log_full(_error: Any) -> Response:
    detail = _("The log of this table has no room for more of this: it goes to the chief referee.")
    return _full("log-full", detail)


def _corrections(error: Any) -> Response:
    detail = _("Too many corrections came to nothing: the tablet tries again by itself.")
    response = problem(429, CODES[429], detail)
    response["Retry-After"] = str(error.wait)
    return response


def _full(code: str, detail: Any) -> Response:
    response = problem(429, code, detail)
    response["Retry-After"] = str(RETRY_FULL_AFTER)
    return response


def _not_your_call(_error: Any) -> Response:
    return problem(409, "call-refused", _("This call cannot be made from this table."))


def _too_many_calls(_error: Any) -> Response:
    detail = _(
        "This table has called %(most)d times, and no more calls are taken:"
        " send somebody to the chief referee."
    )
    title = _("The chief referee was not called")
    return problem(409, "calls-full", detail % {"most": MAX_CALLS}, title=str(title))


def _busy(error: Any) -> Response:
    logger.warning("The server is busy: %s", error)
    return problem(503, "busy", _("The server is busy: the tablet tries again by itself."))


def _unsaved_problem(fault: DatabaseFault, error: Exception) -> Response:
    logger.warning("Nothing was saved: %s", error)
    response = problem(503, fault.value, fault.detail, title=str(fault.title))
    response["Retry-After"] = str(fault.retry_after)
    return response


def _not_found(_error: Any) -> Response:
    return problem(404, "not-found", _("There is nothing here for this tablet."))


def _api(error: Any) -> Response:
    status = error.status_code
    code = error.detail.code if hasattr(error.detail, "code") else "error"
    if status in CODES and code != "token-unknown":
        code = CODES[status]
    response = problem(status, code.replace("_", "-"), error.detail)
    if getattr(error, "wait", None):
        response["Retry-After"] = str(error.wait)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


RESPONSES: Mapping[type[Exception], Callable[[Any], Response]] = {
    MalformedError: _malformed_problem,
    PairingError: _pairing_problem,
    EventChangedError: _changed_event_problem,
    LeaseMovedError: _lease_moved,
    RevokedError: _revoked_problem,
    TokenUnknownError: _token_unknown,
    TooManySetAsideError: _too_many,
    LogFullError: _log_full,
    CorrectionsLimitError: _corrections,
    CallRefusedError: _not_your_call,
    TooManyCallsError: _too_many_calls,
    OperationalError: _busy,
    BusyError: _busy,
    Http404: _not_found,
    PermissionDenied: _not_found,
    exceptions.ValidationError: _invalid,
    exceptions.APIException: _api,
}
