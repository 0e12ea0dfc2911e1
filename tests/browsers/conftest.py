"""Browsers that come with the machine, and one server process in a hall whose network can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tests.browsers.firefox import Firefox
from tests.browsers.tablet import BrowserTablet
from tests.browsers.webkit import WebKit, screen
from tests.e2e.journeys.hall import Server
from tests.e2e.proxy import Proxy
from tests.serving import keep_engine


@pytest.fixture(scope="session")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server, running on the tests' database file."""
    call_command("tablet_snapshot")
    data = tmp_path_factory.mktemp("hall")
    keep_engine(data)
    made = Server(str(connection.settings_dict["NAME"]), data)
    yield made
    made.kill()


@pytest.fixture
def network(transactional_db: None, server: Server) -> Iterator[Proxy]:
    """The hall's network and its server, both up at first."""
    server.ensure_started()
    line = Proxy()
    line.aim(*server.address)
    yield line
    line.close()


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    """WebKit on a screen of its own."""
    with screen() as display:
        browser = WebKit(display)
        yield browser
        browser.close()


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """Firefox with a profile that outlives it."""
    browser = Firefox(tmp_path / "profile")
    yield browser
    browser.close()


@pytest.fixture
def tablet_in(network: Proxy) -> Callable[[WebKit | Firefox], BrowserTablet]:
    """The tablet's app in a browser."""
    return lambda browser: BrowserTablet(browser, network.url)
