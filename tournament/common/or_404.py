"""The step from a selector, which returns None for what a reader may not see, to a page."""

from typing import TypeVar

from django.http import Http404

Shown = TypeVar("Shown")


def or_404(page: Shown | None) -> Shown:
    """Return what was found; raise Http404 if it is None."""
    if page is None:
        raise Http404
    return page
