"""A cache of the OpenAPI document.

The document is the same for everybody and slow to generate.
"""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

MAX_LANGUAGES = 8
"""The most languages to cache, since a request may name any; the site has fewer."""


class KeptDocument(SchemaGenerator):
    """A generator that makes the document once per process and language."""

    def get_schema(self, request: Any = None, public: bool = True) -> dict[str, Any]:
        """Return the cached document: do not change it."""
        return _generate_schema(get_language())


@lru_cache(MAX_LANGUAGES)
def _generate_schema(_language: str | None) -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return made
