"""A finger on a touch screen, as the device of the journeys has one."""

from playwright.sync_api import Page

from tests.e2e.holding import HOLD


def tap(page: Page, *names: str) -> None:
    """Tap these controls, one after the other."""
    for name in names:
        page.locator(f'[data-tap="{name}"]').tap()


def hold(page: Page, name: str) -> None:
    """Keep a finger on this button."""
    button = page.locator(f'[data-tap="{name}"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(HOLD)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
