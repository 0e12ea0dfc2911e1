"""People in a hall: one server process on a database file, and a tablet that stays."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.conftest import LANDSCAPE, TAPPING, forget_tables, new_slug, sign_in
from tests.e2e.journeys.hall import Hall, Server, TabletScreen
from tests.e2e.proxy import Proxy
from tests.e2e.waiting import PATIENCE_MS
from tests.referee.tables import make_table
from tests.serving import keep_engine
from tournament.models import Table


@pytest.fixture(scope="session")
def hall_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's folder, with the engine in it."""
    data = tmp_path_factory.mktemp("hall")
    keep_engine(data)
    return data


@pytest.fixture(scope="module")
def server(django_db_setup: None, snapshot: None, hall_data: Path) -> Iterator[Server]:
    """The server, running on the tests' database file; gone before other tests write into it what
    it would do, too: it sends e-mails."""
    made = Server(str(connection.settings_dict["NAME"]), hall_data)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def network(line: Proxy, server: Server) -> Proxy:
    """The hall's network and its server, both up at first."""
    server.ensure_started()
    line.aim(*server.address)
    return line


@pytest.fixture
def hall(
    transactional_db: None, browser: Browser, server: Server, network: Proxy
) -> Iterator[Hall]:
    """The hall, everything working, its organiser signed in."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    context.add_init_script(path=TAPPING)
    sign_in(context, network.url)
    yield Hall(server, network, context.new_page())
    context.close()


@pytest.fixture
def new_table(hall: Hall) -> Callable[..., Table]:
    """Makes published tables, each of an event of its own."""

    def make(header: dict[str, Any], **options: Any) -> Table:
        return make_table(header, slug=new_slug(), published=True, **options)

    return make


@pytest.fixture
def new_tablet(browser: Browser, hall: Hall) -> Iterator[Callable[..., TabletScreen]]:
    """Makes tablets; each a browser of its own unless one is given."""
    opened: list[tuple[BrowserContext, Page, bool]] = []
    errors: list[str] = []

    def make(context: BrowserContext | None = None, **options: Any) -> TabletScreen:
        own = context or browser.new_context(locale="en-GB", viewport=LANDSCAPE, **options)
        page = own.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(path=TAPPING)
        forget_tables(page, hall.url)
        opened.append((own, page, context is None))
        return TabletScreen(page, hall.url)

    yield make
    for context, page, owned in opened:
        (context if owned else page).close()
        if not owned:
            context.set_offline(False)
    assert errors == []


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Keeps a picture of a page in the folder that SHOTS names, for people to look at."""
    folder = os.environ.get("SHOTS")

    def take(page: Page, name: str) -> None:
        if folder:
            page.screenshot(path=Path(folder) / f"{name}.png")

    return take
