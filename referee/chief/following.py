"""Pages that follow live changes.

They ask again and again, and the answer holds the part that changed.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

LIVE_PART = "live"


def live_page(
    request: HttpRequest,
    version: object,
    templates: tuple[str, str],
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Answer with the page, its live part or 304.

    For `?part=live` the answer is the part of the page that changes, or 304.

    `version` stands for everything shown there: equal versions, by `repr`, are equal pages.
    `templates` are the page's and the part's. `context` is called only if something is
    rendered.
    """
    text = repr((get_language(), request.user.pk, version))
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    part = request.GET.get("part") == LIVE_PART
    if part:
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return unchanged
    response = render(request, templates[part], {**context(), "etag": etag})
    if part:
        response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
