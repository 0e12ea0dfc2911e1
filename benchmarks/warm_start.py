"""Later starts of the tablet beside another checkout's: `benchmarks.warm_start CHECKOUT`.

Each start is the browser's own, on a profile that has the app and a game in the middle of a turn;
the two checkouts take turns. Measured is the time on the clock from the navigation to the dice that
may be tapped and that the tablet's own engine will judge.
"""

import argparse
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from benchmarks import tablet
from benchmarks.machine import machine
from tests.e2e.app import REACH, read_record
from tests.e2e.browser import launch_options

STARTS = 10
PORTS = (8955, 8956)
EVENTS = 120
REST_S = 1.0
DICE = """
new MutationObserver(() => {
  const dice = document.querySelector('[data-tap="die-1-1"]:not(:disabled)');
  if (dice) window.dice ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
ENTER = """async ([header, events]) => {
  await window.tablet.practise(header);
  while (window.tablet.state.judge !== "tablet") await new Promise((next) => setTimeout(next, 50));
  await window.tablet.start();
  for (const event of events) {
    const { recorded, refusals } = await window.tablet.record(event);
    if (!recorded) throw new Error(JSON.stringify(refusals));
  }
}"""


def _browser(playwright: Playwright, profile: str) -> BrowserContext:
    context = playwright.chromium.launch_persistent_context(profile, **launch_options())
    context.set_default_timeout(tablet.PATIENCE_S * 1000)
    context.add_init_script(DICE)
    return context


def prepare(playwright: Playwright, profile: str, port: int, checkout: Path) -> None:
    """Start first and play until a throw is due, so that all a later start needs is cached."""
    header, events = read_record(tablet.GAME)
    until = max(n for n, event in enumerate(events[:EVENTS]) if event["type"] == "roll")
    context = _browser(playwright, profile)
    page = context.new_page()
    page.goto(f"http://localhost:{port}/tablet/")
    page.wait_for_selector("#tablet .screen")
    tablet.evaluate(page, REACH)
    tablet.evaluate(page, ENTER, [header, events[:until]])
    tablet.evaluate(page, tablet.kept(checkout))
    time.sleep(3)
    context.close()


def start(playwright: Playwright, profile: str, port: int) -> float:
    """Return the seconds of one later start."""
    context = _browser(playwright, profile)
    page = context.new_page()
    time.sleep(REST_S)
    page.goto(f"http://localhost:{port}/tablet/")
    page.wait_for_function("() => window.dice")
    tablet.evaluate(page, REACH)
    page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    took: Any = page.evaluate("() => window.dice")
    time.sleep(REST_S)
    context.close()
    return float(took) / 1000


def starts(checkouts: tuple[Path, ...], number: int = STARTS) -> list[list[float]]:
    """Return seconds of later starts, a list for each checkout."""
    found: list[list[float]] = [[] for _ in checkouts]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        playwright = stack.enter_context(sync_playwright())
        for checkout, port in zip(checkouts, PORTS, strict=False):
            stack.enter_context(tablet.server(f"{folder}/{port}", checkout, port))
            prepare(playwright, f"{folder}/profile-{port}", port, checkout)
        for _ in range(number):
            for times, port in zip(found, PORTS, strict=False):
                times.append(start(playwright, f"{folder}/profile-{port}", port))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="another checkout, such as the parent commit's")
    other = parser.parse_args().checkout.resolve()
    print(f"Machine: {machine()}. {STARTS} starts each.")
    for name, times in zip(("ours", "the other"), starts((tablet.ROOT, other)), strict=True):
        print(f"{name}: median {statistics.median(times):.2f} s, best {min(times):.2f} s")


if __name__ == "__main__":
    main()
