"""The address to which a hall sends its event: `/api/v1/uploads/{event}`."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from referee.models import UploadKey
from referee.uploads.conflicts import ConflictsError
from referee.uploads.keys import recognise_key
from referee.uploads.receiving import OutdatedError, RevokedError, listed, receive, state_of
from tournament.accounts.sign_in.address import client_address
from tournament.backups.files import stored_upload
from tournament.common.problems import MEDIA_TYPE, problem_details
from tournament.common.rate_limits import allow_attempt
from tournament.common.secret_tokens import TOKEN_FORM

ATTEMPTS, SECONDS = 120, 60
"""How many requests a key may send, or an address without one, and in how many seconds."""
_RECEIPT = re.compile(r'"(\d{1,9})"')
_BEARER = re.compile(f"Bearer ({TOKEN_FORM})", re.IGNORECASE)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with what this server has, or take an upload that follows on it.

    `If-Match` names the receipt on which an upload follows.
    """
    given = _BEARER.fullmatch(request.headers.get("Authorization", ""))
    key = recognise_key(slug, given[1]) if given else None
    # Whatever else comes from a hall's address, its key passes.
    counted = f"key:{key.pk}" if key else client_address(request)
    if not allow_attempt(f"upload:{counted}", ATTEMPTS, SECONDS):
        text = _("Too many uploads from this address: wait a minute.")
        return _problem(HTTPStatus.TOO_MANY_REQUESTS, "too-many", text, {"Retry-After": "60"})
    if given is None or key is None:
        return _unknown_key()
    if request.method != "POST":
        return JsonResponse(state_of(key))
    return _receive(request, key, given[1])


def _receive(request: HttpRequest, key: UploadKey, secret: str) -> HttpResponse:
    receipt = _RECEIPT.fullmatch(request.headers.get("If-Match", ""))
    if receipt is None:
        text = _("The request does not say on which upload it follows (If-Match).")
        return _problem(HTTPStatus.PRECONDITION_REQUIRED, "no-receipt", text)
    try:
        with stored_upload(request) as file:  # type: ignore[arg-type]
            answer = receive(key=key, secret=secret, file=file, receipt=int(receipt[1]))
    except RevokedError:
        return _unknown_key()
    except OutdatedError:
        text = _("Another upload of this event was faster: ask for the state, and send again.")
        return _problem(HTTPStatus.PRECONDITION_FAILED, "outdated", text)
    except ConflictsError as error:
        return _conflicts(error)
    except ValidationError as error:
        text = " ".join(error.messages)
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-taken", text)
    except OSError as error:
        text = error.strerror or str(error)
        return _problem(HTTPStatus.INSUFFICIENT_STORAGE, "disk", text)
    return JsonResponse(answer)


def _unknown_key() -> HttpResponse:
    text = _("This key is not known for this event, or was revoked: ask the platform for another.")
    return _problem(HTTPStatus.UNAUTHORIZED, "key-unknown", text, {"WWW-Authenticate": "Bearer"})


def _conflicts(error: ConflictsError) -> HttpResponse:
    number = len(error.conflicts)
    text = ngettext(
        "The platform has one thing otherwise. Nothing was changed on either side.",
        "The platform has %(number)d things otherwise. Nothing was changed on either side.",
        number,
    )
    more = {"conflicts": listed(error), "found": number}
    return _problem(HTTPStatus.CONFLICT, "conflicts", text % {"number": number}, more=more)


def _problem(
    status: HTTPStatus,
    code: str,
    detail: str,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    problem = problem_details(status, code, status.phrase, detail, **(more or {}))
    return JsonResponse(problem, status=status, headers=headers, content_type=MEDIA_TYPE)
