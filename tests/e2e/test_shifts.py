"""Nothing moves on a public page while its scripts arrive, and what is tapped answers at once."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, ViewportSize, expect

MAX_SHIFT = 0.02
PHONE: ViewportSize = {"width": 390, "height": 844}
WATCH = """window.shifts = []; new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    window.shifts.push([shift.value, ...shift.sources.map(({ node }) => node?.outerHTML ?? "")]);
  }
}).observe({ type: "layout-shift", buffered: true });"""
PAINTED = "() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 50)))"


class HeldScripts:
    """The scripts of a page arrive once it was painted without them, as over a slow line."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._open = False
        page.route("**/*.js", self._take)

    def _take(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._held.append(route)

    def release(self) -> None:
        self._open = True
        for route in self._held:
            route.continue_()
        self._held.clear()

    def hold(self) -> None:
        self._open = False


@pytest.fixture
def phone(context: BrowserContext) -> Page:
    """A phone; the server of these tests has no stream to give."""
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.add_init_script(WATCH)
    return page


def test_nothing_moves_when_scripts_arrive_late(
    phone: Page, live_server: Any, pages: list[str]
) -> None:
    scripts = HeldScripts(phone)
    for path in pages:
        scripts.hold()
        phone.goto(live_server.url + path, wait_until="commit")
        expect(phone.locator("main, body").first).to_be_visible()
        phone.evaluate(PAINTED)
        scripts.release()
        phone.wait_for_load_state("networkidle")
        phone.evaluate(PAINTED)
        shifts = phone.evaluate("window.shifts")
        assert sum(value for value, *_sources in shifts) <= MAX_SHIFT, (path, shifts)


def test_what_changes_is_laid_out_together(phone: Page, live_server: Any, sample: None) -> None:
    """However many texts change, and rows move, the page is laid out a few times only."""
    phone.goto(f"{live_server.url}/e/spring-open-2026/")
    session = phone.context.new_cdp_session(phone)
    session.send("Performance.enable")

    def layouts(of: str) -> float:
        before = count()
        phone.evaluate(of)
        phone.evaluate(PAINTED)
        phone.evaluate(PAINTED)
        return count() - before

    def count() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        value: float = next(each["value"] for each in found if each["name"] == "LayoutCount")
        return value

    write = """async () => {
      const { write } = await import("/static/tournament/public/words.js");
      for (const cell of document.querySelectorAll(".standings-points")) write(cell, "7 ");
    }"""
    assert layouts(write) <= 5
    assert layouts(write.replace('"7 "', '"8"')) <= 5
    assert layouts("document.querySelectorAll('[data-follow]')[20].click()") <= 8
    assert phone.evaluate("document.querySelectorAll('tr')[1].getAnimations().length") <= 1
