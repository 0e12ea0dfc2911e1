"""A spectator's way through the public pages, in a real browser."""

import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e.browser import launch_options
from tests.e2e.camera import film_of, held_before
from tests.present import present

PHONE: ViewportSize = {"width": 390, "height": 844}
EVENT = "/e/spring-open-2026/"
TABLE = EVENT + "r/1/t/1/"
RECORDS = Path(__file__).parents[1] / "golden" / "golden"


@pytest.mark.spine
def test_from_the_list_to_the_ledger_of_a_table(page: Page, live_server, sample):
    page.goto(live_server.url)
    page.get_by_role("link", name="Spring Open").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Why place 1?")
    expect(row.get_by_role("link", name="Diego Amaral")).to_be_visible()
    row.locator("summary").click()
    expect(row.get_by_text("Why place 1?")).to_be_visible()
    expect(row.get_by_text("Ahead of Leilani Kahale by points, 16 against 15.")).to_be_visible()
    page.get_by_role("navigation", name="Tables of round 1").get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Table 1")
    expect(page.get_by_role("img", name="Board of table 1 in round 1")).to_be_visible()
    page.get_by_text("The deeds as a list").click()
    expect(page.get_by_role("row").filter(has_text="Wall Street").first).to_be_visible()
    page.get_by_role("link", name="Ledger").click()
    expect(page.get_by_role("heading", name="Ledger")).to_be_in_viewport()


def test_the_record_downloaded_is_the_one_shown(page: Page, live_server, sample):
    page.goto(live_server.url + EVENT + "r/2/t/3/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename == "spring-open-2026-r2-t3.amr.jsonl"


def test_times_are_shown_in_the_readers_zone(page: Page, live_server, sample):
    page.goto(live_server.url + TABLE + "#line-2")
    # The referee wrote 10:01 UTC; Berlin is two hours ahead in May.
    expect(page.locator("#line-2 time")).to_have_text("12:01")


def test_the_language_is_switched_and_kept(page: Page, live_server, sample):
    page.goto(live_server.url + EVENT)
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.get_by_role("link", name="Diego Amaral").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")


def test_the_keyboard_reaches_the_content_first(page: Page, live_server, sample):
    page.goto(live_server.url + EVENT)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_every_page_reads_without_scripts(browser: Browser, live_server, pages):
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    for path in pages:
        plain.goto(live_server.url + path)
        expect(plain.get_by_role("heading", level=1)).to_be_visible()
        for moment in plain.locator("time[data-moment$=time]").all()[:1]:
            expect(moment).to_contain_text(re.compile(r" (UTC|CES?T)$"))
    context.close()


def test_a_moment_is_found_wherever_it_is_and_the_ledger_grows_in_place(
    page: Page, live_server, sample
):
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + TABLE)
    assert page.evaluate("document.documentElement.scrollHeight") < 5 * PHONE["height"]
    turns = page.locator(".turn")
    expect(turns).to_have_count(8)
    page.get_by_role("link", name="Earlier turns").click()
    expect(turns).to_have_count(40)
    page.get_by_role("searchbox").fill("Ingrid  4 + 2")
    status = page.get_by_role("status")
    expect(status).to_have_text(re.compile(r"^Turns found: \d+$"))
    found = int(status.inner_text().rsplit(" ", 1)[1])
    expect(page.locator(".turns > li:visible")).to_have_count(found)
    expect(page.get_by_text("Ingrid Halvorsen throws 4 + 2").first).to_be_visible()
    expect(page.get_by_role("link", name="Earlier turns")).to_have_count(0)
    page.get_by_role("searchbox").fill("no such words")
    expect(status).to_have_text("Nothing found")
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".turns > li[hidden]")).to_have_count(0)


def test_a_link_to_an_event_opens_its_turn(page: Page, live_server, sample):
    page.goto(live_server.url + TABLE)
    page.get_by_text("Time called").click()
    page.get_by_role("link", name="Time is called").click()
    expect(page.locator("details[open] .ledger-event[data-found]")).to_contain_text(
        "Time is called"
    )
    page.goto(live_server.url + TABLE + "ledger/1/#line-2")
    expect(page.locator("#line-2")).to_be_in_viewport()
    expect(page.locator("#line-2")).to_be_focused()


def until_it_listens(scrubber: Locator) -> None:
    """Wait until the replay's script has its moments and hears keys and buttons: it says then in
    words where the scrubber is, which the server does not."""
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(".*"))


@pytest.mark.spine
def test_a_replay_plays_steps_jumps_and_is_linked_to(page: Page, live_server, sample):
    page.goto(live_server.url + TABLE + "replay/")
    scrubber = page.get_by_role("slider", name="Moment of the game")
    until_it_listens(scrubber)
    last = int(present(scrubber.get_attribute("max")))
    expect(scrubber).to_have_value("0")
    page.get_by_role("link", name="Retention").click()
    expect(scrubber).not_to_have_value("0")
    expect(page.get_by_role("heading", name="Retention")).to_be_visible()
    page.get_by_role("link", name="One on").click()
    expect(page.locator(".board-square.now")).to_have_count(1)
    page.get_by_role("link", name="The start").click()
    expect(scrubber).to_have_value("0")
    first = page.locator("[data-player] [data-cash]").first
    expect(first).to_have_text("$1,500")
    expect(page.locator(".board-holding")).to_have_count(0)
    page.get_by_role("button", name="Play").click()
    expect(scrubber).not_to_have_value("0")
    page.get_by_role("button", name="Pause").click()
    at = scrubber.input_value()
    page.wait_for_url(f"**/replay/{at}/")
    scrubber.focus()
    page.keyboard.press("End")
    expect(scrubber).to_have_value(str(last))
    expect(first).to_have_text("$136")
    page.wait_for_url(f"**/replay/{last}/")
    lying = "all => all.map(one => one.outerHTML).sort()"
    drawn = page.locator(".board-holding, .board-piece").evaluate_all(lying)
    page.reload()
    expect(page.get_by_role("slider")).to_have_value(str(last))
    assert page.locator(".board-holding, .board-piece").evaluate_all(lying) == drawn
    expect(page.locator("[data-won]:visible")).to_have_text("Winner")


def test_keys_and_speeds_move_a_replay(page: Page, live_server, sample, axe):
    page.goto(live_server.url + TABLE + "replay/")
    scrubber = page.get_by_role("slider", name="Moment of the game")
    until_it_listens(scrubber)
    last = present(scrubber.get_attribute("max"))
    chapters = page.locator(".replay-chapters [data-frame]")
    starts = [str(one.get_attribute("data-frame")) for one in chapters.all()]
    page.get_by_text("Keys").click()
    assert not axe(page)
    page.locator("h1").click()
    for key, at in (
        ("PageDown", starts[0]),
        ("PageDown", starts[1]),
        ("PageUp", starts[0]),
        ("ArrowRight", str(int(starts[0]) + 1)),
        ("ArrowLeft", starts[0]),
        ("End", last),
        ("Home", "0"),
    ):
        page.keyboard.press(key)
        expect(scrubber).to_have_value(at)
    page.get_by_role("combobox", name="Speed").select_option("8")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.locator(".replay-chapters [aria-current]")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_address_says_which_moment(page: Page, live_server, sample):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(live_server.url + TABLE + "replay/?at=7")
    scrubber = page.get_by_role("slider", name="Moment of the game")
    expect(scrubber).to_have_value("7")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/replay/7/")


def test_every_moment_drawn_in_place_is_the_servers(page: Page, live_server, sample):
    """What the script draws is what the page of that moment shows."""
    said = "() => [...document.querySelectorAll('.board-holding, .board-piece, [data-cash]')]"
    said += ".map(one => one.outerHTML.replace(/<(\\w+)([^>]*)>/g, (all, name, rest) => name +"
    said += " rest.trim().split(/\\s+(?=[\\w-]+=)/).sort().join(' '))).sort()"
    for at in (5, 90, 180):
        page.goto(live_server.url + TABLE + "replay/0/")
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        slider = page.get_by_role("slider")
        slider.fill(str(at))
        page.wait_for_url(f"**/replay/{at}/")
        here = page.evaluate(said)
        browser = present(page.context.browser)
        with browser.new_context(java_script_enabled=False, locale="en-GB") as plain:
            other = plain.new_page()
            other.goto(live_server.url + TABLE + f"replay/{at}/")
            assert other.evaluate(said) == here


def test_without_scripts_the_replay_is_read_page_by_page(browser: Browser, live_server, sample):
    with browser.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(live_server.url + TABLE + "replay/0/")
        page.get_by_role("link", name="One on").click()
        expect(page.get_by_role("heading", name="Ingrid Halvorsen throws 4 + 2")).to_be_visible()
        page.get_by_role("link", name="The end").click()
        expect(page.locator("[data-cash]").first).to_have_text("$136")


def test_a_downloaded_record_is_dropped_and_replayed(page: Page, live_server, sample, axe):
    page.goto(live_server.url + TABLE)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    content = download.value.path().read_text("utf-8")
    page.goto(live_server.url + "/replay/")
    transfer = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text],"
        " 'game.amr.jsonl')); return data; }",
        content,
    )
    page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("0")
    until_it_listens(slider)
    expect(page.locator("[data-cash]").first).to_have_text("$1,500")
    page.get_by_role("button", name="One on").click()
    page.wait_for_url("**/replay/#event-1")
    assert not axe(page)


def test_every_kind_of_moment_is_jumped_to(page: Page, live_server, transactional_db):
    """Each chapter of two games, and a place on the chart."""
    for name in ("11_us-wooden_two-hour_2p_withdraw", "12_us-wooden_two-hour_3p"):
        page.goto(live_server.url + "/replay/")
        page.get_by_label("Game record").set_input_files(RECORDS / f"{name}.amr.jsonl")
        slider = page.get_by_role("slider", name="Moment of the game")
        expect(slider).to_be_visible()
        until_it_listens(slider)
        at = ""
        for jump in page.locator(".replay-chapters button").all():
            jump.click()
            at = present(jump.get_attribute("data-frame"))
            expect(slider).to_have_value(at)
            page.wait_for_url(f"**/replay/#event-{at}")
            expect(page.locator("[data-title]")).not_to_be_empty()
        page.locator(".chart-drawing").first.click()
        last = int(present(slider.get_attribute("max")))
        expect(slider).not_to_have_value(at)
        assert 0.3 * last < int(slider.input_value()) < 0.7 * last


def test_a_dropped_record_is_stepped_through_without_scripts(
    browser: Browser, live_server, sample, tmp_path
):
    file = tmp_path / "game.amr.jsonl"
    file.write_bytes(Client().get(TABLE + "record.amr.jsonl").content)
    with browser.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(live_server.url + "/replay/")
        page.get_by_label("Game record").set_input_files(file)
        page.get_by_role("button", name="Replay").click()
        page.get_by_role("button", name="The start").click()
        expect(page.locator("[data-cash]").first).to_have_text("$1,500")
        page.get_by_role("button", name="One on").click()
        expect(page.get_by_role("heading", name="Ingrid Halvorsen throws 4 + 2")).to_be_visible()
        lines = file.read_text("utf-8").splitlines()
        file.write_text("\n".join([lines[0], lines[2]]), "utf-8")
        page.goto(live_server.url + "/replay/")
        page.get_by_label("Game record").set_input_files(file)
        page.get_by_role("button", name="Replay").click()
        expect(page.get_by_role("alert")).to_contain_text("line 2: it is not the turn")


# A browser that reads codes, before which somebody holds a badge.
READS_BADGES = """
globalThis.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect(video) { return video.srcObject ? [{ rawValue: "BADGE" }] : []; }
};
const canvas = document.createElement("canvas");
setInterval(() => canvas.getContext("2d").fillRect(0, 0, Math.random() * 9, 9), 50);
const mediaDevices = { getUserMedia: async () => CAMERA };
Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices });
"""


def reads_badges(page: Page, badge: str, camera: str = "canvas.captureStream(9)") -> None:
    page.add_init_script(READS_BADGES.replace("BADGE", badge).replace("CAMERA", camera))


def test_a_camera_reads_a_badge(browser: Browser, live_server, sample, tmp_path: Path):
    """Chromium on Linux has no reader of codes: ours is fetched when the camera is opened."""
    film = film_of(f"http://192.168.1.10:8000{EVENT}p/16/", tmp_path / "film.y4m")
    options = launch_options()
    options["args"] = [*options["args"], *held_before(film)]
    with browser.browser_type.launch(**options) as own, own.new_page() as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(live_server.url + EVENT + "seats/")
        assert not page.evaluate("'BarcodeDetector' in globalThis")
        button = page.get_by_role("button", name="Scan a badge")
        expect(button).to_be_visible()
        assert not [url for url in asked if "/qr/" in url or "badge_scan" in url]
        button.click()
        page.wait_for_url(f"**{EVENT}p/16/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Diego Amaral")


def test_a_badge_read_by_the_browser_leads_to_its_player(page: Page, live_server, sample):
    reads_badges(page, f"http://192.168.1.10:8000{EVENT}p/16/")
    page.goto(live_server.url + EVENT + "seats/")
    page.get_by_role("button", name="Scan a badge").click()
    page.wait_for_url(f"**{EVENT}p/16/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Diego Amaral")


def test_a_camera_that_is_refused_is_told_and_the_scanner_closed(
    page: Page, live_server, sample, axe
):
    reads_badges(page, "x", "Promise.reject(new Error('refused'))")
    page.goto(live_server.url + EVENT + "seats/")
    button = page.get_by_role("button", name="Scan a badge")
    button.click()
    dialog = page.get_by_role("dialog", name="Scan a badge")
    expect(dialog.get_by_role("status")).to_contain_text("The camera cannot be used.")
    assert not axe(page)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("The camera cannot be used.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()


def test_a_reader_that_the_server_does_not_have_yet_is_told(browser: Browser, live_server, sample):
    """Chromium on Linux has no reader of codes, and the package comes after the first page."""
    with browser.new_page(locale="en-GB") as page:
        reads_badges(page, "x")
        page.add_init_script("delete globalThis.BarcodeDetector")
        page.route("**/qr/decode.js", lambda route: route.fulfill(status=404))
        page.goto(live_server.url + EVENT + "seats/")
        page.get_by_role("button", name="Scan a badge").click()
        status = page.get_by_role("dialog", name="Scan a badge").get_by_role("status")
        expect(status).to_contain_text("The code reader could not be loaded.")


def test_where_there_is_no_camera_no_scanner_is_offered(page: Page, live_server, sample):
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.goto(live_server.url + EVENT + "seats/")
    expect(page.get_by_role("button", name="Scan a badge")).to_have_count(0)


def test_a_seat_is_found_without_scripts(browser: Browser, live_server, sample):
    with browser.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(live_server.url + EVENT + "seats/")
        page.get_by_label("Where do I sit?").fill("amaral")
        page.get_by_role("button", name="Find").click()
        rows = page.get_by_role("table").get_by_role("row")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("Diego Amaral")
