"""Through a whole game the dice, the bar and what a finger was about to tap stay where they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.tablet_screens.three_players import HEADER

WHOLE = None
PART = 70
"""Some turns with purchases, rents, cards and prison."""
GAMES = [
    (1280, 800, 100, "32_ru-2014_two-hour_4p", WHOLE),
    (800, 1280, 130, "24_eu-fr_two-hour_6p_board_recount_pass", PART),
    (1280, 800, 150, "24_eu-fr_two-hour_6p_board_recount_pass", PART),
]
MORE_GAMES = [
    (800, 1280, 100, "32_ru-2014_two-hour_4p", WHOLE),
    (1280, 800, 130, "02_us-2011_two-hour_5p_recount", PART),
    (800, 1280, 150, "02_us-2011_two-hour_5p_recount", PART),
]

# Looked at before each tap and after each event. Dice and bar stay through the game, the entry's
# lower end while it is played, and its other buttons as long as nothing is recorded.
WATCH = """() => {
    const press = window.press;
    const places = new Map();
    window.moved = [];
    const note = (key, element, scrolled) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const place = [left, top + scrolled, width, height];
        const now = place.map((each) => Math.round(2 * each) / 2).join(" ");
        const before = places.get(key);
        if (before !== undefined && before !== now) window.moved.push([key, before, now]);
        places.set(key, now);
    };
    const scrolledBy = (element) => {
        const outer = element.parentElement;
        return outer ? outer.scrollTop + scrolledBy(outer) : 0;
    };
    window.look = () => {
        const { ledger, status } = window.tablet.state.view;
        const all = document.querySelectorAll(".entry [data-tap], .bottom-bar [data-tap]");
        for (const each of all) {
            const name = each.dataset.tap;
            const stays = /^die-[12]-[1-6]$/.test(name) || each.closest(".bottom-bar");
            const during = status === "playing" ? `${name} of row ${ledger.length}` : null;
            const key = stays ? name : during;
            if (key) note(key, each, stays ? 0 : scrolledBy(each));
        }
    };
    window.press = async (element) => {
        window.look();
        await press(element);
    };
    window.unwatch = () => { window.press = press; };
}"""
PLAY = """async (events) => {
    for (const event of events) {
        await window.enterEvents([event]);
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        window.look();
    }
    window.unwatch();
    return window.moved;
}"""


@pytest.mark.parametrize(
    ("width", "height", "text", "game", "most"),
    [*GAMES, *MORE_GAMES],
    ids=[f"{width}x{height}-{text}" for width, height, text, *_ in (*GAMES, *MORE_GAMES)],
)
def test_dice_bar_and_buttons_stay_where_they_are(
    open_table: OpenTable, width: int, height: int, text: int, game: str, most: int | None
) -> None:
    header, events = read_record(GOLDEN / f"{game}.amr.jsonl")
    page = open_table(header)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    page.wait_for_function("text => document.documentElement.dataset.text == text", arg=text)
    page.evaluate(WATCH)
    assert page.evaluate(PLAY, events[:most]) == []


WATCH_DICE = """() => {
    window.dice = document.querySelector('[data-tap="die-1-1"]');
    window.takenOut = 0;
    new MutationObserver((changes) => {
        const removed = changes.flatMap((each) => [...each.removedNodes]);
        window.takenOut += removed.filter((each) => each.contains(window.dice)).length;
    }).observe(document.querySelector("#tablet"), { childList: true, subtree: true });
}"""


def test_an_offer_that_comes_and_goes_leaves_the_dice_in_the_page(open_table: OpenTable) -> None:
    """Made anew or moved, the browser would lay out and paint all of them at each offer."""
    page = open_table(HEADER)
    page.evaluate(WATCH_DICE)
    page.locator('[data-tap="die-3-6"]').tap()
    page.locator('[data-tap="buy"]').tap()
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    expect(page.locator('[data-tap="buy"]')).to_have_count(0)
    assert page.evaluate("() => [window.dice.isConnected, window.takenOut]") == [True, 0]


# Controls above the dice that are cut off, and "said" where what happened has no line.
CUT = """async (event) => {
    await window.tablet.record(event);
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const above = document.querySelector(".above-dice");
    const cut = [];
    for (const control of above?.querySelectorAll("[data-tap]") ?? []) {
        const { bottom } = control.getBoundingClientRect();
        if (bottom > above.getBoundingClientRect().bottom + 1) cut.push(control.dataset.tap);
    }
    return document.querySelector(".panel > .scroll").clientHeight < 30 ? [...cut, "said"] : cut;
}"""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (800, 1280)])
def test_what_is_decided_stands_whole_above_the_dice_in_the_largest_letters(
    open_table: OpenTable, width: int, height: int
) -> None:
    header, events = read_record(GOLDEN / "02_us-2011_two-hour_5p_recount.amr.jsonl")
    page = open_table(header)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => window.tablet.setSettings({text: 150, language: 'ru'})")
    page.wait_for_selector('html[data-text="150"][lang="ru"]')
    assert [page.evaluate(CUT, event) for event in events[:8]] == [[]] * 8
