"""A hall on the evening of a tournament: its server, its network, its organiser, its tablets."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from referee.log.rows import event_of
from referee.management.serving import server
from referee.models import Device, GameLog
from tests.e2e.conftest import REACH
from tests.e2e.proxy import Proxy
from tests.e2e.waiting import until, until_drawn
from tests.reading_qr_codes import read_qr
from tournament.models import Table

ROOT = Path(__file__).resolve().parents[3]
CONFIRMED, NEEDS_CHIEF = "Confirmed", "Needs chief"
HEADER: dict[str, Any] = {
    "record": "amr/1",
    "edition": "us-2011",
    "mode": "two-hour",
    "players": [
        {"id": "p01", "name": "Ada", "role": "competitor"},
        {"id": "p02", "name": "Ben", "role": "monopolist"},
        {"id": "p03", "name": "Софья", "role": "competitor"},
    ],
}
"""A table of three."""


class Server:
    """The server's process, on a database file; it can be killed and started again."""

    def __init__(self, database: str, data: Path) -> None:
        self._environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "DATA_DIR": str(data),
            "REDIS_URL": "",
            "SECRET_KEY": settings.SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "tests.e2e.journeys.hall_settings",
        }
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.address = probe.getsockname()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve; returns once a page is answered."""
        self._process = subprocess.Popen(
            server("127.0.0.1", self.address[1]),
            cwd=ROOT,
            env=self._environment,
            start_new_session=True,
        )
        until(self._answers, told=lambda: "the server does not answer")

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "the server ended"
        with suppress(OSError), urllib.request.urlopen(self.release, timeout=10):  # noqa: S310
            return True
        return False

    def command(self, *arguments: str) -> subprocess.Popen[bytes]:
        """A command of `manage.py` beside the server, on the same data."""
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
        )

    def ensure_started(self) -> None:
        """Serve, unless it does."""
        if self._process is None:
            self.start()

    @property
    def release(self) -> str:
        """A page that needs the whole application."""
        return f"http://localhost:{self.address[1]}/tablet/release.json"

    def kill(self) -> None:
        """As a power cut would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


class Hall:
    """What the people of a journey share."""

    def __init__(self, server: Server, network: Proxy, organiser: Page) -> None:
        self.server = server
        self.network = network
        self.organiser = organiser

    @property
    def url(self) -> str:
        """Where everybody finds the server."""
        return self.network.url

    def go(self, path: str) -> Page:
        """The organiser opens a page; the chief referee in the same person."""
        self.organiser.goto(self.url + path)
        return self.organiser

    def chief(self, table: Table) -> Page:
        """The organiser looks at what waits for the chief."""
        return self.go(f"/organise/{table.round.event.slug}/now/")

    def game(self, table: Table) -> Page:
        """The organiser looks at the table's game."""
        return self.go(f"/organise/chief/games/{GameLog.objects.get(table=table).pk}/")

    def code(self, table: Table) -> str:
        """The short code of a new pairing, read off the organiser's screen."""
        return self._invited(table).locator("code").inner_text()

    def link(self, table: Table) -> str:
        """The link of a new pairing, as a camera reads it off the organiser's screen."""
        return read_qr(self._invited(table).get_by_role("img", name="QR code").inner_html())

    def _invited(self, table: Table) -> Page:
        if Device.objects.filter(game__table=table, revoked_at=None).exists():
            invites = self.game(table).get_by_role("button", name="Pair a tablet")
        else:
            card = self.chief(table).locator(f"#table-{table.number}")
            invites = card.get_by_role("button", name="Pair a tablet")
        page = self.organiser
        invites.click()
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        return page


class TabletScreen:
    """A referee's tablet: what is seen on it, and what is tapped."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def open(self, link: str = "") -> None:
        """Load the app, or what a scanned link leads to."""
        self.page.goto(link or f"{self.url}/tablet/")
        self.reach()

    def reach(self) -> None:
        """Have the runtime at hand to look at: everything is entered by taps."""
        expect(self.page.locator("#tablet .screen")).to_be_visible()
        self.page.evaluate(REACH)

    def pair(self, code: str) -> None:
        """Type the code that the organiser shows."""
        self.page.locator("input.code").fill(code)
        self.tap("pair")
        expect(self.page.locator("input.code")).to_have_count(0)

    def start(self) -> None:
        """Begin the game as it was drawn. A tap on what has just moved counts for nothing."""
        game, button = self.page.locator(".game"), self.page.locator('[data-tap="start"]')
        expect(button).to_be_visible()

        def begun() -> bool:
            if button.is_visible():
                # It may be gone by now.
                with suppress(PlaywrightTimeoutError):
                    button.click(timeout=2_000)
                until_drawn(self.page)
            return game.is_visible()

        until(begun)

    def tap(self, *names: str) -> None:
        """Tap these one after another, each as soon as it can be."""
        for name in names:
            self.page.locator(f'[data-tap="{name}"]').click()

    def judged_here(self) -> None:
        """Wait for the rules to run on the tablet."""
        self.page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
        self.page.wait_for_function("() => window.tablet.state.phase === 'open'")

    def enter(self, *events: dict[str, Any]) -> None:
        """Enter these by tapping what the screen offers."""
        self.page.evaluate("events => window.enterEvents(events)", list(events))

    def badge(self, text: str | re.Pattern[str]) -> None:
        """Wait until the state of the log reads so."""
        expect(self.page.locator(".sync")).to_contain_text(text)

    def notice(self, text: str) -> None:
        """Wait until the page says this above everything else."""
        expect(self.page.locator(".page-notice").filter(has_text=text).first).to_be_visible()

    @property
    def state(self) -> Any:
        """What the screens are shown now."""
        return self.page.evaluate("() => window.tablet.state")

    @property
    def stored(self) -> list[str]:
        """The ids of what the tablet says it recorded, in order."""
        ids: list[str] = self.page.evaluate(
            "() => window.tablet.table.outbox.entries.map((entry) => entry.event_id)"
        )
        return ids


def begin(hall: Hall, table: Table, tablet: TabletScreen) -> None:
    """Pair the tablet with the table by its code, and begin the game once it is judged here."""
    tablet.open()
    tablet.pair(hall.code(table))
    tablet.judged_here()
    tablet.start()


def played(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A record's lines without what nobody taps: ids and times."""
    return [{k: v for k, v in line.items() if k not in ("id", "at")} for line in lines]


def log_of(table: Table) -> list[dict[str, Any]]:
    """The events the server has, in order, without the start."""
    game = GameLog.objects.get(table=table)
    return [event_of(row) for row in game.rows.order_by("seq")][1:]


def ids_of(table: Table) -> list[str]:
    """The ids of the events the server has, in order."""
    game = GameLog.objects.get(table=table)
    return [str(pk) for pk in game.rows.order_by("seq").values_list("event_id", flat=True)]
