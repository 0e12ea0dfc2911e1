"""The addresses that open something by themselves, with a key that must be told nowhere."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

KEY = "4f1Zq-KeyThatNobodyMayRead-0123456789_abcde"
GIVEN = {"token": KEY, "slug": "open", "account": "MQ"}


def key_addresses() -> list[str]:
    """Every address of the URLconf with a `token` in it."""
    return [
        reverse(name, kwargs={part: GIVEN[part] for part in parts})
        for name, parts in _named(get_resolver(), ())
        if "token" in parts
    ]


def _named(resolver: URLResolver, spaces: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    for item in resolver.url_patterns:
        if isinstance(item, URLPattern):
            yield ":".join((*spaces, item.name or "")), list(item.pattern.converters)
        elif item.namespace != "admin":
            inner = (*spaces, item.namespace) if item.namespace else spaces
            yield from _named(item, inner)
