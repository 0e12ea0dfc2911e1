"""The set-up page in a real browser: what a tablet lacks, and what to do about it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.e2e.proxy import Proxy


def test_a_browser_that_may_clear_the_storage_is_told_what_to_do(
    device: BrowserContext, network: Proxy
) -> None:
    page = device.new_page()
    page.add_init_script("navigator.storage.persisted = async () => false")
    page.add_init_script("navigator.storage.persist = async () => false")
    page.goto(f"{network.url}/tablet/setup/")
    expect(page.locator("#verdict")).to_contain_text("Not yet")
    refused, passed = (page.locator(f'[data-check="{name}"]') for name in ("persist", "server"))
    expect(refused.locator("[data-advice]")).to_contain_text("Add the app to the home screen")
    expect(refused.locator("[data-advice]")).to_be_visible()
    expect(passed.locator("[data-advice]")).to_be_hidden()
    page.close()
