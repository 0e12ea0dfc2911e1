"""The screen of a tablet without a table: what is told does not move what is tapped."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Page, expect

from tests.e2e.tablet_screens.test_screens import SETTLED

SIZES = [(1280, 800, 100), (844, 390, 100), (390, 844, 100), (390, 844, 150)]


def places(page: Page) -> list[FloatRect | None]:
    """Where the button is at each size."""
    found = []
    for width, height, text in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("text => window.tablet.setSettings({text})", text)
        page.wait_for_selector(f'html[data-text="{text}"]')
        page.evaluate("() => document.querySelector('.centre-stage').scrollTo(0, 0)")
        page.evaluate(SETTLED)
        found.append(page.locator('[data-tap="pair"]').bounding_box())
    return found


def test_a_refused_code_does_not_move_the_button(table_page: Page) -> None:
    expect(table_page.locator("#pairing-answer")).to_contain_text("below the QR code")
    still = places(table_page)
    table_page.locator("input.code").fill("K7M2-AAAA")
    # Another click, soon after the screen came up, would be a slip.
    table_page.locator('[data-tap="pair"]').evaluate("button => window.press(button)")
    expect(table_page.get_by_role("alert")).to_contain_text("not known")
    assert places(table_page) == still


def test_a_press_right_after_scrolling_counts(table_page: Page) -> None:
    table_page.set_viewport_size({"width": 844, "height": 390})
    practice = table_page.locator(".practice summary")
    practice.wait_for()
    table_page.evaluate(SETTLED)
    box = practice.evaluate(
        """summary => {
            summary.scrollIntoView({block: "center", behavior: "instant"});
            const {x, y, width, height} = summary.getBoundingClientRect();
            return {x: x + width / 2, y: y + height / 2};
        }"""
    )
    table_page.mouse.click(box["x"], box["y"])
    expect(table_page.locator('[data-tap="practice-us-2011"]')).to_be_visible()
