"""Short refusals in the language of the request, most of them before Django sees it."""

import json
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.incoming import read_cookies

_PROBLEMS: dict[int, tuple[str, Promise, Promise]] = {
    403: ("clear-text", _("Only by a secure address"), _("Use the address with https.")),
    408: ("too-slow", _("Too slow"), _("The request took too long to arrive.")),
    413: ("too-large", _("Too large"), _("At most %(kilobytes)d KB can be sent to this address.")),
    503: ("busy", _("The server is busy"), _("Try again in a moment.")),
}
# What tablets read is JSON, as all they get.
_JSON_BELOW = ("/api/", "/tablet/judge/")
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
    """Whether whoever asks for `path` reads JSON."""
    return path.startswith(_JSON_BELOW)


def refusal_of(request: HttpRequest, status: int) -> HttpResponse:
    """The refusal of a request that has come as far as Django."""
    headers, content = refusal(
        status,
        request.path,
        accepted=request.headers.get("Accept-Language", ""),
        cookies=request.headers.get("Cookie", ""),
    )
    return HttpResponse(content, status=status, headers=headers)


def refusal(
    status: int, path: str, *, most: int = 0, accepted: str, cookies: str
) -> tuple[dict[str, str], bytes]:
    """Headers and body of a refusal with a status of `_PROBLEMS`; `most` is how many bytes are
    taken, `accepted` and `cookies` are the request's Accept-Language and Cookie."""
    with translation.override(_language(accepted, cookies)):
        code, title, detail = _PROBLEMS[status]
        sentence = str(detail) % {"kilobytes": most // 1024}
        if is_json(path):
            found: Mapping[str, object] = {
                "type": f"urn:treasurer:problem:{code}",
                "code": code,
                "title": str(title),
                "status": status,
                "detail": sentence,
            }
            kind, body = "application/problem+json", json.dumps(found, ensure_ascii=False)
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
