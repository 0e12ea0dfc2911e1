"""The cut to the finals in a browser, by keyboard: set, recorded, a finalist replaced, and seen by
everybody."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import sign_in
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.models import Cut, Event
from tournament.people.services.entries import withdraw_entry


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Six players at two tables of three, whose first of two rounds is over."""
    made = make_event("cup", players=6, number_of_rounds=2, table_sizes=[3, 4])
    first = seat_round(made, 1, (1, 2, 3), (4, 5, 6))
    for table in (1, 2):
        finish(table_of(first, table), 900, 500, 100)
    return made


def press(page: Page, name: str) -> None:
    """By keyboard alone."""
    button = page.get_by_role("button", name=name)
    button.focus()
    button.press("Enter")


def shoot(page: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        for width, height in ((1280, 800), (390, 844), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 800})


def test_an_organiser_cuts_to_the_finals_and_lets_the_next_one_in(
    page: Page, live_server: Any, event: Event
) -> None:
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/organise/cup/settings/finals/")
    page.get_by_label("Players in the final").fill("5")
    press(page, "Save, and on to")
    expect(page.get_by_text("5 finalists fit no tables of the sizes allowed")).to_be_visible()
    shoot(page, "settings")
    page.get_by_label("Players in the final").fill("3")
    press(page, "Save, and on to")
    expect(page.get_by_text("Saved: Cut to the finals.")).to_be_visible()
    page.goto(f"{live_server.url}/organise/cup/r/2/")
    page.get_by_role("link", name="Record the cut to the finals").press("Enter")
    expect(page.get_by_text("would be in")).to_have_count(3)
    shoot(page, "before")
    expect(page.get_by_role("columnheader", name="Final", exact=True)).to_be_visible()
    press(page, "Record the cut")
    expect(page.get_by_text("in", exact=True)).to_have_count(3)
    out = int(Cut.objects.get().finalists[0][1:])
    withdraw_entry(entry=entry(event, out), by=BY)
    page.reload()
    shoot(page, "replacing")
    following = page.get_by_role("button", name="play instead")
    name = following.inner_text().removeprefix("Let ").removesuffix(" play instead")
    following.press("Enter")
    row = page.get_by_role("row").filter(has_text=name)
    expect(row.get_by_text("in", exact=True)).to_be_visible()
    made = Cut.objects.get()
    final = seat_round(event, 2, tuple(int(code[1:]) for code in made.finalists))
    finish(table_of(final), 100, 200, 300)
    page.goto(f"{live_server.url}/e/cup/")
    expect(page.locator(".standings tbody tr").first).to_contain_text(
        f"Player {int(made.finalists[2][1:])}"
    )
    expect(page.locator(".standings-cut")).to_have_count(1)
    expect(page.get_by_role("columnheader", name="Finals")).to_be_visible()
    shoot(page, "public")
