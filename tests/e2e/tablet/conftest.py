"""A paired tablet in a real browser, over a network that fails on demand."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from referee.devices.services import invite
from referee.log import journal_cache
from referee.log.rows import event_of
from referee.models import GameLog
from tests.e2e.conftest import RUNTIME, TAPPING, forget_tables, new_slug
from tests.e2e.proxy import UP, Proxy
from tests.e2e.waiting import PATIENCE_MS, until
from tests.referee.tables import golden, make_table
from tournament.models import Table

_CALL = f"""async ([method, args]) => {{
  const {{ openTablet }} = await import("{RUNTIME}");
  const tablet = await openTablet();
  return method === "state" ? tablet.state : tablet[method](...args);
}}"""
_LEAVE = f"""async () => {{
  const {{ openTablet }} = await import("{RUNTIME}");
  const tablet = await openTablet();
  // An app that was just loaded anew knows of no table yet, and would open it afterwards.
  return tablet.state.phase === "open" && (await tablet.unpair()).ok;
}}"""
_RECORD = f"""async (events) => {{
  const {{ openTablet }} = await import("{RUNTIME}");
  const tablet = await openTablet();
  for (const event of events) {{
    const {{ recorded, refusals, problem }} = await tablet.record(event);
    if (!recorded) return {{ event, refusals, problem }};
  }}
  return null;
}}"""


class TabletPage:
    """What the screens do, done by a test: calls of the runtime in the page."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def be_patient(self) -> None:
        """Have pages that are opened from now on wait for each answer, however long it takes."""
        self.page.add_init_script("AbortSignal.timeout = () => new AbortController().signal;")

    def open(self, fragment: str = "") -> None:
        """Load the app."""
        self.page.goto(f"{self.url}/tablet/{fragment}")

    def call(self, method: str, *args: Any) -> Any:
        """The value a call of the runtime resolves to."""
        return self.page.evaluate(_CALL, [method, list(args)])

    @property
    def state(self) -> Any:
        """What the screens are shown now."""
        return self.call("state")

    def record(self, *events: dict[str, Any]) -> None:
        """Record these one after another; each must be accepted."""
        refused = self.page.evaluate(_RECORD, list(events))
        assert not refused, refused

    def until(self, holds: Callable[[Any], bool], patience: float = 120) -> Any:
        """The first state for which `holds`."""

        def found() -> Any:
            state = self.state
            return holds(state) and state

        return until(found, patience, lambda: brief(self.state))

    def judged_here(self) -> Any:
        """Wait for the engine on the tablet."""
        return self.until(lambda state: state["judge"] == "tablet" and state["phase"] == "open")

    def confirmed(self) -> Any:
        """Wait until the server has everything."""
        return self.until(lambda state: state["sync"]["state"] == "confirmed")


def brief(state: Any) -> Any:
    """A state without its board, for a failing test."""
    return {key: state[key] for key in ("phase", "judge", "engineError", "sync", "problem")}


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    """The golden game that is played: its header, and its events as a log has them."""
    header, *events = golden("01")
    return [
        header,
        *({k: v for k, v in event.items() if k not in ("id", "at")} for event in events),
    ]


@pytest.fixture
def table(transactional_db: None, lines: list[dict[str, Any]]) -> Table:
    """A published table whose players are the golden game's."""
    journal_cache.forget()
    return make_table(lines[0], slug=new_slug())


@pytest.fixture
def new_tablet(browser: Browser, network: Proxy) -> Iterator[Callable[[], TabletPage]]:
    """Makes tablets: each a browser of its own."""
    contexts: list[BrowserContext] = []

    def make() -> TabletPage:
        contexts.append(browser.new_context(locale="en-GB"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.add_init_script(path=TAPPING)
        return TabletPage(page, network.url)

    yield make
    for context in contexts:
        context.close()


def started(made: TabletPage, table: Table) -> TabletPage:
    """The tablet, paired with the table, its engine running, the game started."""
    made.open(f"#pair={invite(table=table, by='test').token}")
    made.judged_here()
    # Calls of the runtime do without the screens: their files come before a network may fail.
    made.page.locator("#tablet > *").first.wait_for(state="attached")
    assert made.call("start")["recorded"]
    return made


@pytest.fixture(scope="module")
def opened(device: BrowserContext) -> Iterator[list[Page]]:
    """The page in which the tests of a file use the tablet: its engine goes from table to table."""
    opened: list[Page] = []
    yield opened
    for page in opened:
        page.close()


@pytest.fixture
def tablet(
    device: BrowserContext, opened: list[Page], network: Proxy, table: Table
) -> Iterator[TabletPage]:
    """The tablet that stays, paired with this table only, the game started."""
    if not opened:
        opened.append(device.new_page())
        opened[0].set_default_timeout(PATIENCE_MS)
        opened[0].add_init_script(path=TAPPING)
        forget_tables(opened[0], network.url)
    try:
        made = started(TabletPage(opened[0], network.url), table)
    except BaseException:
        # A table that was left half begun would ask before the next one is opened.
        opened.pop().close()
        raise
    yield made
    network.set(UP)
    if not _left(device, opened[0]):
        opened.clear()


def _left(device: BrowserContext, page: Page) -> bool:
    """Whether the page has left its table, the only one open; else all are closed."""
    try:
        if device.pages == [page] and page.evaluate(_LEAVE):
            return True
    except PlaywrightError:
        pass
    for each in device.pages:
        each.close()
    return False


def asked_by(page: Page) -> list[str]:
    """The addresses that a page and its worker ask for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def source_of(asked: list[str]) -> str:
    """What an engine started from: "memory" or "source"."""
    engine = [url for url in asked if "/tablet/engine/" in url]
    assert engine
    return "source" if any(url.endswith(".zip") for url in engine) else "memory"


@pytest.fixture(scope="session")
def unserved(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without service workers: a page's requests are its own, and a test may answer."""
    unserved = browser.new_context(locale="en-GB", service_workers="block")
    yield unserved
    unserved.close()


@pytest.fixture
def bare(unserved: BrowserContext, network: Proxy) -> Iterator[TabletPage]:
    """A tablet in it, knowing of no table."""
    page = unserved.new_page()
    forget_tables(page, network.url)
    yield TabletPage(page, network.url)
    page.close()


def log_of(table: Table) -> list[dict[str, Any]]:
    """The events the server has, in order."""
    game = GameLog.objects.get(table=table)
    return [event_of(row) for row in game.rows.order_by("seq")]
