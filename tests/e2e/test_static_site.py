"""The public pages of an event as files: made from the console, opened from a folder without a
network, walked through page by page."""

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.archives.services import make_archive
from referee.log import journal_cache
from tests.e2e.conftest import Axe, sign_in
from tests.e2e.looks import CONTRAST, EVERY_RULE, Look, faults_of
from tests.e2e.waiting import PATIENCE_MS
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, next_round, paired
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import ArchiveJob, Entry, Event, Round
from tournament.rounds.services.clock import step_clock
from tournament.standings.services.reveal import freeze_results

LOOKS: list[Look] = [
    ((390, 844), "light", EVERY_RULE),
    ((1280, 800), "light", EVERY_RULE),
    ((1280, 800), "dark", CONTRAST),
]
SECRET, CLUB = "Wilhelmina Quux", "Society of Quuxes"


class _References(HTMLParser):
    """What a page asks for and leads to, and the places in it that can be led to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found, self.ids, self.moments = list[str](), set[str](), 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.found += [values[name] or "" for name in ("href", "src", "action") if name in values]
        self.ids.add(values.get("id") or "")
        if values.get("id") == "moment":
            self.moments = int(values["max"] or 0)

    def has(self, fragment: str) -> bool:
        moment = re.fullmatch(r"event-(\d+)", fragment)
        return fragment in self.ids or bool(moment and int(moment[1]) <= self.moments)


@pytest.fixture
def played(transactional_db: None) -> Iterator[Event]:
    """A game that is over, one that is being played, a round that nobody knows of; and one of the
    players is not to be named."""
    lines = golden("03")
    hidden = lines[0]["players"][1]
    hidden["name"] = SECRET
    first = make_table(lines[0], published=True)
    event = first.round.event
    Entry.objects.filter(name=SECRET).update(name_display="number", club=CLUB)
    tablet = paired(first)
    play(tablet, log_events(lines))
    confirm(tablet, *(player["id"] for player in lines[0]["players"]))
    event = update_event(event=event, by=BY, number_of_rounds=3)
    second = next_round(first)
    step_clock(round_=second, step="start", by=BY)
    running = paired(second.tables.get())
    send(running, *running.made_of(*log_events([{**lines[0], "round": 2}, *lines[1:]])[:40]))
    next_round(second.tables.get(), published=False)
    yield event
    journal_cache.forget()


@pytest.fixture
def frozen(transactional_db: None) -> Event:
    """A result that everybody knows, and one that came after the standings were frozen."""
    event = make_event("frozen", players=4, number_of_rounds=2)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 123_456, 30, 20, 10)
    freeze_results(event=event, by=BY)
    finish(table_of(seat_round(event, 2, (2, 1, 3, 4))), 987_654, 31, 21, 11)
    return event


@pytest.fixture
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody without a network, in Berlin."""
    with browser.new_context(
        locale="en-GB", timezone_id="Europe/Berlin", offline=True, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(PATIENCE_MS)
        yield context


def copied(page: Page, origin: str, event: Event, folder: Path) -> Path:
    """The copy, made and downloaded as an organiser does it, and unpacked."""
    sign_in(page.context, origin)
    page.goto(f"{origin}/organise/{event.slug}/downloads/")
    page.get_by_role("button", name="Copy the pages").click()
    expect(page.get_by_role("status")).to_contain_text("The pages are being copied…")
    make_archive(job_pk=ArchiveJob.objects.get().pk)  # what the worker does
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the copy").click()
    with ZipFile(download.value.path()) as archive:
        assert all(re.fullmatch(r"[\w-]+(/[\w-][\w.-]*)+", name) for name in archive.namelist())
        archive.extractall(folder)
    return folder / event.slug


def dead_links(folder: Path) -> list[str]:
    """The links of all pages that lead to no file, or to no place in it."""
    pages = {file: _References(file.read_text("utf-8")) for file in folder.rglob("*.html")}
    dead = []
    for file, page in pages.items():
        for link in page.found:
            parts = urlsplit(link)
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            alive = target.is_file() and target.is_relative_to(folder) and not parts.scheme
            if alive and parts.fragment:
                alive = pages[target].has(parts.fragment)
            dead += [] if alive else [f"{file.relative_to(folder)}: {link}"]
    return dead


def walk(reader: BrowserContext, folder: Path, axe: Axe) -> list[str]:
    """What is wrong with the pages: what axe finds, errors, requests for anything elsewhere."""
    wrong, asked, page = list[str](), list[str](), reader.new_page()
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on("console", lambda line: wrong.append(f"{page.url}: {line.text}"))
    page.on("request", lambda request: asked.append(request.url))
    for file in sorted(folder.rglob("*.html")):
        page.goto(file.as_uri())
        name = str(file.relative_to(folder))
        picture(page, name)
        wrong += [f"{name}, {each}" for each in faults_of(page, axe, LOOKS)]
    assert len(asked) > 3
    return wrong + [each for each in asked if not each.startswith(f"{folder.as_uri()}/")]


def picture(page: Page, name: str) -> None:
    """Pictures to look at where SHOTS names a folder."""
    if shots := os.environ.get("SHOTS"):
        for (width, height), _scheme, _rules in LOOKS[:2]:
            page.set_viewport_size({"width": width, "height": height})
            path = Path(shots) / f"{name.replace('/', '_')}-{width}.png"
            page.screenshot(path=path, full_page=True)


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    return ((str(f), f.read_bytes().decode()) for f in folder.rglob("*") if f.is_file())


@pytest.fixture(autouse=True)
def _disk(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_an_event_in_play_is_read_without_a_network(
    page: Page, live_server: Any, played: Event, reader: BrowserContext, axe: Axe, tmp_path: Path
) -> None:
    folder = copied(page, live_server.url, played, tmp_path / "copy")
    assert dead_links(folder) == []
    assert walk(reader, folder, axe) == []
    for name, text in contents(folder):
        assert SECRET not in text, name
        assert CLUB not in text, name
    assert not (folder / "r/3").exists()
    assert "board-drawing" in (folder / "r/2/t/1/index.html").read_text("utf-8")
    assert (folder / "r/2/t/1/replay/index.html").is_file()
    tells_of_squares(reader, folder)
    replays(reader, folder)
    searches(reader, folder)


def tells_of_squares(reader: BrowserContext, folder: Path) -> None:
    """A square of the board that was being played says whose it is."""
    page = reader.new_page()
    page.goto((folder / "r/2/t/1/index.html").as_uri())
    page.locator("[data-square='39']").click()
    expect(page.locator("[data-square-told]")).to_contain_text("Émile")


def replays(reader: BrowserContext, folder: Path) -> None:
    """The game goes on and back, from any moment that a link names."""
    page = reader.new_page()
    page.goto((folder / "r/1/t/1/index.html").as_uri())
    page.get_by_role("link", name="Replay", exact=True).click()
    number, title = page.locator("[data-number]"), page.locator("[data-title]")
    board = page.locator(".board-drawing")
    first = board.inner_html()
    page.get_by_role("link", name="The end").click()
    last = number.text_content() or ""
    expect(title).not_to_have_text("The start")
    assert board.inner_html() != first
    page.get_by_role("link", name="One back").click()
    expect(number).to_have_text(str(int(last) - 1))
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(last)
    page.get_by_role("link", name="The start").click()
    expect(title).to_have_text("The start")
    page.goto(f"{(folder / 'r/1/t/1/replay/index.html').as_uri()}#event-20")
    page.reload()
    expect(number).to_have_text("20")


def searches(reader: BrowserContext, folder: Path) -> None:
    """A player is found by a part of the name, and a table by who sits there."""
    page = reader.new_page()
    page.goto((folder / "r/1/t/1/replay/index.html").as_uri())
    page.get_by_role("link", name="Search").click()
    name = Entry.objects.exclude(name=SECRET).order_by("seed")[0].name
    page.get_by_role("searchbox").fill(name[:4].upper())
    found = page.locator("[data-line]:visible")
    expect(found).to_have_count(3)
    expect(page.get_by_role("status")).to_have_text("Found: 3")
    page.get_by_role("searchbox").fill("nobody by this name")
    expect(page.get_by_role("status")).to_have_text("Nothing found")
    page.get_by_role("searchbox").fill(name)
    found.first.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_what_is_frozen_is_in_no_file(
    page: Page, live_server: Any, frozen: Event, reader: BrowserContext, axe: Axe, tmp_path: Path
) -> None:
    folder = copied(page, live_server.url, frozen, tmp_path / "copy")
    assert dead_links(folder) == []
    assert walk(reader, folder, axe) == []
    texts = dict(contents(folder))
    assert any(re.search(r"123[ ,]?456", text) for text in texts.values())
    for name, text in texts.items():
        assert not re.search(r"987\D{0,8}654", text), name
    assert Round.objects.filter(event=frozen).count() == 2
