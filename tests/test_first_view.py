"""What a first visit to a public page brings over the network, at the size it has there."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from tests.collected import collect
from tests.played_events import make_played, make_playing
from tests.public_addresses import public_pages

MAX_BYTES = 70_000
MAX_REQUESTS = 20
HEAD = 400
"""Bytes that the head of an answer takes, about."""
SIZE = 120
IMPORTED = re.compile(r'^(?:import|export)[^;]*? from "([^"]+)";', re.MULTILINE)
LIVE_MODULE = "live_page"
LINKS = {"stylesheet", "preload", "icon", "modulepreload"}


class Asked(HTMLParser):
    """What a page asks for by itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") in LINKS:
            self.addresses.add(given["href"] or "")
        elif tag in ("script", "img", "iframe", "source") and given.get("src"):
            self.addresses.add(given["src"] or "")


@dataclass
class FirstView:
    """All that one visit asks for, with the bytes of each answer."""

    client: Client
    static: Path
    sizes: dict[str, int] = field(default_factory=dict)

    def visit(self, path: str) -> None:
        """A page, what it asks for, and what that asks for."""
        self._get(path)
        waiting = list(Asked(self.client.get(path).content.decode()).addresses)
        while waiting:
            address = waiting.pop()
            if address in self.sizes:
                continue
            waiting += [urljoin(address, name) for name in self._static(address)]
        if any(LIVE_MODULE in address for address in self.sizes):
            slug = urlsplit(path).path.split("/")[2]
            self._get(f"/api/v1/public/events/{slug}/snapshot")

    def _get(self, path: str) -> None:
        answer = self.client.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert answer.status_code == 200, path
        self.sizes[path] = HEAD + len(answer.content)

    def _static(self, address: str) -> list[str]:
        """Count a static file, as small as the server has it; what it imports."""
        assert address.startswith("/static/"), f"{address} is elsewhere"
        file = self.static / address.removeprefix("/static/")
        small = file.with_name(f"{file.name}.br")
        self.sizes[address] = HEAD + (small if small.exists() else file).stat().st_size
        return IMPORTED.findall(file.read_text()) if file.suffix == ".js" else []


@pytest.fixture
def static(settings: Settings, tmp_path: Path) -> Path:
    """Static files as a server has them."""
    settings.STATIC_ROOT = tmp_path
    backends: dict[str, Any] = {**settings.STORAGES}
    settings.STORAGES = backends | {"staticfiles": {"BACKEND": "config.static_files.StaticFiles"}}
    return collect(tmp_path)


@pytest.mark.django_db
@pytest.mark.exhaustive
def test_a_first_view_is_light(static: Path) -> None:
    make_played("played", SIZE)
    make_playing("playing", SIZE)
    pages = {*public_pages("played"), *public_pages("playing", number=2)}
    assert len(pages) > 14
    # Russian has the longest words, of two bytes a letter.
    heavy = {}
    for path, language in product(sorted(pages), ("en", "fr", "ru")):
        view = FirstView(Client(HTTP_ACCEPT_LANGUAGE=language), static)
        view.visit(path)
        if sum(view.sizes.values()) > MAX_BYTES or len(view.sizes) > MAX_REQUESTS:
            heavy[language, path] = sum(view.sizes.values()), view.sizes
    assert not heavy
