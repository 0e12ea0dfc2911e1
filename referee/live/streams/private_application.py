"""The streams of tablets and of the staff as an ASGI application.

It stands before the one that answers everything else: `GET /api/v1/games/GAME/live` takes the
tablet's token in `Authorization`, `GET /organise/SLUG/chief/live` the session's cookie.
"""

import re
from collections.abc import Callable
from http import HTTPStatus
from io import BytesIO
from uuid import UUID

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from referee.live.streams.answering import (
    SAFE,
    Answer,
    Application,
    Headers,
    Receive,
    Scope,
    Send,
    has_body,
    names_this_server,
)
from referee.live.streams.listeners import StaffListener, TabletListener
from referee.live.streams.private_hub import PrivateHub
from tournament.accounts.sign_in.address import client_address
from tournament.common.secret_tokens import hash_secret

_GAME = re.compile(r"/api/v1/games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/live")
_STAFF = re.compile(r"/organise/([-a-zA-Z0-9_]{1,60})/chief/live")
_BEARER = re.compile(r"bearer ([!-~]{1,200})", re.IGNORECASE)
_SESSION = re.compile(r"[a-z0-9]{8,40}")

SENTENCES = {
    HTTPStatus.UNAUTHORIZED: b"Nobody is known by this.\n",
    HTTPStatus.FORBIDDEN: b"You may not listen here.\n",
    HTTPStatus.NOT_FOUND: b"There is nothing here to listen to.\n",
    HTTPStatus.SERVICE_UNAVAILABLE: b"No stream can be had now: ask again and again.\n",
}


class PrivateStreams:
    """An ASGI application for the private streams.

    It answers requests with a token or a session at these addresses. `application` answers all
    others, which are refused there as everywhere; `may_pass` says whether a request's secret
    may travel as it came.
    """

    def __init__(
        self,
        application: Application,
        hub: PrivateHub,
        may_pass: Callable[[HttpRequest], bool],
    ) -> None:
        self._application = application
        self._hub = hub
        self._may_pass = may_pass

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = self._listener(scope) if scope["type"] == "http" else None
        if listener is None:
            await self._application(scope, receive, send)
            return
        answer = Answer(send, SAFE, SENTENCES)
        if not self._hub.join(listener):
            await answer.short(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            await answer.stream(listener, receive, head=scope["method"] == "HEAD")
        finally:
            self._hub.leave(listener)

    def _listener(self, scope: Scope) -> TabletListener | StaffListener | None:
        game, staff = _GAME.fullmatch(scope["path"]), _STAFF.fullmatch(scope["path"])
        if game is None and staff is None:
            return None
        headers: Headers = dict(scope["headers"])
        asks = scope["method"] in ("GET", "HEAD") and not has_body(headers)
        if not asks or not names_this_server(headers):
            return None
        request = ASGIRequest(scope, BytesIO())
        if not self._may_pass(request):
            return None
        if game is not None:
            return _tablet(request, UUID(game[1]))
        return _page(request, staff[1]) if staff is not None else None


def _tablet(request: HttpRequest, game: UUID) -> TabletListener | None:
    given = _BEARER.fullmatch(request.headers.get("Authorization", ""))
    return TabletListener(client_address(request), hash_secret(given[1]), game) if given else None


def _page(request: HttpRequest, slug: str) -> StaffListener | None:
    session = _SESSION.fullmatch(request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""))
    return StaffListener(client_address(request), session[0], slug) if session else None
