"""What holds for every page: no inline code, within the weight, a frame that can be navigated."""

import re
from datetime import date
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.accounts import ORGANISER, signed_in, staff
from tests.tournament.making import BY
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import create_event, update_event
from tournament.models import Event
from tournament.people.services.entries import add_entry
from tournament.rounds.services.rounds import ensure_round, publish_round

pytestmark = pytest.mark.django_db

EVENT = "/e/spring-open-2026/"
TABLE = EVENT + "r/1/t/1/"
PUBLIC = [
    "/",
    "/rules/us-2011/",
    "/rules/eu-fr/",
    EVENT,
    EVENT + "rules/",
    EVENT + "verify/",
    EVENT + "seats/",
    EVENT + "p/16/",
    EVENT + "roles/",
    EVENT + "players/",
    EVENT + "teams/",
    EVENT + "r/1/",
    TABLE,
    TABLE + "ledger/1/",
]
DRAWN = ["/e/drawn/r/1/draw/"]
STAFF = ["/organise/drawn/r/1/draw/", "/organise/drawn/r/1/draw/?one=p01&other=p02"]
HEAVIEST = 70 * 1024  # bytes, compressed, of a first view: the page, its styles, scripts, font
TEMPLATES = Path(settings.BASE_DIR) / "templates"


class Page(HTMLParser):
    """Elements in order with their attributes, and headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in tags]

    def levels(self) -> list[int]:
        return [int(tag[1]) for tag, _ in self.elements if re.fullmatch("h[1-6]", tag)]


@pytest.fixture(scope="module")
def visitor(sample: None) -> Client:
    """A signed-in organiser, before whom both the sample event and a drawn round lie."""
    event = create_event(by=BY, name="Drawn", slug="drawn", starts_on=date(2026, 5, 16))
    update_event(event=event, published=True, by=BY)
    for seed, player in enumerate(Event.objects.get(slug=EVENT[3:-1]).entries.all()[:12], 1):
        add_entry(event=event, name=player.name, seed=seed, by=BY)
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    publish_round(round=round_, by=BY)
    return signed_in(staff("ada", *ORGANISER))


@pytest.fixture(scope="module")
def pages(visitor: Client) -> dict[str, tuple[bytes, Page]]:
    found = {}
    for path in PUBLIC + DRAWN + STAFF + ["/nowhere/"]:
        answer = visitor.get(path)
        assert answer.status_code == (404 if path == "/nowhere/" else 200), path
        found[path] = answer.content, Page(answer.content.decode())
    return found


def test_no_page_carries_inline_code_or_asks_a_third_party(pages):
    for path, (_content, page) in pages.items():
        for tag, attributes in page.elements:
            assert tag != "style", path
            assert tag != "script" or attributes.get("src"), path
            assert "style" not in attributes, (path, tag)
            assert not [name for name in attributes if name.startswith("on")], (path, tag)
            for name in ("src", "href", "action"):
                own = (attributes.get(name) or "").removeprefix("http://testserver/")
                assert "//" not in own, (path, attributes)


def test_every_page_can_be_navigated_by_landmarks_and_headings(pages):
    for path, (_content, page) in pages.items():
        assert page.all("html")[0]["lang"] == "en", path
        assert len(page.all("main")) == 1, path
        assert page.all("a")[0]["href"] == "#content", path
        levels = page.levels()
        assert levels[0] == 1, path
        assert levels.count(1) == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels))
        names = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(names) == len(set(names)), path
        for attributes in page.all("nav"):
            assert attributes.get("aria-label"), path


def test_every_label_points_at_something(pages):
    for path, (_content, page) in pages.items():
        names = {attributes.get("id") for _, attributes in page.elements}
        for attributes in page.all("label"):
            assert attributes["for"] in names, path
        for _, attributes in page.elements:
            for name in (attributes.get("aria-labelledby") or "").split():
                assert name in names, (path, name)


def test_templates_carry_no_inline_code_either():
    for file in TEMPLATES.rglob("*.html"):
        source = file.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", source), file
        for script in re.findall(r"<script[^>]*>", source):
            assert "src=" in script, file


def test_the_content_policy_allows_nothing_inline(visitor):
    policy = visitor.get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy


def test_every_static_file_a_style_sheet_names_exists():
    folder = Path(settings.BASE_DIR) / "tournament" / "static" / "tournament"
    for sheet in folder.rglob("*.css"):
        for address in re.findall(r'url\("([^"]+)"\)', sheet.read_text()):
            assert (sheet.parent / address).is_file(), (sheet, address)
