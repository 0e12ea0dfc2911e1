"""Axe finds nothing on any public page, in light and dark, on a phone, a laptop and a projector, in
any language; none scrolls sideways or asks another site."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from referee.management.commands.load_sample_event import SLUG
from tests.e2e.conftest import Axe
from tests.e2e.looks import IN_EACH_LANGUAGE, Look, faults_of
from tests.tournament.making import BY, make_event, seat_round
from tournament.events.services.events import update_event
from tournament.models import Event


@pytest.mark.parametrize(("language", "looks"), IN_EACH_LANGUAGE)
def test_every_page_is_accessible(
    language: str, looks: list[Look], browser: Browser, live_server: Any, pages: list[str], axe: Axe
) -> None:
    # Of one event more a round is next; of this one not all rounds count.
    seat_round(make_event("next", players=4), 1, (1, 2, 3, 4))
    update_event(event=Event.objects.get(slug=SLUG), by=BY, discards=1, reason="Forgotten")
    found, asked = list[str](), list[str]()
    # Nothing is looked at while it fades in.
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        for path in [*pages, "/e/next/", "/e/next/screen/"]:
            page.goto(live_server.url + path)
            assert page.locator("html").get_attribute("lang") == language[:2]
            found += [f"{path}, {fault}" for fault in faults_of(page, axe, looks)]
    assert not found, "\n".join(found)
    assert len(asked) > len(pages)
    assert all(address.startswith(live_server.url) for address in asked)
