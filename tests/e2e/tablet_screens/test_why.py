"""Every sentence opens its reason by finger and by keyboard, and the game goes on below."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_screens import LOOKING
from tests.e2e.tablet_screens.test_taps import GOLDEN

GAME = "02_us-2011_two-hour_5p_recount"
SIZES = [(1280, 800), (800, 1280)]
TEXTS = [100, 130, 150]


def played(open_table: OpenTable, count: int) -> Page:
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    page = open_table(header)
    record(page, *events[:count])
    page.wait_for_selector(f'[data-entries="{count + 1}"]')
    return page


def test_a_sentence_opens_its_rule_and_gives_the_turn_back(open_table: OpenTable) -> None:
    page = played(open_table, 100)
    page.locator('[data-tap="trade"]').tap()
    page.locator('[data-tap^="partner-"]').first.tap()
    page.locator('[data-tap="give-amount-3"]').tap()
    page.locator('[data-tap="back"]').tap()
    paid = page.locator('[data-tap="why-101-1"]')
    paid.tap()
    sheet = page.locator(".sheet-body")
    expect(sheet).to_contain_text("pays")
    expect(sheet).to_contain_text("4 × 7, the throw of 2 + 5")
    expect(sheet).to_contain_text("The player who landed there throws two dice.")
    expect(sheet).to_contain_text("Rule 20 in the book of this edition: Utilities")
    page.locator('[data-tap="back"]').tap()
    page.locator('[data-tap="trade"]').tap()
    expect(page.locator('[data-tap="give-cash"] strong')).to_have_text("$3")
    page.locator('[data-tap="back"]').tap()
    paid.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(paid).to_be_focused()


def test_a_refusal_opens_its_rule_and_is_still_there_afterwards(open_table: OpenTable) -> None:
    page = played(open_table, 40)
    page.locator('[data-tap="trade"]').tap()
    page.locator('[data-tap^="partner-"]').first.tap()
    page.locator('[data-tap="give-cash"]').tap()
    for _ in range(4):
        page.locator('[data-tap$="-9"]').last.tap()
    refusal = page.locator('.panel-foot [data-tap="why-R26"]')
    refusal.tap()
    expect(page.locator(".why-rule")).to_contain_text("Rule 26 in the book of this edition")
    page.locator('[data-tap="back"]').tap()
    expect(refusal).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_sentences_can_be_hit_and_read_at_every_size_of_text(
    size: tuple[int, int], open_table: OpenTable
) -> None:
    page = played(open_table, 100)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(LOOKING.read_text())
    found = []
    for text in TEXTS:
        page.evaluate("text => window.tablet.setSettings({text})", text)
        page.wait_for_selector(f'html[data-text="{text}"]')
        found += page.evaluate("() => [...window.faults(), ...window.unreachable()]")
        page.locator('[data-tap="why-101-1"]').tap()
        page.wait_for_selector(".why-rule")
        found += page.evaluate("() => [...window.faults(), ...window.unreachable()]")
        page.keyboard.press("Escape")
    assert not found


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_deed_opens_its_rents_and_more_opens_the_card_of_all_rules(
    language: str, open_table: OpenTable
) -> None:
    page = played(open_table, 100)
    page.evaluate(LOOKING.read_text())
    page.evaluate("language => window.tablet.setSettings({language})", language)
    page.wait_for_selector(f'html[lang="{language}"]')
    found = []
    for size, text in ((SIZES[0], 100), (SIZES[1], 130), (SIZES[0], 150)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("text => window.tablet.setSettings({text})", text)
        page.wait_for_selector(f'html[data-text="{text}"]')
        page.locator('[data-tap="deeds"]').tap()
        page.locator('[data-tap^="rents-"]').first.tap()
        expect(page.locator(".look-up tbody tr").first).to_be_visible()
        found += page.evaluate("() => [...window.faults(), ...window.unreachable()]")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.locator('[data-tap="more"]').tap()
        page.locator('[data-tap="reference"]').tap()
        page.locator('[data-tap="section-card"]').tap()
        expect(page.locator(".reference .look-up tbody tr")).to_have_count(11)
        found += page.evaluate("() => [...window.faults(), ...window.unreachable()]")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    assert not found
