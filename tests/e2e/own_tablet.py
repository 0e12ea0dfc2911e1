"""A tablet of its own, whose browser may be killed and started again on what it kept."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import BrowserType, Page

from tests.e2e.app import LANDSCAPE, REACH, TAPPING
from tests.e2e.browser import launch_options
from tests.e2e.waiting import PATIENCE_MS


def _kill_browser(profile: Path) -> None:
    """All processes of the browser that uses this profile die at once."""
    mark = f"--user-data-dir={profile}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        # What has ended meanwhile needs no killing.
        with suppress(OSError):
            if mark in (process / "cmdline").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)


class OwnTablet:
    """A browser on a profile that stays, at the app's address; `page` is its only one."""

    def __init__(self, kind: BrowserType, url: str, profile: Path) -> None:
        self._kind, self.url, self._profile = kind, url, profile
        self.page = self._start()

    def _start(self) -> Page:
        context = self._kind.launch_persistent_context(
            str(self._profile), has_touch=True, viewport=LANDSCAPE, **launch_options()
        )
        page = context.pages[0]
        page.add_init_script(path=TAPPING)
        page.set_default_timeout(PATIENCE_MS)
        # The finger must not wait for what moves.
        page.emulate_media(reduced_motion="reduce")
        return page

    def open(self) -> None:
        """Load the app, with its runtime within reach."""
        self.page.goto(f"{self.url}/tablet/")
        self.page.wait_for_selector("#tablet .screen")
        self.page.evaluate(REACH)

    def judged(self) -> None:
        """Wait for the tablet's own engine."""
        self.page.wait_for_function("() => window.tablet.state.judge === 'tablet'")

    def die(self) -> None:
        """The browser dies; a new one shows nothing yet."""
        _kill_browser(self._profile)
        self.page = self._start()

    def kill(self) -> Page:
        """The browser dies: the page of a new one that shows the game as it was kept."""
        self.die()
        self.open()
        self.judged()
        self.page.wait_for_selector(".game")
        return self.page

    def close(self) -> None:
        """Put the tablet away."""
        self.page.context.close()
