"""Answers with public pages, given again without asking Django.

They are as Django made them. All that an answer depends on is part of its key, as it was
sent: it needs not be understood here, and can only be missed, not be wrong.
"""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, NamedTuple

from referee.live.publishing.newest import NewestVersion, remembered_version

Environ = dict[str, Any]
StartResponse = Callable[..., Any]

MAX_ANSWERS = 2_000
MAX_BYTES = 64 * 1024 * 1024
"""The most bytes of cached bodies; a body shared by several answers counts once."""
MAX_KEY_LENGTH = 2_000
"""The longest key, in characters: invented headers must not fill the memory."""
VERSION = "treasurer.version"
"""The environ key for the version of the event that the answer shows."""
_WITH_BODY = ("CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING")
_DEPENDS_ON = (
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_HOST",
    "wsgi.url_scheme",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_COOKIE",
    "HTTP_AUTHORIZATION",
    "HTTP_RANGE",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "SERVER_NAME",
    "SERVER_PORT",
)
_BELOW = ("/e/", "/api/v1/public/events/")
"""Prefixes of addresses in which the event's name comes next."""

Key = tuple[str | None, ...]


class Answer(NamedTuple):
    """An answer cached while this was the newest version.

    `body` is the page's own, not a copy.
    """

    version: NewestVersion
    status: str
    headers: list[tuple[str, str]]
    body: list[bytes]


class ResponseCache:
    """A WSGI application before Django's."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self._application = application
        self._answers: dict[Key, Answer] = {}
        self._uses: dict[int, int] = {}
        self._bytes = 0
        self._lock = Lock()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a GET from the cache while the event's version is the newest.

        Everything else goes to Django.
        """
        path: str = environ["PATH_INFO"]
        slug = _event_in(path)
        if environ["REQUEST_METHOD"] != "GET" or not slug:
            return self._application(environ, start_response)
        key = tuple(map(environ.get, _DEPENDS_ON))
        kept = self._answers.get(key)
        if kept is None or any(map(environ.get, _WITH_BODY)):
            return self._fetch_answer(key, environ, start_response)
        if remembered_version(slug) != kept.version:
            return self._fetch_answer(key, environ, start_response)
        start_response(kept.status, kept.headers)
        return kept.body

    def _fetch_answer(
        self, key: Key, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Return Django's answer, and cache it if it names its version."""
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def begin(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            begun.append((status, headers))
            return start_response(status, headers, *more)

        response = self._application(environ, begin)
        version: NewestVersion | None = environ.get(VERSION)
        if version is not None and sum(len(part or "") for part in key) <= MAX_KEY_LENGTH:
            ((status, headers),) = begun
            self._keep(key, Answer(version, status, headers, list(response)))
        return response

    def _keep(self, key: Key, answer: Answer) -> None:
        """Cache an answer; if there is no room for it, begin anew with it."""
        with self._lock:
            if (old := self._answers.pop(key, None)) is not None:
                self._count(old, -1)
            self._count(answer, 1)
            if len(self._answers) >= MAX_ANSWERS or self._bytes > MAX_BYTES:
                self._answers.clear()
                self._uses.clear()
                self._bytes = 0
                self._count(answer, 1)
            self._answers[key] = answer

    def _count(self, answer: Answer, change: int) -> None:
        """Count an answer that comes (1) or goes (-1).

        Its body counts once, for as long as an answer that is cached has it.
        """
        for part in answer.body:
            before = self._uses.pop(id(part), 0)
            after = before + change
            self._bytes += len(part) * (bool(after) - bool(before))
            if after:
                self._uses[id(part)] = after


def _event_in(path: str) -> str:
    """Return the name of the event in an address, "" for other addresses."""
    for prefix in _BELOW:
        if path.startswith(prefix):
            return path[len(prefix) :].partition("/")[0]
    return ""
