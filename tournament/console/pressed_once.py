"""Protection against a form that is sent twice.

The form is taken once: the second press gets the answer of the first.
"""

import time
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournament.console.staff import StaffRequest

View = Callable[..., HttpResponse]
WITHIN_SECONDS = 20
"""How long a submitted form is remembered, with its answer.

Someone who submits it again later means it. An answer may show a one-time link, such as an
invitation's: it stays in the server's cache no longer than this, and only the same person's same
form finds it.
"""
LOOK_AGAIN_SECONDS = 0.05
UNDER_WAY = "under way"


def pressed_once(view: View) -> View:
    """Take the same form only once, for views that would create something each time.

    The CSRF token tells it, because it differs each time a page is written. Without one, as a
    script sends it, each request counts.
    """

    @wraps(view)
    def wrapper(request: StaffRequest, **named: Any) -> HttpResponse:
        if request.method != "POST" or not request.POST.get("csrfmiddlewaretoken"):
            return view(request, **named)
        return _answer_once(request, lambda: view(request, **named))

    return wrapper


def _answer_once(request: StaffRequest, answer: Callable[[], HttpResponse]) -> HttpResponse:
    key = _key(request)
    while not cache.add(key, UNDER_WAY, WITHIN_SECONDS):
        given = cache.get(key)
        if isinstance(given, HttpResponse):
            return _repeat_answer(request, given)
        time.sleep(LOOK_AGAIN_SECONDS)
    try:
        made = answer()
    except BaseException:
        cache.touch(key, 0)
        raise
    cache.set(key, made, WITHIN_SECONDS)
    return made


def _key(request: StaffRequest) -> str:
    said = f"{request.user.pk} {request.path} {request.POST.urlencode()}"
    return f"pressed:{sha256(said.encode()).hexdigest()}"


def _repeat_answer(request: StaffRequest, given: HttpResponse) -> HttpResponse:
    """Return the first answer once more.

    Where it leads to a page, that page says that nothing was done twice.
    """
    if given.has_header("Location"):
        messages.info(request, _("You pressed twice: it was done once."))
    return given
