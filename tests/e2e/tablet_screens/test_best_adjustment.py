"""How the player who adjusts would adjust best: behind a button, where tables are advised."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, record
from tests.e2e.tablet_screens.three_players import HEADER, tap

POSITION: dict[str, Any] = {
    "cash": {"p1": 100, "p2": 40},
    "deeds": {
        "1": {"owner": "p2", "mortgaged": True},
        "3": {"owner": "p2"},
        "12": {"owner": "p1"},
    },
}
"""Ben monopolises a city once he redeems its second street; Ada has nothing to gain."""
COUNT = """() => {
  const { engine } = window.tablet.table;
  window.askedForPlans = 0;
  engine.ask = function (method, question) {
    if (method === "best_adjustment") window.askedForPlans += 1;
    return Object.getPrototypeOf(engine).ask.call(engine, method, question);
  };
}"""


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """Ben adjusts."""
    page = open_table({**HEADER, "position": POSITION})
    page.evaluate(COUNT)
    record(page, {"type": "time"})
    tap(page, "adjuster-p2")
    expect(page.locator('[data-tap="option-redeem-1"]')).to_be_visible()
    return page


def plans_asked(page: Page) -> int:
    """How often the engine was asked for a plan."""
    count: int = page.evaluate("() => window.askedForPlans")
    return count


def advise(page: Page, *, on: bool) -> None:
    """Let the event advise its tables, or not."""
    page.evaluate("estimate => window.tablet.table.outbox.update({ estimate })", on)
    page.evaluate("() => window.tablet.changed()")


def test_a_plan_is_worked_out_for_whoever_asks_and_anew_after_a_step(page: Page) -> None:
    assert plans_asked(page) == 0
    tap(page, "best-adjustment-p2")
    expect(page.locator(".best-gain")).to_have_text(
        "Best adjustment from here: $11 more, $25 in all."
    )
    expect(page.locator(".best-steps li")).to_have_text(["Redeem Basin Street for $33."])
    assert plans_asked(page) == 1
    tap(page, "back", "option-redeem-1")
    page.wait_for_function("() => !window.tablet.state.view.squares[1].mortgaged")
    expect(page.locator(".final-now strong")).to_have_text("$25")
    assert plans_asked(page) == 1
    tap(page, "best-adjustment-p2")
    expect(page.locator(".best-gain")).to_have_text("Best adjustment from here: nothing to gain.")
    expect(page.locator(".best-steps")).to_have_count(0)


def test_a_throw_that_is_still_to_come_is_named(page: Page) -> None:
    tap(page, "adjuster-p1", "best-adjustment-p1")
    expect(page.locator(".best-gain")).to_have_text("Best adjustment from here: nothing to gain.")
    expect(page.locator(".sheet-body")).to_contain_text("Utilities count by the mean throw of 7.")


def test_an_event_may_keep_it_from_the_tables(page: Page) -> None:
    tap(page, "best-adjustment-p2")
    expect(page.locator(".best-gain")).to_be_visible()
    advise(page, on=False)
    expect(page.locator(".best-gain")).to_have_count(0)
    tap(page, "back")
    expect(page.locator('[data-tap="option-redeem-1"]')).to_be_visible()
    expect(page.locator('[data-tap^="best-adjustment"]')).to_have_count(0)
    tap(page, "option-redeem-1")
    page.wait_for_function("() => !window.tablet.state.view.squares[1].mortgaged")
    assert plans_asked(page) == 1
