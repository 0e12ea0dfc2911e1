"""What a row of choices is about stands above it, to be read as well as heard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_nothing_moves import PAIRED
from tests.e2e.tablet_screens.test_screens import GAME
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.touching import tap


def test_a_dispute_and_a_call_say_what_is_chosen(open_table: OpenTable) -> None:
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    page = open_table(header)
    record(page, *events)
    tap(page, "walk-all", "give-p1", "dispute-p1")
    captions = page.locator(".sheet-body .row-label")
    expect(captions).to_have_text(["Who disagrees", "Reason"])
    page.evaluate(f"""() => {{
        const {{ record }} = window.tablet.table;
        {PAIRED};
        window.tablet.changed();
    }}""")
    tap(page, "judge")
    expect(captions).to_have_text(["Call about"])
    page.evaluate("() => { window.tablet.table.record.practice = true; }")
