"""A whole golden game on the browsers of other tablets: offline in the middle, the page's process
killed, the end procedure, the result confirmed."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.devices.services import invite
from referee.log.verify import faults_of
from referee.models import GameLog
from tests.browsers.firefox import Firefox
from tests.browsers.tablet import BrowserTablet
from tests.browsers.webkit import WebKit
from tests.e2e.app import lower_die_first
from tests.e2e.journeys.hall import Server, ids_of, played
from tests.e2e.proxy import DOWN, UP, Proxy
from tests.referee.tables import GOLDEN, golden, make_table

GAME = "02_us-2011_two-hour_5p_recount"
Event = dict[str, Any]


@pytest.fixture(params=["webkit", "firefox"])
def browser(request: pytest.FixtureRequest) -> WebKit | Firefox:
    """Each of them."""
    found: WebKit | Firefox = request.getfixturevalue(request.param)
    return found


def test_a_golden_game_survives_what_happens_in_a_hall(
    browser: WebKit | Firefox,
    tablet_in: Callable[[WebKit | Firefox], BrowserTablet],
    server: Server,
    network: Proxy,
) -> None:
    header, *events = played(golden(GAME))
    table = make_table(header, published=True)
    tablet = tablet_in(browser)
    tablet.open(f"#pair={invite(table=table, by='test').token}")
    tablet.start()
    quarters = quarters_of(events)

    tablet.enter(*quarters[0])
    tablet.confirmed()

    network.set(DOWN)
    tablet.enter(*quarters[1])
    waits(tablet, quarters[1])
    tablet.reload()
    waits(tablet, quarters[1])
    network.set(UP)
    tablet.confirmed()

    server.kill()
    tablet.enter(*quarters[2])
    waits(tablet, quarters[2])
    if isinstance(browser, Firefox):
        browser.kill()
        tablet.reload()
        waits(tablet, quarters[2])
    server.start()
    tablet.enter(*quarters[3])
    tablet.confirmed()

    assert browser.evaluate("() => window.tablet.statement()") == statement()
    players = [player["id"] for player in header["players"]]
    browser.evaluate("players => window.tablet.confirm({players})", players)
    tablet.until(lambda state: state["gameState"] == "confirmed")
    assert ids_of(table) == tablet.stored
    assert not faults_of(GameLog.objects.get(table=table))


def waits(tablet: BrowserTablet, events: list[Event]) -> None:
    """All that was just entered is on the tablet, and known to wait."""
    tablet.until(lambda state: state["sync"]["waiting"] >= len(events))


def quarters_of(events: list[Event]) -> list[list[Event]]:
    """The game in four parts, the last of which has the end procedure."""
    bounds = [len(events) * part // 4 for part in range(5)]
    return [events[first:last] for first, last in itertools.pairwise(bounds)]


def statement() -> Any:
    """What an independent implementation says the game came to."""
    text = (GOLDEN / f"{GAME}.statement.json").read_text("utf-8")
    text = re.sub(r'"p(\d)"', r'"p0\1"', text)
    return json.loads(text, object_hook=lower_die_first)
