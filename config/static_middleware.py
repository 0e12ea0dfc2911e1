"""WhiteNoise with the compressed copies that a first start makes.

The first start makes them while it serves. WhiteNoise then takes them up.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from config.static_files import is_compressed

LOOK_SECONDS = 5.0


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Looks for compressed copies every few seconds, until they are there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._is_compressed = is_compressed(settings.STATIC_ROOT)
        self._next_look = time.monotonic() + LOOK_SECONDS
        super().__init__(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with a static file, or hand the request on."""
        if not self._is_compressed and time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + LOOK_SECONDS
            self._is_compressed = is_compressed(settings.STATIC_ROOT)
            if self._is_compressed:
                self.add_files(self.static_root, prefix=self.static_prefix)
        response: HttpResponseBase = super().__call__(request)
        return response
