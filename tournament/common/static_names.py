"""By which names pages ask for static files: a server's, or the files' own."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_are_plain = ContextVar("static_names_are_plain", default=False)


def are_plain() -> bool:
    """Return whether pages are made for elsewhere, where nothing is collected."""
    return _are_plain.get()


@contextmanager
def plain_names() -> Iterator[None]:
    """Let this thread's pages name the files as the program has them."""
    token = _are_plain.set(True)
    try:
        yield
    finally:
        _are_plain.reset(token)
