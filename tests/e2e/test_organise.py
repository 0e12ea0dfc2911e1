"""An organiser edits a draw with the mouse, a finger, the keyboard, and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import sign_in
from tests.tournament.making import BY, make_event
from tournament.draws.seats import tables_of_round
from tournament.draws.services.draw_jobs import request_draw
from tournament.draws.services.draw_worker import run_draw
from tournament.draws.services.drawing import draw_round
from tournament.models import DrawJob, Round
from tournament.rounds.services.rounds import ensure_round

PATH = "/organise/open/r/1/draw/"


@pytest.fixture
def drawn(transactional_db) -> Round:
    """Eight players at two tables."""
    event = make_event(players=8, table_sizes=[4])
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=3)
    return Round.objects.get(pk=round_.pk)


def players(round_: Round) -> list[list[str]]:
    return [[seat.player for seat in table.seats] for table in tables_of_round(round_)]


def swapped(before: list[list[str]]) -> list[list[str]]:
    """The first player of each of the two tables in the other's seat."""
    (one, *rest), (other, *others) = before
    return [[other, *rest], [one, *others]]


def confirm(page: Page) -> None:
    expect(page.get_by_role("heading", name="What this swap changes")).to_be_visible()
    page.get_by_role("button", name="Save this swap").click()
    expect(page.get_by_text("Saved: the two players")).to_be_visible()


def seat(page: Page, table: int, index: int = 0):
    return page.locator(".seating").nth(table).locator(".seating-pick").nth(index)


def test_dragging_with_the_mouse(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    before = players(drawn)
    page.goto(live_server.url + PATH)
    seat(page, 1).scroll_into_view_if_needed()
    seat(page, 0).hover()
    target = seat(page, 1).bounding_box()
    page.mouse.down()
    page.mouse.move(target["x"] + 30, target["y"] + 10, steps=6)
    expect(page.locator(".seating-seat.target")).to_have_count(1)
    page.mouse.up()
    assert players(drawn) == before
    confirm(page)
    assert players(drawn) == swapped(before)


def test_dropping_beside_the_seats_changes_nothing(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + PATH)
    seat(page, 0).hover()
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    expect(page.locator(".seating-ghost")).to_have_count(0)
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    expect(page.get_by_role("heading", name="Quality of the draw")).to_be_visible()


def test_choosing_with_the_keyboard(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    before = players(drawn)
    page.goto(live_server.url + PATH)
    seat(page, 0).focus()
    page.keyboard.press("Enter")
    expect(seat(page, 0)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_contain_text("is picked up")
    page.keyboard.press("Escape")
    expect(seat(page, 0)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    seat(page, 1).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Save this swap")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved: the two players")).to_be_visible()
    assert players(drawn) == swapped(before)


def test_choosing_and_dragging_with_a_finger(browser: Browser, live_server, drawn):
    context = browser.new_context(
        has_touch=True,
        viewport={"width": 390, "height": 844},
        locale="en-GB",
        reduced_motion="reduce",
    )
    sign_in(context, live_server.url)
    page = context.new_page()
    before = players(drawn)
    page.goto(live_server.url + PATH)
    seat(page, 0).tap()
    seat(page, 1).tap()
    confirm(page)
    assert players(drawn) == swapped(before)
    drag(page, seat(page, 0).locator(".seating-handle"), seat(page, 0, 1))
    confirm(page)
    assert players(drawn)[0][:2] == [before[0][1], before[1][0]]
    context.close()


def drag(page: Page, handle, target) -> None:
    """One finger from a handle to another seat."""
    target.scroll_into_view_if_needed()
    start, end = handle.bounding_box(), target.bounding_box()
    session = page.context.new_cdp_session(page)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for share in (0.3, 0.7, 1):
        point = {"x": x - 60 * share, "y": y + (end["y"] + end["height"] / 2 - y) * share}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_without_scripts_two_lists_do_the_same(browser: Browser, live_server, drawn):
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    sign_in(context, live_server.url)
    page = context.new_page()
    before = players(drawn)
    page.goto(live_server.url + PATH)
    page.get_by_text("Swap two players", exact=True).click()
    page.get_by_label("Player", exact=True).select_option(before[0][0])
    page.get_by_label("with", exact=True).select_option(before[1][0])
    page.get_by_role("button", name="Show what it changes").click()
    assert players(drawn) == before
    confirm(page)
    assert players(drawn) == swapped(before)
    context.close()


def test_a_lost_connection_is_told_and_nothing_is_lost(context, live_server, drawn):
    sign_in(context, live_server.url)
    page = context.new_page()
    page.goto(live_server.url + PATH)
    context.set_offline(True)
    seat(page, 0).click()
    seat(page, 1).click()
    expect(page.get_by_role("status")).to_contain_text("could not be loaded")
    context.set_offline(False)
    seat(page, 0).click()
    seat(page, 1).click()
    expect(page.get_by_role("button", name="Save this swap")).to_be_visible()


def test_publishing_shows_the_tables_to_everybody(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + PATH)
    page.get_by_role("button", name="Publish the round").click()
    expect(page.get_by_text("The round is published")).to_be_visible()
    page.context.clear_cookies()
    page.goto(live_server.url + "/e/open/r/1/")
    expect(page.get_by_role("link", name="Player 1", exact=True)).to_be_visible()


def test_a_draw_is_followed_to_its_end(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    job = request_draw(round=drawn, by=BY, seed=8, time_limit=5)
    page.goto(live_server.url + PATH)
    expect(page.get_by_role("heading", name="Drawing…")).to_be_visible()
    DrawJob.objects.filter(pk=job.pk).update(progress=40, status="running")
    expect(page.get_by_role("progressbar")).to_have_js_property("value", 40)
    DrawJob.objects.filter(pk=job.pk).update(status="queued")
    run_draw(job_pk=job.pk)
    expect(page.get_by_role("button", name="Draw again")).to_be_visible()
    assert DrawJob.objects.get().status == "finished"


def test_a_draw_is_stopped(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    before = players(drawn)
    request_draw(round=drawn, by=BY)
    page.goto(live_server.url + PATH)
    page.get_by_role("button", name="Stop and keep the best so far").click()
    # That it was told to stop is said until it has stopped, which may be in the same moment.
    expect(page.get_by_role("button", name="Draw again")).to_be_visible()
    assert players(drawn) == before


def test_a_kept_seat_stays_in_its_place(page: Page, live_server, drawn):
    sign_in(page.context, live_server.url)
    first = players(drawn)[0][0]
    page.goto(live_server.url + PATH)
    page.locator(f"#kept-{first}").check()
    page.get_by_role("button", name="Keep the ticked seats").click()
    expect(page.get_by_text("the ticked seats stay")).to_be_visible()
    expect(page.locator(".seating-pick")).to_have_count(7)
    draw_round(round=Round.objects.get(pk=drawn.pk), by=BY, seed=99)
    assert players(drawn)[0][0] == first


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["", "?one=p01&other=p02"])
def test_the_page_is_accessible(page: Page, live_server, drawn, axe, query, scheme):
    sign_in(page.context, live_server.url)
    page.emulate_media(color_scheme=scheme)
    page.goto(live_server.url + PATH + query)
    assert not axe(page)


def test_a_document_opens_in_a_new_tab_as_chosen(page: Page, live_server, drawn, axe):
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + "/organise/open/")
    page.get_by_role("link", name="Print").click()
    assert not axe(page)
    page.get_by_label("Paper size").select_option("us-letter")
    page.get_by_role("combobox", name="Language").select_option("ru")
    with page.context.expect_event("request", lambda sent: ".pdf" in sent.url) as asked:
        page.get_by_role("button", name="Seats by name").click()
    address = f"{live_server.url}/organise/open/print/1/seats-by-name.pdf"
    assert asked.value.url == f"{address}?paper=us-letter&language=ru"
