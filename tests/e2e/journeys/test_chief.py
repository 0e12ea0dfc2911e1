"""The referee at the table and the chief referee in the hall: each sees what the other did."""

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from referee.log.calls import claim_call, open_call
from referee.models import Call
from tests.e2e.holding import everybody_agrees, hold
from tests.e2e.journeys.hall import (
    CONFIRMED,
    HEADER,
    NEEDS_CHIEF,
    Hall,
    TabletScreen,
    begin,
    ids_of,
    log_of,
)
from tests.e2e.proxy import DOWN, UP
from tests.e2e.waiting import until, until_drawn
from tests.referee.tables import Tablet, paired
from tournament.models import Table

PLAYERS = ("p01", "p02", "p03")
ROLL = {"type": "roll", "player": "p01", "dice": [3, 6]}
BUY = {"type": "buy", "player": "p01"}
NEXT = {"type": "roll", "player": "p02", "dice": [1, 2]}
OTHER = {"type": "roll", "player": "p02", "dice": [2, 6]}
COUNT_NOTES = """() => {
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.notes += 1;
    start.apply(this, when);
  };
}"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

NewTablet = Callable[..., TabletScreen]
NewTable = Callable[..., Table]
Shot = Callable[[Page, str], None]


@pytest.mark.spine
def test_the_chief_is_called_and_settles_a_dispute(
    hall: Hall, new_table: NewTable, new_tablet: NewTablet, device: BrowserContext, shot: Shot
) -> None:
    table = new_table(HEADER, roles="thrown")
    tablet = new_tablet(device)
    tablet.open()
    tablet.pair(hall.code(table))
    tablet.judged_here()
    divide_roles(tablet, shot)
    clock = hall.go(f"/organise/{table.round.event.slug}/now/")
    clock.get_by_role("button", name="Start the clock").click()
    call_and_answer(hall, tablet, table, shot)
    finish(tablet)
    dispute(hall, tablet, table, shot)
    everybody_agrees(tablet.page, PLAYERS[:-1])
    tablet.page.context.set_offline(True)
    hold(tablet.page, f"agree-{PLAYERS[-1]}")
    expect(tablet.page.get_by_text("Everybody has confirmed.")).to_be_visible()
    expect(tablet.page.locator('[data-tap^="agree-"]')).to_have_count(0)
    shot(tablet.page, "confirmed-offline")
    tablet.page.context.set_offline(False)
    expect(tablet.page.get_by_text("The result is handed in.")).to_be_visible()
    expect(tablet.page.locator('[data-tap="undo"]')).to_be_disabled()
    refused = tablet.page.evaluate("() => window.tablet.undo('too late')")
    assert (refused["recorded"], refused["problem"]["code"]) == (False, "closed")
    kinds = [event["type"] for event in log_of(table)]
    assert kinds[-5:] == ["dispute", "settle", "confirm", "confirm", "confirm"]
    page = hall.go(f"/e/{table.round.event.slug}/")
    expect(page.locator(".standings td.num.wide").first).not_to_have_text("–")
    correct(hall, tablet, table, shot)


def divide_roles(tablet: TabletScreen, shot: Shot) -> None:
    """R4: the throws, one of them shared, the choices, and the start."""
    for player, (first, second) in zip(PLAYERS, ((6, 4), (5, 5), (1, 2)), strict=True):
        throw(tablet, player, first, second)
    expect(tablet.page.get_by_text("The highest throws are equal")).to_be_visible()
    shot(tablet.page, "division-tied")
    throw(tablet, "p01", 6, 6)
    throw(tablet, "p02", 1, 2)
    expect(tablet.page.get_by_text("Ada chooses a role")).to_be_visible()
    shot(tablet.page, "division-choice")
    tablet.tap("role-competitor")
    expect(tablet.page.get_by_text("Ben chooses a role")).to_be_visible()
    tablet.tap("role-monopolist")
    expect(tablet.page.get_by_text("Софья chooses a role")).to_be_visible()
    tablet.tap("role-competitor")
    expect(tablet.page.get_by_text("Everybody has a role")).to_be_visible()
    shot(tablet.page, "division-done")
    tablet.start()


def throw(tablet: TabletScreen, player: str, first: int, second: int) -> None:
    """One throw for the roles, of the player whose turn it is."""
    name = next(each["name"] for each in HEADER["players"] if each["id"] == player)
    expect(tablet.page.get_by_text(f"{name} throws")).to_be_visible()
    tablet.tap(f"die-{min(first, second)}-{max(first, second)}")


def call_and_answer(hall: Hall, tablet: TabletScreen, table: Table, shot: Shot) -> None:
    """The referee calls; the chief comes, decides, credits five minutes; the table reads it."""
    tablet.enter(ROLL, BUY)
    tablet.tap("judge")
    tablet.page.locator(".sheet-body input").fill("a die is missing")
    calling = tablet.page.locator(".call-state")
    tablet.page.context.set_offline(True)
    tablet.tap("call-technical")
    unsent = "Will be sent when the server is back"
    expect(calling).to_have_text(unsent)
    expect(tablet.page.locator(".sheet-body")).to_contain_text(unsent)
    expect(tablet.page.get_by_text(re.compile("[Cc]alled"))).to_have_count(0)
    shot(tablet.page, "called-offline")
    tablet.page.context.set_offline(False)
    expect(calling).to_have_text("called just now")
    tablet.tap("back", "judge")
    expect(tablet.page.locator(".sheet-body input")).to_have_value("")
    shot(tablet.page, "called")
    # The badge speaks of the log; a call goes its own way.
    until(lambda: Call.objects.filter(game__table=table).exists())
    calls = hall.chief(table).locator("[data-key^=call-]")
    expect(calls).to_contain_text("Tablet or equipment: a die is missing")
    calls.get_by_role("button", name="I am on my way").click()
    expect(tablet.page.get_by_text("ada is on the way")).to_be_visible()
    expect(calling).to_contain_text("on the way")
    Call.objects.filter(game__table=table).update(opened_at=timezone.now() - timedelta(minutes=2))
    expect(calling).to_have_text("called 2 min ago · on the way")
    shot(tablet.page, "claimed")
    calls.get_by_label("What was decided").fill("Use the spare die.")
    calls.get_by_label("Minutes to credit").fill("5")
    calls.get_by_role("button", name="Resolve").click()
    tablet.notice("The chief referee has decided: Use the spare die.")
    expect(tablet.page.locator(".sheet-body")).to_contain_text("decided: Use the spare die.")
    expect(tablet.page.locator(".clock")).to_contain_text("+5 min")
    expect(calling).to_have_count(0)
    shot(tablet.page, "answered")
    tablet.page.locator('.page-notice [data-tap^="read-"]').click()
    expect(tablet.page.locator(".page-notice")).to_have_count(0)
    tablet.tap("back")


def finish(tablet: TabletScreen) -> None:
    """Time is called at once; nobody adjusts."""
    tablet.tap("more")
    hold(tablet.page, "time")
    tablet.tap(
        "last-turn-read",
        *(f"adjusted-{player}" for player in PLAYERS),
        "count-skip",
        "retain",
        "circuit",
    )
    tablet.tap("walk-all")


def dispute(hall: Hall, tablet: TabletScreen, table: Table, shot: Shot) -> None:
    """A player disagrees; the chief lets the result stand."""
    tablet.tap("give-p01", "dispute-p01", "disputer-p02", "dispute-rent", "dispute-send")
    expect(tablet.page.get_by_text("The chief referee has the result now.")).to_be_visible()
    tablet.badge(CONFIRMED)
    shot(tablet.page, "disputed")
    page = hall.chief(table)
    shot(page, "chief-disputed")
    page.get_by_role("link", name="Answer the dispute").click()
    page.get_by_label("Answer").fill("The rent was right.")
    page.get_by_role("button", name="The result stands").click()
    expect(page.get_by_text("It is in the log.")).to_be_visible()
    expect(tablet.page.locator('[data-tap="give-p01"]')).to_be_visible()


def correct(hall: Hall, tablet: TabletScreen, table: Table, shot: Shot) -> None:
    """The chief takes a purchase out of the confirmed game; page and tablet say one thing."""
    page = hall.game(table)
    page.locator("#event-3").get_by_role("link", name="Correct").click()
    page.get_by_label("Reason").fill("The deed was not bought.")
    page.get_by_role("button", name="Show what changes").click()
    page.get_by_role("button", name="Log the correction").click()
    expect(page.get_by_text("It stands as corrected.")).to_be_visible()
    expect(page.get_by_text("has not confirmed")).to_have_count(0)
    shot(page, "chief-corrected")
    expect(tablet.page.get_by_text("The chief referee has corrected the result")).to_be_visible()
    expect(tablet.page.get_by_text("The result is handed in.")).to_have_count(0)
    expect(tablet.page.locator('[data-tap^="agree-"]')).to_have_count(0)
    shot(tablet.page, "corrected")


def test_the_chief_corrects_a_throw_where_it_was_entered(
    hall: Hall,
    new_table: NewTable,
    new_tablet: NewTablet,
    device: BrowserContext,
    shot: Shot,
    axe: Callable[[Page], list[str]],
) -> None:
    """By touch, mouse and keyboard; what no longer fits is named, and the table is told."""
    table = new_table(HEADER)
    tablet = paired_and_playing(hall, table, new_tablet(device))
    page = hall.game(table)
    page.locator("#event-2").get_by_role("link", name="Correct").click()
    page.get_by_role("link", name="Correct it where it was entered").click()
    for width, height in ((1920, 1080), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator('[data-tap="line-correct"]')).to_be_visible()
        shot(page, f"chief-sheet-{width}")
    # The board's squares are named in full where their text is cut short.
    assert [fault for fault in axe(page) if "label-content-name-mismatch" not in fault] == []
    page.locator('[data-tap="line-die-1-3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet-foot")).to_contain_text("2 later entries no longer fit")
    shot(page, "chief-sheet-preview")
    page.locator('[data-tap="line-correct"]').click()
    expect(page.locator("[aria-labelledby=changes]")).to_contain_text("Ada throws 1 + 3")
    page.get_by_label("Reason").fill("The second die was a one.")
    shot(page, "chief-correction-preview")
    page.get_by_role("button", name="Log the correction").click()
    expect(page.get_by_text("The correction is in the log.")).to_be_visible()
    tablet.page.wait_for_function(
        "() => window.tablet.state.view.squares[9].owner === null"
        " && window.tablet.state.view.players[0].square === 4"
    )
    without_javascript(hall, table)


def test_the_chief_corrects_what_a_game_began_from(
    hall: Hall, new_table: NewTable, new_tablet: NewTablet, device: BrowserContext, shot: Shot
) -> None:
    table = new_table(HEADER)
    tablet = paired_and_playing(hall, table, new_tablet(device))
    page = hall.game(table)
    page.locator("#event-1").get_by_role("link", name="Correct").click()
    page.get_by_role("link", name="Correct it where it was entered").click()
    expect(page.get_by_text("Seats and roles are those of the draw.")).to_be_visible()
    for name in ("line-position", "final-cash-erase", "final-done"):
        page.locator(f'[data-tap="{name}"]:enabled').click()
    expect(page.locator(".changes")).to_contain_text("$1,380 → $30")
    shot(page, "chief-start")
    page.locator('[data-tap="line-correct"]:enabled').click()
    page.get_by_label("Reason").fill("Ada began with 150.")
    page.get_by_role("button", name="Log the correction").click()
    expect(page.get_by_text("The correction is in the log.")).to_be_visible()
    tablet.page.wait_for_function("() => window.tablet.state.view.players[0].cash === 30")
    # It begins with what stands now.
    page.locator("#event-1").get_by_role("link", name="Correct").click()
    page.get_by_role("link", name="Correct it where it was entered").click()
    back = page.locator('[data-tap="line-no-position"]')
    expect(back).to_be_visible()
    back.click()
    expect(page.locator(".changes")).to_contain_text("$30 → $1,380")


def paired_and_playing(hall: Hall, table: Table, tablet: TabletScreen) -> TabletScreen:
    """The tablet with the table's first events, which the server has."""
    begin(hall, table, tablet)
    tablet.enter(ROLL, BUY, NEXT)
    tablet.badge(CONFIRMED)
    return tablet


def without_javascript(hall: Hall, table: Table) -> None:
    """An event can still be taken out, and the page says what needs JavaScript."""
    page = hall.game(table)
    page.locator("#event-2").get_by_role("link", name="Correct").click()
    page.get_by_label("Reason").fill("Nobody threw.")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator("[aria-labelledby=changes]")).to_contain_text("nothing")


def test_the_chiefs_open_page_follows_the_tables(
    hall: Hall,
    new_table: NewTable,
    new_tablet: NewTablet,
    device: BrowserContext,
    shot: Shot,
    axe: Callable[[Page], list[str]],
) -> None:
    table = new_table(HEADER, tables=2)
    tablet = new_tablet(device)
    tablet.open()
    tablet.pair(hall.code(table))
    tablet.judged_here()
    hall.organiser.clock.install()
    page = hall.chief(table)
    page.evaluate("window.never_reloaded = true")
    row = page.locator("#table-1")
    expect(row).to_contain_text("Not started")
    turn_the_sound_on(page)
    tablet.start()
    tablet.enter(ROLL, BUY, NEXT)
    expect(row).to_contain_text("On turn: Ben")
    be_called(page, tablet, shot)
    assert axe(page) == []
    other = paired(Table.objects.get(round=table.round, number=2))
    while_writing(page, other, shot)
    while_the_server_is_gone(hall, page, shot)
    while_nobody_looks(page)
    assert page.evaluate("window.never_reloaded")
    the_sound_stays(page)
    follow_the_game(hall, table, tablet)


def turn_the_sound_on(page: Page) -> None:
    """Browsers play nothing before a click; the button says whether they do."""
    sound = page.locator("#sound")
    expect(sound).to_have_text("Sound off: turn it on")
    sound.click()
    expect(sound).to_have_text("Sound on")
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.evaluate(COUNT_NOTES)


def the_sound_stays(page: Page) -> None:
    """Who answers a call gets another page: its sound is on without asking for it once more, at
    the latest when the page is touched anywhere."""
    page.get_by_role("button", name="Resolve").first.click()
    page.wait_for_function("window.never_reloaded === undefined")
    page.get_by_role("heading", level=1).click()
    expect(page.locator("#sound")).to_have_text("Sound on")


def be_called(page: Page, tablet: TabletScreen, shot: Shot) -> None:
    """A call comes onto the open page, is said, sounds, and its table goes to the top."""
    tablet.tap("judge", "call-technical")
    expect(page.locator("[data-key^=call-]")).to_contain_text("Tablet or equipment")
    expect(page.locator("#news")).to_have_text("Call from round 1, table 1: Tablet or equipment")
    expect(page.locator(".control-table").first).to_contain_text("Call")
    assert page.evaluate("window.notes") == 2
    shot(page, "chief-called")


def while_writing(page: Page, other: Tablet, shot: Shot) -> None:
    """A second call comes while the chief answers the first: nothing typed is lost."""
    decision = page.get_by_label("What was decided").first
    decision.press_sequentially("Use the sp")
    open_call(device=other.device, call_id=uuid4(), topic="rules", note="a rent")
    expect(page.locator(".control-table [data-key^=call-]")).to_have_count(2)
    expect(decision).to_be_focused()
    decision.press_sequentially("are die.")
    expect(decision).to_have_value("Use the spare die.")
    shot(page, "chief-writing")
    page.get_by_role("button", name="Resolve").first.focus()
    call = Call.objects.get(device_id=other.device.pk)
    claim_call(call_id=call.pk, by="ben")
    expect(page.locator(f"[data-key='call-{call.pk}']")).to_contain_text("ben")
    expect(decision).to_have_value("Use the spare die.")
    expect(page.get_by_role("button", name="Resolve").first).to_be_focused()


def while_the_server_is_gone(hall: Hall, page: Page, shot: Shot) -> None:
    """A page that hears nothing says so, and since when; and takes it back."""
    hall.network.set(DOWN)
    expect(page.locator("#stale")).to_contain_text("The server has not answered since")
    shot(page, "chief-stale")
    hall.network.set(UP)
    expect(page.locator("#stale")).to_be_hidden()


def while_nobody_looks(page: Page) -> None:
    """A tab in the background asks nothing, and asks at once when it is looked at again."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(HIDE, True)
    # What was due before is asked for.
    page.clock.run_for(3_000)
    until_drawn(page)
    asked.clear()
    page.clock.run_for(30_000)
    until_drawn(page)
    assert asked == []
    # At once: no time passes.
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000") + 10)
    with page.expect_request(lambda request: "part=live" in request.url):
        page.evaluate(HIDE, False)
    page.clock.resume()


def follow_the_game(hall: Hall, table: Table, tablet: TabletScreen) -> None:
    """The game's page gets the new rows, and keeps what is unfolded and half written."""
    page = hall.game(table)
    page.locator("#text").fill("The dice")
    page.locator("#event-2 summary").click()
    tablet.tap("back")
    tablet.enter({"type": "roll", "player": "p03", "dice": [2, 3]})
    expect(page.locator("#event-5")).to_be_visible()
    expect(page.locator("#event-2 details")).to_have_attribute("open", "")
    expect(page.locator("#text")).to_have_value("The dice")


def test_a_second_tablet_takes_over_and_is_revoked(
    hall: Hall, new_table: NewTable, new_tablet: NewTablet, device: BrowserContext, shot: Shot
) -> None:
    table = new_table(HEADER)
    first = new_tablet(device)
    begin(hall, table, first)
    first.enter(ROLL)
    first.badge(CONFIRMED)
    device.set_offline(True)
    first.enter(BUY, NEXT)
    second = new_tablet()
    second.open()
    second.pair(hall.code(table))
    second.notice("is writing for this table now.")
    second.badge("Another tablet is writing")
    shot(second.page, "other-writes")
    second.tap("die-1-2")
    second.notice("This tablet does not write for this table")
    second.tap("take-over")
    expect(second.page.locator(".page-notice")).to_have_count(0)
    second.judged_here()
    second.enter(OTHER)
    second.badge(CONFIRMED)

    device.set_offline(False)
    first.badge(NEEDS_CHIEF)
    first.notice("is writing for this table now.")
    first.notice("2 entries are with the chief referee")
    shot(first.page, "taken-over")
    decide(hall, table, shot)
    for tablet in (first, second):
        tablet.notice("The chief referee has decided: They belong to nobody.")
    written = [ROLL, OTHER]
    assert log_of(table) == written
    revoke(hall, table, second, shot)
    assert log_of(table) == written
    assert len(set(ids_of(table))) == len(written) + 1


def test_a_scanned_link_pairs_by_itself_until_the_tablet_is_revoked(
    hall: Hall, new_table: NewTable, new_tablet: NewTablet, device: BrowserContext, shot: Shot
) -> None:
    table = new_table(HEADER)
    tablet = new_tablet(device)
    link = hall.link(table)
    tablet.open(link)
    tablet.start()
    assert tablet.page.url == f"{hall.url}/tablet/"  # the token is used up, and out of the history
    tablet.judged_here()
    tablet.enter(ROLL)
    tablet.badge(CONFIRMED)

    page = hall.game(table)
    page.get_by_role("row").filter(has_text="Writes").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("may not write any more.")).to_be_visible()
    tablet.notice("The organiser has withdrawn this tablet.")
    tablet.badge("Tablet revoked")
    shot(tablet.page, "revoked-online")
    refused = tablet.page.evaluate("event => window.tablet.record(event)", BUY)
    assert (refused["recorded"], refused["problem"]["code"]) == (False, "device-revoked")
    assert log_of(table) == [ROLL]

    tablet.tap("leave-table")
    expect(tablet.page.locator("input.code")).to_be_visible()
    tablet.open(link)
    expect(tablet.page.locator(".page-notice")).to_be_visible()
    expect(tablet.page.locator("input.code")).to_be_visible()
    tablet.open(hall.link(table))
    expect(tablet.page.locator(".game")).to_be_visible()
    expect(tablet.page.locator(".page-notice")).to_have_count(0)


def decide(hall: Hall, table: Table, shot: Shot) -> None:
    """The chief leaves out what the first tablet had not sent."""
    page = hall.chief(table)
    shot(page, "chief-aside")
    page.get_by_role("link", name="Look and decide").click()
    page.get_by_label("Decision").fill("They belong to nobody.")
    page.get_by_role("button", name="Leave them out").click()
    expect(page.get_by_role("link", name="Look and decide")).to_have_count(0)


def revoke(hall: Hall, table: Table, tablet: TabletScreen, shot: Shot) -> None:
    """The organiser takes the tablet off the table in the middle of the game."""
    tablet.page.context.set_offline(True)
    tablet.enter({"type": "roll", "player": "p03", "dice": [1, 1]})
    page = hall.game(table)
    shot(page, "chief-tablets")
    page.get_by_role("row").filter(has_text="Writes").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("may not write any more.")).to_be_visible()
    tablet.page.context.set_offline(False)
    tablet.notice("The organiser has withdrawn this tablet.")
    expect(hall.chief(table).get_by_role("link", name="Look and decide")).to_be_visible()
    shot(tablet.page, "revoked")
    tablet.tap("leave-table")
    expect(tablet.page.locator("input.code")).to_be_visible()
