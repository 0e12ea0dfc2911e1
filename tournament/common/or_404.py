"""The step from a selector's result to a page.

A selector returns None for an object that the reader may not see.
"""

from typing import TypeVar

from django.http import Http404

Shown = TypeVar("Shown")


def or_404(page: Shown | None) -> Shown:
    """Return the object that was found; raise Http404 if it is None."""
    if page is None:
        raise Http404
    return page
