"""The organiser types a result in while the table plays: nothing is lost, and everybody is told."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.holding import everybody_agrees
from tests.e2e.journeys.hall import CONFIRMED, HEADER, Hall, TabletScreen, begin
from tests.e2e.journeys.test_chief import BUY, PLAYERS, ROLL, finish
from tournament.models import Table

CASH = (900, 1_200, 700)
OTHER_RESULT = "This table has another result as well"


def test_a_tablet_hands_in_while_the_organiser_typed(
    hall: Hall,
    new_table: Callable[..., Table],
    new_tablet: Callable[..., TabletScreen],
    device: BrowserContext,
    shot: Callable[[Page, str], None],
) -> None:
    table = new_table(HEADER)
    tablet = new_tablet(device)
    begin(hall, table, tablet)
    tablet.enter(ROLL, BUY)
    tablet.badge(CONFIRMED)
    type_in(hall, table, shot)
    tablet.notice(OTHER_RESULT)
    shot(tablet.page, "result-typed-in")

    finish(tablet)
    everybody_agrees(tablet.page, PLAYERS)
    expect(tablet.page.get_by_text("you will read here which counts")).to_be_visible()
    shot(tablet.page, "result-contested")
    public = hall.go(f"/e/{table.round.event.slug}/r/1/t/1/")
    expect(public.get_by_text("Under review:")).to_be_visible()
    expect(public.locator(".seats-winner, tr").filter(has_text="1,200")).to_be_visible()

    choose(hall, table, shot)
    tablet.notice("The chief referee has chosen the organiser’s result")
    expect(tablet.page.get_by_text("The organiser’s result counts")).to_be_visible()
    expect(tablet.page.locator('[data-tap="onward"]')).to_be_visible()
    shot(tablet.page, "result-other-counts")
    tablet.page.locator('.page-notice [data-tap^="read-"]').click()
    expect(tablet.page.locator(".page-notice")).to_have_count(0)


def type_in(hall: Hall, table: Table, shot: Callable[[Page, str], None]) -> None:
    """The organiser's form says first that a tablet logs the game, and keeps what was typed."""
    page = hall.go(f"/admin/tournament/table/{table.pk}/change/")
    for number, cash in enumerate(CASH):
        page.locator(f'[name="seats-{number}-final"]').fill(str(cash))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("tick the box to say that you know")).to_be_visible()
    expect(page.locator('[name="seats-1-final"]')).to_have_value("1200")
    shot(page, "result-form")
    page.locator('[name="aware"]').check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Places: 1. Ben (1200), 2. Ada (900), 3. Софья (700)")).to_be_visible()


def choose(hall: Hall, table: Table, shot: Callable[[Page, str], None]) -> None:
    """The chief compares both, and lets the one typed in count."""
    page = hall.chief(table)
    page.get_by_role("link", name="Compare the results").click()
    shot(page, "result-choice")
    page.get_by_role("radio", name="Entered by hand").check()
    page.get_by_label("Reason").fill("The cash was counted twice.")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("Decided. What counts: Entered by hand.")).to_be_visible()
