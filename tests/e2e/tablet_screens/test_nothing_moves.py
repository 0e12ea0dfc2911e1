"""Notices come and go over the board: they move nothing, and what was read stays away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.app import REACH
from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import HEADER, types
from tests.e2e.touching import hold, tap
from tests.e2e.waiting import until_drafts_kept, until_drawn

SIZES = [(1280, 800, 100), (800, 1280, 150)]
MORE_SIZES = [(1280, 800, 130), (800, 1280, 100), (390, 844, 100)]

PAIRED = """Object.assign(record, { practice: false, token: "none", lease: { held: true } })"""
# What the runtime may have to tell, as it keeps it itself.
BRING = {
    "the judge's answer": """record.calls = [{ id: "c1", state: "resolved", topic: "rules",
        note: "", opened_at: "2026-01-01T00:00:00Z", claimed_by: null, credited_seconds: 0,
        resolution: "The die counts.", sent: true }]""",
    "a decision of the chief": """record.setAside = [{ id: "s1", events: 2, state: "discarded",
        at: "2026-01-01T00:00:00Z", decision: "They were entered twice." }]""",
    "events set aside": """record.setAside = [{ id: "s2", events: 2, state: "open",
        at: "2026-01-01T00:00:00Z", decision: null }]""",
    "another result": """record.confirmation = { ...record.confirmation,
        blocked_by: ["result"] }""",
    "the result chosen": """record.confirmation = { ...record.confirmation, blocked_by: [],
        choice: { source: "log", reason: "It was counted again.", at: "2026-01-01T00:00:00Z" } }""",
    "a newer app": """tablet.updates.state = "ready" """,
    "an app too old": """tablet.table.update = "required" """,
    "the next game": """Object.assign(record, { practice: false, token: "none",
        lease: { held: true }, next: { round: 2, table: 1, exists: true } })""",
    "another tablet writes": """Object.assign(record, { practice: false, token: "none",
        lease: { held: false, holder: { label: "Ben's tablet" } } })""",
    "this tablet was replaced": "record.revoked = true; record.practice = false",
    "full storage": "tablet.storage = { ...tablet.storage, full: true }",
    "something failed": """tablet.problem = { code: "no-answer", title: "No answer",
        detail: "Try again." }""",
    "time": "record.clock.elapsed_ms = 7_203_000; record.clockReceived = Date.now()",
    "time, a minute ago": "record.clock.elapsed_ms = 7_263_000; record.clockReceived = Date.now()",
}
READABLE = [*[*BRING][:6], "the next game"]
OVER = ".notices .notice, .insistence"
KEEP = """() => {
    const { table, storage, updates } = window.tablet;
    const kept = { ...structuredClone(table.record) };
    window.restore = () => {
        Object.assign(table.record, structuredClone(kept), { revoked: kept.revoked });
        Object.assign(window.tablet, { storage, problem: null });
        updates.state = "none";
        table.update = "none";
        window.tablet.changed();
    };
}"""
PLACES = """() => [...document.querySelectorAll(`[data-tap], .turn-head, .scroll, .entry,
    .sheet-body, .panel, .board`)]
    .filter((each) => !each.closest(".notices, .insistence, .top-bar"))
    .map((each) => [each.dataset.tap ?? each.className,
        JSON.stringify(each.getBoundingClientRect())])"""
COVERED = """() => {
    const boxOf = (each) => each.getBoundingClientRect();
    const over = boxOf(document.querySelector(".notices"));
    return [...document.querySelectorAll(".entry [data-tap], .bottom-bar [data-tap]")]
        .filter((each) => {
            const { left, right, top, bottom } = boxOf(each);
            return left < over.right && over.left < right && top < over.bottom && over.top < bottom;
        }).map((each) => each.dataset.tap);
}"""


@pytest.fixture(params=[*SIZES, *MORE_SIZES], ids=lambda size: f"{size[0]}x{size[1]}-{size[2]}")
def page(open_table: OpenTable, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A table of three where a deed is on offer, in each size."""
    width, height, text = request.param
    page = open_table(HEADER)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    tap(page, "die-3-6")
    page.locator('[data-tap="buy"]').wait_for()
    page.evaluate(KEEP)
    yield page
    page.evaluate("() => window.restore()")


def bring(page: Page, *what: str) -> None:
    """Let the runtime know of this."""
    for each in what:
        page.evaluate(f"""() => {{
            const {{ tablet }} = window;
            const {{ record }} = tablet.table;
            {BRING[each]};
            tablet.changed();
        }}""")


def move_nothing(page: Page, *, uncovered: bool = False) -> None:
    """Each of them comes, and goes, and all that can be tapped is where it was."""
    still = page.evaluate(PLACES)
    for what in BRING:
        bring(page, what)
        expect(page.locator(OVER).first).to_be_attached()
        assert page.evaluate(PLACES) == still, what
        if uncovered and not what.startswith("time,"):
            assert page.evaluate(COVERED) == [], what
        page.evaluate("() => window.restore()")
        expect(page.locator(OVER)).to_have_count(0)
        assert page.evaluate(PLACES) == still, what


def test_no_notice_moves_or_covers_what_is_entered(page: Page) -> None:
    move_nothing(page, uncovered=True)
    for what in ("the judge's answer", "a newer app", "time"):
        bring(page, what)
    assert page.evaluate(COVERED) == []


CALLS = {
    "not sent": "sent: false",
    "called": "sent: true",
    "on the way": """sent: true, claimed_by: "Chief Referee Johanna" """,
}


LARGEST = '{ text: 150, language: "ru" }'
IN_THE_BAR = """() => [".clock", ".sync", ".call-state"].map((each) => {
    const { left, right } = document.querySelector(each).getBoundingClientRect();
    return [left, right];
}).flat()"""


def call(page: Page, state: str) -> None:
    """The judge was called, and is known to be so far."""
    page.evaluate(f"""() => {{
        window.tablet.table.record.calls = [{{ id: "c2", state: "open", topic: "rules",
            note: "", opened_at: new Date().toISOString(), claimed_by: null,
            resolution: null, credited_seconds: 0, {CALLS[state]} }}];
        window.tablet.changed();
    }}""")
    page.locator(".call-state").wait_for()


def be_paired(page: Page) -> None:
    """The table is known to a server."""
    page.evaluate(f"""() => {{
        const {{ record }} = window.tablet.table;
        {PAIRED};
        window.tablet.changed();
    }}""")
    page.locator('[data-tap="judge"]').wait_for()


def test_what_the_judge_does_moves_nothing(page: Page) -> None:
    be_paired(page)
    still = page.evaluate(PLACES)
    for state in CALLS:
        call(page, state)
        assert page.evaluate(PLACES) == still, state


def test_the_state_of_a_call_has_room_in_the_largest_letters(wide: Page) -> None:
    wide.evaluate(f"() => window.tablet.setSettings({LARGEST})")
    wide.wait_for_selector('html[data-text="150"][lang="ru"]')
    be_paired(wide)
    wide.evaluate("""() => {
        const { clock } = window.tablet.table.record;
        Object.assign(clock, { state: "waiting", elapsed: 0, elapsed_ms: 0 });
    }""")
    still = wide.evaluate(PLACES)
    for state in CALLS:
        call(wide, state)
        assert wide.evaluate(PLACES) == still, state
        edges = wide.evaluate(IN_THE_BAR)
        assert edges == sorted(edges), state


NOT_OVER_SHEETS = ("time", "time, a minute ago")


@pytest.mark.parametrize("sheet", ["trade", "more"])
def test_no_notice_moves_what_is_on_a_sheet(
    page: Page, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(page, sheet)
    page.locator('[data-tap="back"]').wait_for()
    for what in NOT_OVER_SHEETS:
        monkeypatch.delitem(BRING, what)
    move_nothing(page)


def test_no_notice_moves_what_is_entered_at_the_end(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(page, "more")
    hold(page, "time")
    page.locator('[data-tap="adjusted-p1"]').wait_for()
    # The engine tells of it, a moment after the rest.
    page.locator('[data-tap="best-adjustment-p1"]').wait_for()
    for what in NOT_OVER_SHEETS:
        monkeypatch.delitem(BRING, what)
    move_nothing(page)


@pytest.fixture
def wide(open_table: OpenTable) -> Iterator[Page]:
    """The same table on a wide screen alone."""
    page = open_table(HEADER)
    tap(page, "die-3-6")
    page.locator('[data-tap="buy"]').wait_for()
    page.evaluate(KEEP)
    yield page
    page.evaluate("() => window.restore()")


SEATS = [
    (1280, 800, 100),
    (1024, 768, 150),
    (800, 1280, 100),
    (390, 844, 100),
    (844, 390, 100),
]
OUT_OF_REACH = """() => {
    const over = document.querySelector(".notices").getBoundingClientRect();
    const needed = [".seats h2", ".seat:first-child .token", ".seat", ".entry [data-tap]"];
    const inSight = needed.slice(0, 2);
    const hidden = ({ left, right, top, bottom }) => bottom > innerHeight
        || (left < over.right && over.left < right && top < over.bottom && over.top < bottom);
    const covered = inSight.flatMap((each) => [...document.querySelectorAll(each)])
        .filter((each) => hidden(each.getBoundingClientRect()));
    const lost = [...document.querySelectorAll(needed)].filter((each) => {
        each.scrollIntoView({ block: "nearest" });
        const { left, top, bottom } = each.getBoundingClientRect();
        return !each.contains(document.elementFromPoint(left + 8, (top + bottom) / 2));
    });
    document.querySelector(".seat-list").scrollTop = 0;
    document.querySelector(".seats .panel").scrollTop = 0;
    document.querySelector(".seats .panel .scroll").scrollTop = 0;
    return [...covered, ...lost].map((each) => each.textContent);
}"""


@pytest.fixture
def seats(table_page: Page) -> Iterator[Page]:
    """A table of three, known to a server, before its game has begun."""
    page = table_page
    page.evaluate("header => window.tablet.practise(header)", HEADER)
    page.locator('[data-tap="start"]').wait_for()
    page.evaluate(f"""() => {{
        const {{ record }} = window.tablet.table;
        {PAIRED};
        window.tablet.changed();
    }}""")
    page.locator('[data-tap="missing-p1"]').wait_for()
    page.evaluate(KEEP)
    yield page
    page.evaluate("() => { window.restore(); window.tablet.table.record.practice = true; }")


@pytest.mark.parametrize(("width", "height", "text"), SEATS)
def test_no_notice_moves_or_covers_a_seat(seats: Page, width: int, height: int, text: int) -> None:
    seats.set_viewport_size({"width": width, "height": height})
    seats.evaluate("text => window.tablet.setSettings({text})", text)
    seats.wait_for_selector(f'html[data-text="{text}"]')
    assert seats.evaluate(OUT_OF_REACH) == []
    still = seats.evaluate(PLACES)
    for what in ("the judge's answer", "another result", "a newer app", "full storage"):
        bring(seats, what)
        assert seats.evaluate(OUT_OF_REACH) == [], what
        assert seats.evaluate(PLACES) == still, what


def test_an_open_absence_is_what_comes_next(seats: Page) -> None:
    start = seats.locator('[data-tap="start"]')
    expect(start).to_contain_class("primary")
    still = start.bounding_box()
    seats.evaluate("""() => {
        window.tablet.table.record.calls = [{ id: "c3", state: "open", topic: "no_show",
            player: "p2", note: "", opened_at: new Date().toISOString(), claimed_by: null,
            resolution: null, credited_seconds: 0, sent: true }];
        window.tablet.changed();
    }""")
    expect(seats.locator('[data-tap="here-p2"]')).to_contain_class("primary")
    expect(start).not_to_contain_class("primary")
    expect(seats.locator(".seats .panel")).to_contain_text("wait for the chief referee")
    assert start.bounding_box() == still


def test_a_result_of_the_table_is_told_before_its_game_starts(seats: Page) -> None:
    start = seats.locator('[data-tap="start"]')
    expect(start).to_contain_class("primary")
    bring(seats, "another result")
    expect(seats.locator(OVER)).to_contain_text("Ask the chief referee before you start")
    expect(seats.locator(OVER).get_by_role("button")).to_have_count(0)
    expect(start).not_to_contain_class("primary")


def test_no_notice_covers_the_head_of_a_sheet_over_the_seats(seats: Page) -> None:
    tap(seats, "settings")
    bring(seats, "the judge's answer", "another result", "a newer app")
    expect(seats.locator(OVER).first).to_be_visible()
    seats.locator('[data-tap="back"]').click(trial=True)


def test_what_was_read_stays_away_over_a_reload(wide: Page) -> None:
    for what in READABLE:
        bring(wide, what)
        wide.locator('.page-notice [data-tap^="read-"]').tap()
        expect(wide.locator(OVER)).to_have_count(0)
        wide.evaluate("() => window.restore()")
    until_drafts_kept(wide)
    wide.reload()
    wide.wait_for_selector("#tablet .screen")
    wide.evaluate(REACH)
    wide.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    wide.locator('[data-tap="buy"]').wait_for()
    wide.evaluate(KEEP)
    for what in READABLE:
        bring(wide, what)
        until_drawn(wide)
        assert wide.locator(OVER).count() == 0, what


def test_what_a_closed_notice_offered_is_in_the_settings(wide: Page) -> None:
    bring(wide, "a newer app", "the next game")
    tap(wide, "read-update", "read-next-2")
    expect(wide.locator(OVER)).to_have_count(0)
    tap(wide, "settings")
    expect(wide.locator('.settings [data-tap="update"]')).to_be_visible()
    tap(wide, "next-game")
    expect(wide.locator('[data-tap="leave-for-next"]')).to_be_visible()


def test_while_it_insists_the_dice_are_shut_and_undo_is_open(wide: Page) -> None:
    bring(wide, "time, a minute ago")
    expect(wide.locator(".insistence")).to_be_visible()
    expect(wide.locator('[data-tap="die-1-1"]')).to_be_hidden()
    board = wide.locator(".board").bounding_box()
    over = wide.locator(".insistence").bounding_box()
    assert board
    assert over
    assert over["x"] >= board["x"] + board["width"]
    tap(wide, "undo")
    wide.wait_for_function("() => window.tablet.state.view.ledger.at(-1).type === 'undo'")
    assert types(wide) == ["roll", "undo"]
