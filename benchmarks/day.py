"""The tablet's memory over a day of games that are entered by tapping."""

import tempfile
import time
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from benchmarks import tablet
from tests.e2e.app import LANDSCAPE, REACH, TAPPING, read_record
from tests.e2e.browser import launch_options
from tests.e2e.tablet_screens.memory import Held, Memory, advance, open_game, watched

PORT = 8957
GOLDEN = tablet.ROOT / "tests" / "golden" / "golden"
WARM = ("02", "24")
DAY = ("33", "12", "24", "02")
"""The games of a day, in several editions."""


class Day(NamedTuple):
    """The memory held before a day and after it, each with a game just opened, and its events."""

    before: Held
    after: Held
    events: int


def play(page: Page, number: str) -> int:
    """Play a golden game by tapping, a minute an event; return its number of events."""
    header, events = read_record(next(GOLDEN.glob(f"{number}_*.amr.jsonl")))
    open_game(page, header)
    page.evaluate("events => window.enterEvents(events)", events)
    advance(page, len(events))
    time.sleep(1)
    page.evaluate("() => window.tablet.endPractice()")
    return len(events)


def held(page: Page) -> Held:
    """Return the memory held with a game just opened."""
    header, _events = read_record(tablet.GAME)
    open_game(page, header)
    found = Memory(page).held()
    page.evaluate("() => window.tablet.endPractice()")
    return found


def measure() -> Day:
    """Play a day on one page, after two games for which the browser compiles its code."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tablet.server(folder, port=PORT),
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_options()) as browser,
    ):
        context = watched(browser.new_context(viewport=LANDSCAPE, service_workers="block"))
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.add_init_script(path=TAPPING)
        page.goto(f"http://localhost:{PORT}/tablet/")
        page.locator("#tablet .screen").wait_for()
        page.evaluate(REACH)
        for number in WARM:
            play(page, number)
        before = held(page)
        events = sum(play(page, number) for number in DAY)
        return Day(before, held(page), events)


def main() -> None:
    """Measure and print: `benchmarks.tablet_table` has it in its table."""
    print(measure())


if __name__ == "__main__":
    main()
