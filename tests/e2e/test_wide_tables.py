"""Tables of the console that are acted in fit a phone, in the language with the longest words."""

from decimal import Decimal
from typing import Any

from playwright.sync_api import Browser

from tests.e2e.conftest import sign_in
from tests.tournament.making import BY, entry, make_event, seat_round
from tests.tournament.results.views.sheets import AT, member, typed
from tournament.people.services.entries import update_entry

PATHS = ("/organise/open/players/", "/organise/open/staff/", AT)
OVERHANG = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"


def test_nothing_to_press_or_compare_is_beyond_the_edge(
    browser: Browser, live_server: Any, transactional_db: None
) -> None:
    event = make_event(players=4, table_sizes=[4], fee=Decimal(12), fee_currency="EUR")
    update_entry(entry=entry(event, 1), name="Maximilian Oberbergmann", club="Gaming Club", by=BY)
    seat_round(event, 1, (1, 2, 3, 4))
    for name, last in (("result-desk", 1000), ("konstantin", 900)):
        member(event, name).post(AT, typed(1300, 1200, 1100, last))
    with browser.new_context(locale="ru", viewport={"width": 390, "height": 844}) as context:
        sign_in(context, live_server.url)
        page = context.new_page()
        for path in PATHS:
            page.goto(live_server.url + path)
            table = page.locator("main table").first
            assert table.evaluate(OVERHANG) <= 0, path
