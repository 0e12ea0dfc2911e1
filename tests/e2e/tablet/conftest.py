"""A paired tablet in a real browser, over a network that fails on demand."""

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from referee.devices.services import invite
from referee.log import cache
from referee.log.models import GameLog
from referee.log.rows import event_of
from tests.e2e.conftest import forget_tables
from tests.e2e.tablet.proxy import UP, Proxy
from tests.referee.tables import golden, make_table
from tournament.models import Table

RUNTIME = "/static/tablet/runtime/tablet.js"
_CALL = f"""async ([method, args]) => {{
  const {{ openTablet }} = await import("{RUNTIME}");
  const tablet = await openTablet();
  return method === "state" ? tablet.state : tablet[method](...args);
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
        end = time.monotonic() + patience
        while not holds(state := self.state):
            assert time.monotonic() < end, brief(state)
            time.sleep(0.05)
        return state

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
    cache.forget()
    return make_table(lines[0])


@pytest.fixture(scope="module")
def line(live_server: Any) -> Iterator[Proxy]:
    """The hall's network, at one address for the tests of a file."""
    address = urlsplit(live_server.url)
    proxy = Proxy((address.hostname, address.port))
    yield proxy
    proxy.close()


@pytest.fixture
def network(line: Proxy) -> Iterator[Proxy]:
    """The hall's network, up at first."""
    yield line
    line.set(UP)


@pytest.fixture
def new_tablet(browser: Browser, network: Proxy) -> Iterator[Callable[[], TabletPage]]:
    """Makes tablets: each a browser of its own."""
    contexts: list[BrowserContext] = []

    def make() -> TabletPage:
        contexts.append(browser.new_context(locale="en-GB"))
        page = contexts[-1].new_page()
        page.set_default_timeout(15_000)
        return TabletPage(page, network.url)

    yield make
    for context in contexts:
        context.close()


def started(made: TabletPage, table: Table) -> TabletPage:
    """The tablet, paired with the table, its engine running, the game started."""
    made.open(f"#pair={invite(table=table, by='test').token}")
    made.judged_here()
    assert made.call("start")["recorded"]
    return made


@pytest.fixture
def tablet(device: BrowserContext, network: Proxy, table: Table) -> Iterator[TabletPage]:
    """The file's tablet, knowing of no table before this one, the game started."""
    page = device.new_page()
    page.set_default_timeout(15_000)
    forget_tables(page, network.url)
    yield started(TabletPage(page, network.url), table)
    for page in device.pages:
        page.close()


def log_of(table: Table) -> list[dict[str, Any]]:
    """The events the server has, in order."""
    game = GameLog.objects.get(table=table)
    return [event_of(row) for row in game.rows.order_by("seq")]
