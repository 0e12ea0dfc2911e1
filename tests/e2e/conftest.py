"""A real browser for the journeys: Chromium, driven by Playwright."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from referee.log import journal_cache
from referee.management.commands.load_sample_event import SLUG as SAMPLE
from tests.database_rows import Rows, write_rows
from tests.e2e.app import KEPT, LANDSCAPE, REACH, RUNTIME, TAPPING
from tests.e2e.browser import launch_options
from tests.e2e.proxy import Proxy
from tests.e2e.waiting import PATIENCE_MS
from tests.public_addresses import public_pages
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.models import Round
from tournament.rounds.services.clock import step_clock

ROOT = Path(__file__).resolve().parents[2]
__all__ = ["KEPT", "LANDSCAPE", "REACH", "RUNTIME", "TAPPING"]
_NUMBERS = itertools.count(1)
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    # It would write imported style sheets into the page, whose policy forbids it.
    "preload": False,
}
# What is not in sight is laid out when it comes into sight; axe would measure it as nothing.
LAY_OUT_ALL = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
}"""
Axe = Callable[..., list[str]]
expect.set_options(timeout=60_000)
# Playwright's synchronous interface runs an event loop in this thread, which Django would take
# for a request that must not touch the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


LONGEST = [
    "test_public_axe",
    "test_console_axe",
    "test_by_keyboard",
    "test_fuzz",
    "test_start",
    "test_faults",
    "test_whole_event",
    "test_public",
    "test_corrections",
    "test_chief",
    "test_axe",
    "test_console_keyboard",
    "test_fingers",
    "test_runtime",
    "test_older_app",
    "test_screen",
    "test_listening",
    "test_live",
    "test_pulling",
    "test_slips",
    "test_shifts",
    "test_drafts",
    "test_storage",
    "test_nothing_moves",
    "test_game",
    "test_organise",
    "test_letters",
    "test_next_round",
    "test_glance",
    "test_same_engine",
    "test_flows",
    "test_at_rest",
    "test_live_pages",
    "test_day",
]
"""The files that take longest, by their seconds: begun last, one would leave the other processes
idle."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the journeys: what is not of the spine is exhaustive. What takes longest comes first."""
    here = [item for item in items if item.path.is_relative_to(os.path.dirname(__file__))]
    if len(here) == len(items):
        turns = {name: turn for turn, name in enumerate(LONGEST)}
        items.sort(key=lambda item: turns.get(item.path.stem, len(turns)))
    for item in here:
        item.add_marker(pytest.mark.e2e)
        if not item.get_closest_marker("spine"):
            item.add_marker(pytest.mark.exhaustive)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, headless, once for all journeys."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def snapshot() -> None:
    """What a tablet starts from, as a server has it."""
    call_command("tablet_snapshot")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh reader in Berlin, reading English."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    yield context
    context.close()


def is_fault(line: ConsoleMessage) -> bool:
    """Whether the console tells of an error; that the tests' server has no streams is none."""
    return line.type == "error" and not line.location["url"].endswith("/live")


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails the test on any error of a script or of the content policy."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []

    def note(line: ConsoleMessage) -> None:
        if is_fault(line):
            errors.append(line.text)

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", note)
    yield page
    assert not errors


@pytest.fixture
def axe() -> Axe:
    """Axe's findings on a page against WCAG 2.2 AA, a line each; of these rules alone, if given."""
    script = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

    def run(page: Page, *rules: str) -> list[str]:
        # By the debugger, since the page's own policy forbids scripts that are not its own.
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(script)
            page.evaluate(LAY_OUT_ALL)
        options = {**OPTIONS, "runOnly": rules} if rules else OPTIONS
        found = page.evaluate("options => axe.run(options)", options)
        return [
            f"{fault['id']}: {node['target']} {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    return run


def sign_in(context: BrowserContext, address: str) -> None:
    """Let the browser act as an organiser who may do everything, without the login page."""
    client = Client()
    client.force_login(User.objects.create_user("ada", is_staff=True, is_superuser=True))
    give_session(context, client, address)


def give_session(context: BrowserContext, client: Client, address: str) -> None:
    """Let the browser act as who is signed in with a client."""
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])


@pytest.fixture(scope="session")
def line() -> Iterator[Proxy]:
    """The hall's network, at one address whichever server it leads to."""
    line = Proxy()
    yield line
    line.close()


@pytest.fixture(scope="session")
def device(browser: Browser) -> Iterator[BrowserContext]:
    """One tablet, used at `line`'s address: what it has loaded once it need not load again."""
    device = browser.new_context(locale="en-GB", viewport=LANDSCAPE, has_touch=True)
    yield device
    device.close()


@pytest.fixture
def network(line: Proxy, live_server: LiveServer) -> Proxy:
    """The hall's network, up at first; this process is the server."""
    line.aim(live_server.thread.host, live_server.thread.port)
    return line


def new_slug() -> str:
    """Of an event that no tablet has heard of: games are named by it."""
    return f"event-{next(_NUMBERS)}"


def forget_tables(page: Page, origin: str) -> None:
    """Take from a tablet what it keeps of its tables; the app itself stays loaded."""
    kept = {"origin": origin, "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)


@pytest.fixture
def running(sample: None) -> Iterator[None]:
    """Beside the sample event one whose only table plays."""
    lines = golden("01")
    tablet = paired(make_table(lines[0], published=True))
    step_clock(round_=Round.objects.get(event__slug="open"), step="start", by=BY)
    send(tablet, *tablet.made_of(*log_events(lines)[:40]))
    yield
    journal_cache.forget()


@pytest.fixture
def pages(running: None) -> list[str]:
    """The path of every public page, of the sample event and of one that is being played."""
    moment = reverse("referee:moment", args=[SAMPLE, 1, 1, 120])
    more = [moment, reverse("referee:guide", args=["eu-fr"])]
    return [*dict.fromkeys([*public_pages(SAMPLE, seed=16), *more, *public_pages("open")])]


@pytest.fixture
def sample(transactional_db: None, sample_rows: Rows) -> None:
    """The sample event, published, in a database that a server reads."""
    write_rows(sample_rows)
