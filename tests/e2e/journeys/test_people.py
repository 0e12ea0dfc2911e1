"""Players from a list with bad rows to their seats: import, merge, check-in by touch, leaving out
who is absent, a late arrival. The list of check-in follows what another helper taps."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import sign_in
from tests.tournament.making import BY, make_event
from tournament.draws.services.drawing import draw_round
from tournament.models import Entry, Event, Round, Seat
from tournament.rounds.services.rounds import ensure_round, publish_round

LIST = """Nom;Prénom;Verein;E-Mail
Byron;Ada;North;ada@example.org
Hopper;Grace;North;
Hoper;Grace;North;grace@example.org
Turing;Alan;South;nowhere
Noether;Emmy;South;
Lovelace;Augusta;East;
Curie;Marie;East;
Meitner;Lise;West;
Germain;Sophie;West;
Kovalevskaya;Sofia;West;
"""


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event(table_sizes=[4, 3], number_of_rounds=2)


def axe_both_ways(page: Page, axe) -> None:
    """No fault in light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == []


def test_from_a_list_with_bad_rows_to_a_late_seat(
    browser: Browser, live_server, event: Event, tmp_path: Path, axe
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(context, live_server.url)
    desk = f"{live_server.url}/organise/open"
    page = context.new_page()
    page.set_default_timeout(20_000)
    import_list(page, desk, tmp_path, axe)
    check_in_by_touch(page, context.new_page(), desk, axe)
    draw_and_seat_late(page, desk, axe)
    context.close()


def import_list(page: Page, desk: str, folder: Path, axe) -> None:
    """The good rows are taken with a column chosen, two that are one person joined by a tick."""
    file = folder / "players.csv"
    file.write_text(LIST, encoding="utf-8")
    page.goto(f"{desk}/players/")
    page.get_by_role("link", name="Import a list").tap()
    page.get_by_label("A list of players").set_input_files(file)
    page.get_by_role("button", name="Show what it changes").tap()
    expect(page.get_by_text("This is not an email address.")).to_be_visible()
    page.goto(f"{desk}/players/")
    page.go_back()
    page.get_by_label("A list of players").set_input_files(file)
    page.get_by_role("button", name="Show what it changes").tap()
    expect(page.get_by_text("This is not an email address.")).to_be_visible()
    page.get_by_label("Verein").select_option("Club")
    page.get_by_role("checkbox").check()
    axe_both_ways(page, axe)
    page.get_by_role("button", name="Look again").tap()
    expect(page.get_by_role("heading", name="8 to add")).to_be_visible()
    page.get_by_role("button", name="Import the 8 good rows").tap()
    expect(page.get_by_text("1 row with a fault was not taken.")).to_be_visible()
    grace = Entry.objects.get(name="Grace Hopper")
    assert (grace.email, grace.club) == ("grace@example.org", "North")
    axe_both_ways(page, axe)


def check_in_by_touch(page: Page, other: Page, desk: str, axe) -> None:
    """Seven of eight are there; another helper's page follows; one tap leaves out the eighth."""
    for each in (page, other):
        each.goto(f"{desk}/check-in/")
    for name in Entry.objects.exclude(name="Lise Meitner").values_list("name", flat=True):
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    size = page.locator(".check-in-row").first.bounding_box()
    assert size is not None
    assert size["height"] >= 44
    expect(other.locator(".check-in-count")).to_contain_text("7 checked in · 1 absent")
    page.get_by_label("Look for a player").fill("LISE")
    expect(page.locator(".check-in-rows > li:visible")).to_have_count(1)
    page.get_by_label("Look for a player").fill("")
    axe_both_ways(page, axe)
    page.get_by_role("button", name="Leave out the absent player").tap()
    expect(page.get_by_text("1 table of 4 and 1 table of 3")).to_be_visible()
    other.close()


def draw_and_seat_late(page: Page, desk: str, axe) -> None:
    """The eighth comes once the round is published, and gets the last seat of the table of 3."""
    event = Event.objects.get()
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    publish_round(round=Round.objects.get(pk=round_.pk), by=BY)
    assert Seat.objects.count() == 7
    page.goto(f"{desk}/check-in/")
    page.get_by_role("button", name="Lise Meitner").tap()
    page.get_by_role("link", name="Late arrivals").tap()
    page.get_by_role("link", name="Lise Meitner").tap()
    axe_both_ways(page, axe)
    page.get_by_role("button", name="Seat at table").first.tap()
    expect(page.get_by_text("Lise Meitner sits at table")).to_be_visible()
    table = Seat.objects.get(entry__name="Lise Meitner").table
    assert table.seats.count() == 4
    expect(page.get_by_text("Everybody has a seat.")).to_be_visible()
