"""While the table lies idle the tablet rests: nothing runs oftener than once a second."""

from collections import Counter

from playwright.sync_api import Page

from tests.e2e.tablet.conftest import TabletPage

REST_TICKS = 4
"""The tablet's own clock ticks once a second."""
# The signs of life that the server asks for: what waits between two of them.
POLL = "/runtime/sleep.js"
# What runs by itself is noted with where it was asked for, from `window.ran = []` on.
WATCH = """
// Once on a page, though each test that looks at it asks for it.
for (const kind of globalThis.watched ? [] : [
  "setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback",
]) {
  const real = window[kind].bind(window);
  window[kind] = (run, ...rest) => {
    const from = new Error().stack.split("\\n")[2].trim();
    return real((...given) => {
      window.ran?.push([kind, from]);
      return run(...given);
    }, ...rest);
  };
}
globalThis.watched = true;
"""
# Notes what runs until the tablet's clock has ticked so often; nothing asks for it meanwhile.
TICKED = """(count) => new Promise((done) => {
  let ticks = 0;
  window.ran = [];
  window.ran.push = function (each) {
    this[this.length] = each;
    if (each[0] === "setInterval") ticks += 1;
    if (ticks === count) done();
  };
})"""
RUNNING = """() => document.getAnimations()
  .filter((each) => each.playState === "running")
  .map((each) => `${each.animationName} of ${each.effect.target.className}`)"""


def oftener_than_each_second(page: Page) -> list[str]:
    """What runs by itself too often, or moves on and on: whenever one looks, not because something
    came late on a busy machine."""
    until_ticks(page, 2)  # what a tap led to is over
    return ran_too_often(page) and ran_too_often(page)


def until_ticks(page: Page, count: int) -> None:
    """Note what runs by itself until the tablet's clock has ticked so often."""
    page.evaluate(TICKED, count)


def ran_too_often(page: Page) -> list[str]:
    """The same during some seconds of rest."""
    until_ticks(page, REST_TICKS)
    ran = Counter((kind, at) for kind, at in page.evaluate("() => window.ran") if POLL not in at)
    found = [f"{n} times {kind} {at}" for (kind, at), n in ran.items() if n > REST_TICKS + 1]
    return found + list(page.evaluate(RUNNING))


def test_nothing_runs_oftener_than_each_second_while_nothing_moves(tablet: TabletPage) -> None:
    page = tablet.page
    page.add_init_script(WATCH)
    page.reload()
    tablet.judged_here()
    tablet.confirmed()
    found = {"turn": oftener_than_each_second(page)}
    for sheet in ("ledger", "deeds"):
        page.locator(f'[data-tap="{sheet}"]').click()
        found[sheet] = oftener_than_each_second(page)
        page.keyboard.press("Escape")
    assert not any(found.values()), found
