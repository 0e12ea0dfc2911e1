"""The set-up page in a real browser: what a tablet lacks, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.proxy import Proxy

CLEARED = """navigator.storage.persisted = async () => false;
navigator.storage.persist = async () => false;"""
UNSTORED = "indexedDB.open = () => { throw new DOMException('', 'InvalidStateError'); };"


@pytest.fixture
def page(device: BrowserContext) -> Iterator[Page]:
    page = device.new_page()
    yield page
    page.close()


def test_a_browser_that_may_clear_the_storage_is_told_what_to_do(
    page: Page, network: Proxy
) -> None:
    page.add_init_script(CLEARED)
    page.goto(f"{network.url}/tablet/setup/")
    expect(page.locator("#verdict")).to_contain_text("The tablet can be used.")
    refused, passed = (page.locator(f'[data-check="{name}"]') for name in ("persist", "server"))
    expect(refused.locator("[data-advice]")).to_contain_text("Add the app to the home screen")
    expect(refused.locator("[data-advice]")).to_be_visible()
    expect(passed.locator("[data-advice]")).to_be_hidden()


def test_a_browser_that_stores_nothing_cannot_be_used(page: Page, network: Proxy) -> None:
    page.add_init_script(CLEARED + UNSTORED)
    page.goto(f"{network.url}/tablet/setup/")
    expect(page.locator("#verdict")).to_contain_text("Not yet")
    expect(page.locator('[data-check="storage"] [data-advice]')).to_be_visible()
