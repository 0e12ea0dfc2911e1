"""The addresses that anybody may open in a browser, found in the URLconf."""

from __future__ import annotations

from collections.abc import Iterator

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

NOT_PUBLIC = ("admin/", "i18n/", "organise/", "tablet/", "api/", "me/", "my-data/", "unsubscribe/")
OF_THE_API = {"tablet_api:docs"}
"""What below the API is a page."""
NO_PAGE = {
    "tournament:register": "where the organiser opened it: tests/e2e/test_registration.py",
    "tournament:registration": "named by a secret",
    "tournament:registration-sent": "where the organiser opened registration",
    "tournament:registration-stored": "where the organiser opened registration",
    "tournament:language": "a form's target",
    "referee:live": "a stream",
    "tournament:qr-reader": "files of a package",
    "tournament:career": "named by random bits: tests/tournament/careers",
    "tournament:career-picture": "a picture, named by random bits",
    "tournament:draw-opening": "a file, named by a number that nobody knows before",
}

ELSEWHERE: dict[str, object] = {
    "number": 1,
    "table_number": 1,
    "seed": 1,
    "page": 1,
    "at": 20,
    "code": "us-2011",
    "season": "league",
    "role": "monopolist",
}
"""What addresses are made of beside the event's."""


def public_patterns() -> Iterator[tuple[str, set[str]]]:
    """Each public address that answers a plain request: its name, and what its path is made of."""
    for name, route, parameters in walk(get_resolver(), "", ""):
        if name in OF_THE_API or (not route.startswith(NOT_PUBLIC) and name not in NO_PAGE):
            yield name, parameters


def walk(resolver: URLResolver, space: str, route: str) -> Iterator[tuple[str, str, set[str]]]:
    """Each address below a resolver: its name, its route, and what its path is made of."""
    for pattern in resolver.url_patterns:
        path = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from walk(pattern, f"{pattern.app_name or space}", path)
        elif isinstance(pattern, URLPattern):
            yield f"{space}:{pattern.name}", path, set(pattern.pattern.converters)


def addresses(slug: str, **more: object) -> dict[str, str]:
    """The path of every public address, by its name, in the event with this address (slug): of its
    table 1 in round 1 and its first player, unless `more` has others.

    Raises LookupError naming an address whose path is made of something that has no value here."""
    values = {"slug": slug, **ELSEWHERE, **more}
    paths = {}
    for name, parameters in public_patterns():
        if unknown := parameters - values.keys():
            raise LookupError(f"{name}: no value for {', '.join(sorted(unknown))}")
        paths[name] = reverse(name, kwargs={key: values[key] for key in parameters})
    return paths


def public_pages(slug: str, **more: object) -> list[str]:
    """The paths of those that are pages: of a draw there is none where nobody drew, of a record
    none while the game is played."""
    return [path for path in addresses(slug, **more).values() if is_page(path)]


def is_page(path: str) -> bool:
    """Whether there is a page at a path."""
    answer = Client().get(path)
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
