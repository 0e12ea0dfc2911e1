"""The OpenAPI document: the same for everybody, and long in the making."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

MAX_LANGUAGES = 8
"""More than there are, since an address may name any."""


class KeptDocument(SchemaGenerator):
    """Makes the document once a process in each language."""

    def get_schema(self, request: Any = None, public: bool = True) -> dict[str, Any]:
        """The document; not to be changed."""
        return _generate_schema(get_language())


@lru_cache(MAX_LANGUAGES)
def _generate_schema(_language: str | None) -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return made
