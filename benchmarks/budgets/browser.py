"""First visits to a page, in Chromium on slow 4G with a CPU four times slower."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Locator, Page, ViewportSize

DOWN = 1_600_000 / 8
UP = 750_000 / 8
"""Bytes a second."""
LATENCY_MS = 150
SLOWER = 4
PHONE: ViewportSize = {"width": 390, "height": 844}
SETTLED_MS = 700
MOST_OF_A_KIND = 2
PAINTED = "() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 50)))"
OBSERVERS = """
window.measured = { lcp: 0, what: "", shift: 0, delay: 0, on: "" };
const observe = (type, each, options) =>
  new PerformanceObserver((list) => list.getEntries().forEach(each))
    .observe({ type, buffered: true, ...options });
observe("largest-contentful-paint", (entry) => {
  measured.lcp = entry.startTime;
  measured.what = (entry.element?.tagName ?? "").toLowerCase();
});
observe("layout-shift", (entry) => { if (!entry.hadRecentInput) measured.shift += entry.value; });
observe("event", (entry) => {
  if (entry.interactionId && entry.duration > measured.delay) {
    measured.delay = entry.duration;
    measured.on = `${entry.name} ${(entry.target?.tagName ?? "").toLowerCase()}`;
  }
}, { durationThreshold: 16 });
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """Figures of one first visit.

    They are milliseconds until the largest content was painted, with its element; the longest time
    from a tap or key to the next frame, with its target; how much moved; and what came over the
    network until the page stood. `others` are requests to other hosts.
    """

    lcp: float
    largest: str
    inp: float
    slowest: str
    shift: float
    requests: int
    size: int
    others: int


class Network:
    """The traffic of a page."""

    def __init__(self, session: CDPSession, host: str) -> None:
        self._host = host
        self._asked: set[str] = set()
        self._others: set[str] = set()
        self._received: dict[str, float] = {}
        session.on("Network.requestWillBeSent", self._on_request)
        session.on("Network.dataReceived", self._on_data)
        session.on("Network.loadingFinished", self._on_finished)

    def _on_request(self, given: dict[str, Any]) -> None:
        parts = urlsplit(given["request"]["url"])
        if parts.scheme == "data":
            return
        self._asked.add(given["requestId"])
        if parts.netloc != self._host:
            self._others.add(given["requestId"])

    def _on_data(self, given: dict[str, Any]) -> None:
        before = self._received.get(given["requestId"], 0)
        self._received[given["requestId"]] = before + given["encodedDataLength"]

    def _on_finished(self, given: dict[str, Any]) -> None:
        self._received[given["requestId"]] = given["encodedDataLength"]

    def so_far(self) -> tuple[int, int, int]:
        """Return requests, bytes with their headers, and requests to other hosts."""
        return len(self._asked), round(sum(self._received.values())), len(self._others)


@contextmanager
def slow_page(browser: Browser, address: str) -> Iterator[tuple[Page, Network]]:
    """Yield the page of a phone that was never here, before it opens the address."""
    context = browser.new_context(locale="en-GB", viewport=PHONE, has_touch=True, is_mobile=True)
    try:
        page = context.new_page()
        page.add_init_script(OBSERVERS)
        session = context.new_cdp_session(page)
        network = Network(session, urlsplit(address).netloc)
        session.send("Network.enable")
        conditions = {"downloadThroughput": DOWN, "uploadThroughput": UP, "latency": LATENCY_MS}
        session.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page, network
    finally:
        context.close()


def visit(browser: Browser, address: str) -> Visit:
    """Open an address and use the controls on its page."""
    with slow_page(browser, address) as (page, network):
        page.goto(address, wait_until="load")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.wait_for_timeout(SETTLED_MS)
        requests, size, others = network.so_far()
        loaded = page.evaluate("() => ({ ...measured })")
        use(page)
        used = page.evaluate("() => ({ ...measured })")
        return Visit(
            lcp=loaded["lcp"],
            largest=loaded["what"],
            inp=used["delay"],
            slowest=used["on"],
            shift=used["shift"],
            requests=requests,
            size=size,
            others=others,
        )


def use(page: Page) -> None:
    """Tap and type on everything that is not a way to another page."""
    for field in _some(page, "input[type=search]"):
        field.focus()
        for key in "an":
            page.keyboard.press(key)
            page.evaluate(PAINTED)
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
    for slider in _some(page, "input[type=range]"):
        slider.focus()
        for key in ("ArrowLeft", "Home", "ArrowRight"):
            page.keyboard.press(key)
            page.evaluate(PAINTED)
    taps = ("main summary", "main button[type=button]", "[role=tab]", "[data-go]")
    for selector in taps:
        for control in _some(page, selector):
            for _twice in range(2):
                _tap(page, control)


def _some(page: Page, selector: str) -> list[Locator]:
    """Return the first of these elements that can be seen."""
    return page.locator(f"{selector} >> visible=true").all()[:MOST_OF_A_KIND]


def _tap(page: Page, control: Locator) -> None:
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    if box:
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.evaluate(PAINTED)
