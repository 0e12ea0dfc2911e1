"""Who referees, who is missing, and that all was handed in: said on the tablet to the chief."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.journeys.hall import HEADER, Hall, TabletScreen, log_of
from tests.e2e.journeys.test_next_round import CONFIRM, FINISH, PLAYERS, ROLL
from tests.e2e.waiting import until
from tournament.models import Table

Shot = Callable[[Page, str], None]
KEPT_NAME = """async (name) =>
  (await window.tablet.store.get("device", "settings"))?.referee === name"""
NAMES = [{"type": "referee", "name": name} for name in ("Olga", "Pierre")]


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    return new_table(HEADER, tables=2)


@pytest.fixture
def tablet(
    hall: Hall, table: Table, new_tablet: Callable[..., TabletScreen], device: BrowserContext
) -> TabletScreen:
    """Paired, before the start."""
    tablet = new_tablet(device)
    tablet.open(hall.link(table))
    tablet.judged_here()
    return tablet


def named(tablet: TabletScreen, name: str) -> None:
    """Somebody gives a name, and goes on elsewhere on the screen."""
    field = tablet.page.get_by_label("Referee", exact=True)
    field.fill(name)
    field.blur()
    tablet.page.wait_for_function(KEPT_NAME, arg=name)


def test_the_referee_is_kept_on_the_tablet_and_logged(
    hall: Hall, table: Table, tablet: TabletScreen, shot: Shot
) -> None:
    named(tablet, "Olga")
    tablet.page.reload()
    tablet.reach()
    tablet.judged_here()
    expect(tablet.page.get_by_label("Referee", exact=True)).to_have_value("Olga")
    shot(tablet.page, "seats-referee")
    tablet.start()
    tablet.enter(ROLL)
    tablet.page.locator('[data-tap="settings"]').click()
    named(tablet, "Pierre")
    shot(tablet.page, "settings-referee")
    until(lambda: len(log_of(table)) == 3)
    assert log_of(table) == [NAMES[0], ROLL, NAMES[1]]
    assert tablet.state["view"]["referee"] == "Pierre"
    page = hall.game(table)
    expect(page.get_by_text("Referee: Pierre")).to_be_visible()
    expect(page.get_by_text("Olga referees")).to_be_visible()
    shot(page, "chief-referee")


def test_without_a_name_nothing_is_logged(table: Table, tablet: TabletScreen) -> None:
    tablet.start()
    tablet.enter(ROLL)
    until(lambda: len(log_of(table)) > 0)
    assert log_of(table) == [ROLL]


def test_a_player_who_is_missing_is_told_to_the_chief(
    hall: Hall, table: Table, tablet: TabletScreen, shot: Shot
) -> None:
    tablet.tap("missing-p02")
    shot(tablet.page, "missing")
    page = hall.chief(table)
    expect(page.get_by_text("Ben is not at the table.")).to_be_visible()
    shot(page, "chief-missing")
    page.get_by_role("link", name="Change the seats of this round").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    tablet.tap("here-p02")
    expect(tablet.page.locator('[data-tap="missing-p02"]')).to_be_visible()
    expect(hall.chief(table).locator(".control-table.needs")).to_have_count(0)


def test_all_handed_in_is_seen_in_the_list_of_tables(
    hall: Hall, table: Table, tablet: TabletScreen, shot: Shot
) -> None:
    tablet.start()
    tablet.page.evaluate(FINISH, PLAYERS)
    tablet.page.evaluate(CONFIRM, PLAYERS)
    tablet.tap("cleared")
    expect(tablet.page.locator('[data-tap="not-cleared"]')).to_be_visible()
    shot(tablet.page, "cleared")
    page = hall.chief(table)
    expect(page.get_by_role("listitem").filter(has_text="All handed in")).to_have_count(1)
    expect(page.locator(".control-table.needs")).to_have_count(0)
    shot(page, "chief-cleared")
    tablet.tap("not-cleared")
    expect(tablet.page.locator('[data-tap="cleared"]')).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="All handed in")).to_have_count(0)
