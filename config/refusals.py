"""Refusals in the language of the request, most of them before Django sees it."""

import json
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.incoming import read_cookies
from tournament.common.database_faults import DatabaseFault
from tournament.common.problems import MEDIA_TYPE, problem_details

_PROBLEMS: dict[int, tuple[str, Promise, Promise]] = {
    403: ("clear-text", _("Only by a secure address"), _("Use the address with https.")),
    408: ("too-slow", _("Too slow"), _("The request took too long to arrive.")),
    413: ("too-large", _("Too large"), _("At most %(kilobytes)d KB can be sent to this address.")),
    503: ("busy", _("The server is busy"), _("Try again in a moment.")),
}
# Tablets read JSON only.
_JSON_BELOW = ("/api/", "/tablet/judge/")
_PAGE_POLICY = "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""Methods of requests that write nothing, or nothing that anybody waits for."""
_HEADERS = {
    "Cache-Control": "no-store",
    "Connection": "close",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def is_json(path: str) -> bool:
    """Return whether the clients of `path` read JSON."""
    return path.startswith(_JSON_BELOW)


def refusal_of(request: HttpRequest, status: int) -> HttpResponse:
    """Return the refusal of a request that has come as far as Django."""
    headers, content = refusal(
        status,
        request.path,
        accepted=request.headers.get("Accept-Language", ""),
        cookies=request.headers.get("Cookie", ""),
    )
    return HttpResponse(content, status=status, headers=headers)


def unsaved_of(request: HttpRequest, fault: DatabaseFault) -> HttpResponse:
    """Return the answer to a request of which the database took nothing."""
    headers, content = unsaved_response(
        fault,
        as_json=is_json(request.path) or request.content_type == "application/json",
        back=request.get_full_path()
        if request.method in SAFE_METHODS
        else way_back(request.headers.get("Referer", ""), request.get_host()),
        accepted=request.headers.get("Accept-Language", ""),
        cookies=request.headers.get("Cookie", ""),
    )
    # Only the server may set this header; WSGI forbids it to applications.
    del headers["Connection"]
    return HttpResponse(content, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)


def way_back(referer: str, host: str) -> str:
    """Return the page whose form was sent to a host.

    "" if it is unknown, or another host's.
    """
    return referer if referer.startswith((f"http://{host}/", f"https://{host}/")) else ""


def unsaved_response(
    fault: DatabaseFault, *, as_json: bool, back: str = "", accepted: str, cookies: str
) -> tuple[dict[str, str], bytes]:
    """Return headers and body that say why a write could not be saved.

    `back` leads to its form.
    """
    with translation.override(_language(accepted, cookies)):
        if as_json:
            found = problem_details(503, fault.value, str(fault.title), str(fault.detail))
            kind, body = MEDIA_TYPE, json.dumps(found, ensure_ascii=False)
            more = {}
        else:
            kind, body = "text/html; charset=utf-8", _page(fault, back)
            more = {"Content-Security-Policy": _PAGE_POLICY}
    content = body.encode()
    length = {"Content-Type": kind, "Content-Length": str(len(content))}
    return _HEADERS | more | length | {"Retry-After": str(fault.retry_after)}, content


def _page(fault: DatabaseFault, back: str) -> str:
    return render_to_string("503.html", {"fault": fault, "back": back})


def refusal(
    status: int, path: str, *, most: int = 0, accepted: str, cookies: str
) -> tuple[dict[str, str], bytes]:
    """Return headers and body of a refusal with a status of `_PROBLEMS`.

    `most` is how many bytes are taken, `accepted` and `cookies` are the request's Accept-Language
    and Cookie.
    """
    with translation.override(_language(accepted, cookies)):
        code, title, detail = _PROBLEMS[status]
        sentence = str(detail) % {"kilobytes": most // 1024}
        if is_json(path):
            found = problem_details(status, code, str(title), sentence)
            kind, body = MEDIA_TYPE, json.dumps(found, ensure_ascii=False)
        else:
            kind, body = "text/plain; charset=utf-8", f"{title}. {sentence}\n"
    content = body.encode()
    headers = {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(content))}
    return (headers | {"Retry-After": "1"} if status == 503 else headers), content


def _language(accepted: str, cookies: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    request.COOKIES = read_cookies(cookies)
    return translation.get_language_from_request(request)
