"""An event in a frame on another site, in a real browser; and the code and picture for it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import Axe
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.models import Event

# Another origin, and one that may be let into this machine's network, as no http page is.
BLOG = "http://127.0.0.1:9/blog"
REFUSE = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
REFUSED = ["", "screen/", "rules/", "p/1/", "r/1/", "r/1/t/1/"]


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Four players, a round of one table that waits."""
    event = make_event(players=4, name="Spring Open")
    seat_round(event, 1, (1, 2, 3, 4))
    return event


@pytest.fixture
def blog(browser: Browser, live_server: LiveServer, event: Event) -> Iterator[Page]:
    """A page of another site."""
    context = browser.new_context(locale="en-GB")
    context.grant_permissions(["local-network-access"])
    page = context.new_page()
    yield page
    context.close()


@pytest.fixture
def logged(blog: Page) -> list[str]:
    """What its console tells: also that a frame in it could not be shown."""
    lines: list[str] = []
    blog.on("console", lambda line: lines.append(line.text))
    return lines


def show(page: Page, code: str) -> None:
    """Open the other site's page with this in it."""
    body = f"<!doctype html><title>Blog</title><h1>Blog</h1>{code}"
    page.unroute_all()
    page.route(BLOG, lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(BLOG)


def test_the_embedded_page_is_shown_and_no_other(
    blog: Page, logged: list[str], live_server: LiveServer
) -> None:
    show(blog, f'<iframe title="x" src="{live_server.url}/e/open/embed/"></iframe>')
    frame = blog.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1)).to_have_text("Spring Open")
    expect(frame.locator("tbody tr")).to_have_count(4)
    # Again, answered with 304: what it says then counts for what was kept.
    blog.reload()
    expect(frame.locator("tbody tr")).to_have_count(4)
    assert not logged
    for path in REFUSED:
        logged.clear()
        show(blog, f'<iframe title="x" src="{live_server.url}/e/open/{path}"></iframe>')
        expect(blog.frame_locator("iframe").get_by_role("heading")).to_have_count(0)
        assert any("frame-ancestors" in line or "X-Frame" in line for line in logged), path


def test_the_code_that_is_copied_works_elsewhere(blog: Page, live_server: LiveServer) -> None:
    # The only page there is: one that another has pushed back may not copy.
    page = blog
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    page.goto(f"{live_server.url}/e/open/")
    page.get_by_text("Share or embed this event").click()
    copy = page.get_by_role("button", name="Copy").nth(1)
    page.evaluate(REFUSE)
    copy.click()
    expect(page.get_by_label("HTML that shows")).to_be_focused()
    page.evaluate("() => { delete navigator.clipboard.writeText; }")
    copied = page.locator("[data-copied]")
    expect(copied).to_be_empty()
    copy.click()
    expect(copied).to_have_text("Copied.")
    code = page.evaluate("() => navigator.clipboard.readText()")
    assert f'src="{live_server.url}/e/open/embed/"' in code
    show(blog, code)
    box = blog.locator("iframe").bounding_box()
    assert box
    assert (box["width"], box["height"]) == (600, 570)
    expect(blog.frame_locator("iframe").locator("tbody tr")).to_have_count(4)


def test_a_full_frame_has_no_bars(blog: Page, live_server: LiveServer, axe: Axe) -> None:
    event = make_event("large", players=12)
    seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    page = blog.context.new_page()
    for width in (600, 320):
        page.set_viewport_size({"width": width, "height": 570})
        page.goto(f"{live_server.url}/e/large/embed/")
        expect(page.locator("tbody tr")).to_have_count(10)
        size = page.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert size[0] == width
        assert width < 600 or size[1] <= 570, size
        assert not axe(page)


def test_it_keeps_itself_fresh(blog: Page, live_server: LiveServer, event: Event) -> None:
    page = blog.context.new_page()
    page.clock.install()
    page.goto(f"{live_server.url}/e/open/embed/")
    expect(page.get_by_text("1 table is not finished yet.")).to_be_visible()
    finish(table_of(event.rounds.get()), 10, 20, 30, 40)
    first = page.locator("tbody tr").first
    page.clock.run_for(25_000)
    expect(first).to_contain_text("Player 4")
