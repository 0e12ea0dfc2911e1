"""What the head of every public page says to browsers and search engines."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client

from tests.public_addresses import public_pages
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.draws.services.drawing import draw_round
from tournament.rounds.services.rounds import ensure_round, publish_round

pytestmark = pytest.mark.django_db

LONGEST_DESCRIPTION = 300
WITHOUT_FRAME = ("/e/open/embed/", "/e/open/screen/", "/e/open/hall/", "/e/open/overlay/")
"""Within other sites' pages, whose heads they are, and on a wall: nobody sees what a browser makes
of their heads, nor finds them by a search."""


class Head(HTMLParser):
    """The elements of a page's head by name, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page.partition("</head>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def meta(self, name: str) -> list[dict[str, str]]:
        """The elements that say something by this name."""
        return [given for tag, given in self.found if tag == "meta" and given.get("name") == name]


@pytest.fixture(scope="module")
def paths(lasting_db: None) -> list[str]:
    """The public pages of an event with a finished table, and with a round that was drawn."""
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    second = ensure_round(event=event, number=2, by=BY)
    draw_round(round=second, by=BY, seed=1)
    publish_round(round=second, by=BY)
    pages = sorted({*public_pages("open"), *public_pages("open", number=2)})
    assert "/e/open/r/2/draw/" in pages
    return [path for path in pages if path not in WITHOUT_FRAME]


def test_every_page_describes_itself_once(client: Client, paths: list[str]) -> None:
    for path in paths:
        head = Head(client.get(path).content.decode())
        (description,) = head.meta("description")
        assert 10 < len(description["content"]) <= LONGEST_DESCRIPTION, path
        assert sum(tag == "title" for tag, _given in head.found) == 1, path
        assert head.found[0] == ("html", {"lang": "en"}), path
        assert head.meta("viewport"), path


def paper_of(sheet: str) -> str:
    """The first colour of paper in a style sheet."""
    found = find(f"tournament/design/{sheet}")
    assert found is not None
    colours: list[str] = re.findall(r"--paper: (#\w+);", Path(found).read_text())
    return colours[0]


def test_the_browser_wears_the_pages_colours(client: Client, paths: list[str]) -> None:
    light, dark = map(paper_of, ("tokens.css", "dark.css"))
    for path in paths:
        head = Head(client.get(path).content.decode())
        colours = {given["media"]: given["content"] for given in head.meta("theme-color")}
        assert colours == {
            "(prefers-color-scheme: light)": light,
            "(prefers-color-scheme: dark)": dark,
        }, path


def test_what_is_painted_first_is_asked_for_first(client: Client, paths: list[str]) -> None:
    """The font is known before the style sheets, and no script holds the page up."""
    for path in paths:
        found = Head(client.get(path).content.decode()).found
        kinds = [given.get("rel", tag) for tag, given in found if tag in ("link", "script")]
        assert kinds.index("preload") < kinds.index("stylesheet"), path
        assert kinds.count("preload") == 1, path
        scripts = [given for tag, given in found if tag == "script"]
        assert all(given.get("type") == "module" for given in scripts), path
