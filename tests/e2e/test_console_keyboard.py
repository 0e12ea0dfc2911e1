"""Every page of the console by keyboard alone: Tab reaches each control, in no trap, its ring is
seen, and no bar lies over it (WCAG 2.1.1, 2.1.2, 2.4.7, 2.4.11)."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import sign_in
from tests.e2e.console import console_pages, event_of_each_state
from tests.e2e.keyboard import reach, write
from tests.e2e.looks import OPEN
from tests.tournament.making import make_event, seat_round

# What Tab has to reach, and what was found wrong with a control while it had the focus.
WATCH = """() => {
  const shown = (item) => item.checkVisibility({ visibilityProperty: true });
  const stops = [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")]
    .filter((item) => !item.matches(":disabled") && item.tabIndex >= 0 && shown(item));
  // Of a group of radio buttons Tab reaches the chosen one, or the first; arrows the others.
  globalThis.stops = stops.filter((item) => {
    if (item.type !== "radio" || item.checked) return true;
    const all = stops.filter((other) => other.type === "radio" && other.name === item.name
      && other.form === item.form);
    return item === all[0] && !all.some((other) => other.checked);
  });
  globalThis.walked = new Set();
  globalThis.faults = [];
  const name = (item) => item.outerHTML.slice(0, 110).replace(/\\s+/g, " ");
  const ring = (item) => {
    const style = getComputedStyle(item);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 1;
  };
  const seen = (item) => {
    const box = item.getBoundingClientRect();
    return [0.5, 0.1, 0.9].some((across) => [0.5, 0.1, 0.9].some((down) => {
      const at = document.elementFromPoint(
        box.left + box.width * across, box.top + box.height * down);
      return at && (item.contains(at) || at.contains(item) || at.closest("label")?.contains(item)
        || [...(item.labels ?? [])].some((label) => label.contains(at)));
    }));
  };
  document.addEventListener("focusin", ({ target }) => {
    // A heading to which a script leads is no stop of Tab.
    if (walked.has(target) || target.tabIndex < 0) return;
    walked.add(target);
    if (!ring(target)) faults.push("no ring: " + name(target));
    if (!seen(target)) faults.push("covered: " + name(target));
  });
  for (const item of document.querySelectorAll("[tabindex]"))
    if (item.tabIndex > 0) faults.push("before its turn: " + name(item));
  for (const item of document.querySelectorAll("[role=button], [role=link], [onclick]"))
    // A drawing can have no button: its squares are chosen by the focus itself.
    if (!item.matches("button, a[href], summary, [aria-disabled=true], svg [data-square]"))
      faults.push("no real button: " + name(item));
  return globalThis.stops.length;
}"""
LEFT = """() => [...faults, ...stops.filter((item) => !walked.has(item) && item.isConnected)
  .map((item) => "not reached: " + item.outerHTML.slice(0, 110))]"""
# Whatever is unfolded on a page is folded by Escape from within, and its title has the focus again.
KEPT_OPEN = """() => [...document.querySelectorAll("details")].filter((item) => {
  const title = item.querySelector("summary");
  if (!title.checkVisibility()) return false;
  item.open = true;
  const within = [...item.querySelectorAll("a[href], button, input, select, textarea")]
    .filter((each) => !each.matches(":disabled"))
    .find((each) => each.closest("details") === item && each.checkVisibility());
  (within ?? title).focus();
  document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  return item.open || document.activeElement !== title;
}).map((item) => "not folded: " + item.outerHTML.slice(0, 110))"""
PARTS_OF_DATES = 8
"""A field of a day and a time has so many stops of its own."""
FETCHED = 4
"""What is fetched when it is unfolded may have so many times the stops of the page."""


def walk(page: Page) -> list[str]:
    """Tab through a page once; what is wrong with it."""
    stops = page.evaluate(WATCH)
    dates = page.locator("input[type=datetime-local], input[type=date], input[type=time]").count()
    for _more in range(FETCHED):
        for _stop in range(stops + PARTS_OF_DATES * dates + 1):
            page.keyboard.press("Tab")
        found: list[str] = page.evaluate(LEFT)
        if not found:
            break
    return found


def test_tab_reaches_every_control_of_every_page(
    context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    sign_in(context, live_server.url)
    page, found, looked_at = context.new_page(), list[str](), 0
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in console_pages(context, event_of_each_state()):
        looked_at += 1
        page.goto(live_server.url + path)
        found += [f"{path}: {fault}" for fault in page.evaluate(KEPT_OPEN)]
        page.evaluate(OPEN)
        found += [f"{path}: {fault}" for fault in walk(page)]
    assert looked_at > 20
    assert not found, "\n".join(found)


def test_the_first_tab_skips_to_the_content(
    context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    make_event(players=4)
    sign_in(context, live_server.url)
    page = context.new_page()
    page.goto(live_server.url + "/organise/open/players/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_escape_folds_and_puts_the_focus_back(
    page: Page, live_server: Any, transactional_db: None
) -> None:
    """What was typed stays."""
    seat_round(make_event(players=4), 1, (1, 2, 3, 4))
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + "/organise/open/now/")
    reach(page, page.locator("summary", has_text="Extra time for a table"))
    page.keyboard.press("Enter")
    write(page, "Reason", "late")
    page.keyboard.press("Escape")
    expect(page.locator("summary:focus")).to_have_text("Extra time for a table")
    expect(page.get_by_label("Reason")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Reason")).to_have_value("late")


def test_a_list_is_ordered_by_keyboard(
    page: Page, live_server: Any, transactional_db: None
) -> None:
    """What moves keeps the focus: the next press goes on from there."""
    event = make_event(players=4, tie_breaks=["wins", "cash-share"])
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + "/organise/open/settings/scoring/")
    rows = page.locator("[data-ordered] > li")
    up = rows.nth(1).get_by_role("button", name=re.compile("^Move up"))
    up.focus()
    page.keyboard.press("Enter")
    expect(rows.first.get_by_role("button", name=re.compile("^Move down"))).to_be_focused()
    first = rows.first.get_by_role("checkbox")
    first.focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-ordered] input:focus")).not_to_be_checked()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Save").first.focus()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("/scoring/"))
    event.refresh_from_db()
    assert event.tie_breaks == ["wins", "cash-share"]
