"""The organiser shows a code to a tablet and sees, without loading the page again, that it took."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from referee.devices.services import pair
from referee.models import Pairing
from tests.e2e.conftest import sign_in
from tests.referee.tables import golden, make_table

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def code(page: Page, live_server, transactional_db) -> str:
    """A code on the organiser's screen."""
    make_table(golden("01")[0])
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + "/organise/open/now/")
    page.get_by_role("button", name="Pair a tablet").click()
    return page.locator(".typed code").inner_text()


def test_a_paired_tablet_is_told_within_seconds(page: Page, code: str, axe):
    pair(request_id=uuid4(), label="Tablet 7", code=code)
    status = page.get_by_role("status")
    expect(status).to_have_text("Tablet 7 is paired with this table.", timeout=10_000)
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)
    assert not axe(page)


def test_a_code_that_lapsed_is_taken_off_the_screen(page: Page, code: str):
    Pairing.objects.all().delete()
    expect(page.get_by_role("status")).to_contain_text("no longer valid")
    expect(page.get_by_text(code)).to_have_count(0)


def test_the_code_fits_a_phone(page: Page, code: str, axe):
    for width in (360, 390, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(WIDE) == 0, width
        box = page.get_by_role("img", name="QR code").locator("svg").bounding_box()
        assert box
        assert 240 <= box["width"] <= 440, width
    assert not axe(page)
