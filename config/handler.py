"""Django for an ASGI server: one thread handles each request in one piece.

Django's own handler returns to the event loop between middlewares, some twenty times a request. On
a server that is writing thousands of streams, each return is a wait. None of our views or
middlewares waits for anything but the database.
"""

import warnings
from typing import IO, Any

import django
from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpResponseBase
from django.urls import set_script_prefix

# A file is read by the thread of its request, in one piece.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")
Scope = dict[str, Any]


class Handler(ASGIHandler):
    """Runs each request in a thread; `AsgiBodyLimit` has read its body whole."""

    def __init__(self) -> None:
        # Not ASGIHandler's own, which would make all middlewares asynchronous.
        BaseHandler.__init__(self)
        self.load_middleware()

    async def handle(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer one request, then close the sent response.

        The request's thread first runs the view, and then closes the response.
        """
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await sync_to_async(self._response)(scope, body)
            try:
                await self.send_response(response, send)
            finally:
                await sync_to_async(response.close)()

    def _response(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        if request is None:
            return refusal  # type: ignore[return-value]  # one of both is there
        response: HttpResponseBase = self.get_response(request)
        response._handler_class = type(self)  # type: ignore[attr-defined]
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        return response


def application() -> Handler:
    """Set Django up and return its ASGI handler."""
    django.setup(set_prefix=False)
    return Handler()
