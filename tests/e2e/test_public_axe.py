"""Axe finds nothing on any public page, in light and dark, on a phone, a laptop and a projector."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from referee.management.commands.load_sample_event import SLUG
from tests.e2e.conftest import Axe
from tests.tournament.making import BY, make_event, seat_round
from tournament.models import Event
from tournament.services import update_event

EVERY_RULE: tuple[str, ...] = ()
CONTRAST = ("color-contrast",)
LAID_OUT = ("target-size", "scrollable-region-focusable")
# A laptop shows what a phone leaves out; a projector shows the same in the same colours, larger.
PHONE = [
    ((390, 844), "light", EVERY_RULE),
    ((390, 844), "dark", CONTRAST),
]
LARGER = [
    ((1280, 800), "dark", CONTRAST),
    ((1280, 800), "light", EVERY_RULE),
    ((1920, 1080), "light", LAID_OUT),
]
LOOKS = [*PHONE, *LARGER]
OPEN = "document.querySelectorAll('details').forEach((item) => { item.open = true; })"


@pytest.mark.exhaustive
@pytest.mark.parametrize("looks", [PHONE, LARGER], ids=["phone", "larger"])
def test_every_page_is_accessible(
    context: BrowserContext, live_server: Any, pages: list[str], axe: Axe, looks: list[Any]
) -> None:
    # Of one event more a round is next; of this one not all rounds count.
    seat_round(make_event("next", players=4), 1, (1, 2, 3, 4))
    update_event(event=Event.objects.get(slug=SLUG), by=BY, discards=1, reason="Forgotten")
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")  # nothing is looked at while it fades in
    found = []
    for path in [*pages, "/e/next/", "/e/next/screen/"]:
        page.goto(live_server.url + path)
        page.evaluate(OPEN)
        for (width, height), scheme, rules in looks:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            faults = axe(page, *rules)
            found += [f"{path}, {width}, {scheme}: {fault}" for fault in faults]
    assert not found, "\n".join(found)
