"""Axe finds nothing on any page of the organisers' console, in light and dark, on a phone, a laptop
and a projector; which pages there are, the role matrix knows."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.e2e.conftest import Axe, sign_in
from tests.e2e.test_public_axe import LOOKS, OPEN
from tests.roles.matrix import MATRIX
from tests.tournament.making import BY, entry, finish, make_event, result_of, seat_round, table_of
from tournament.access import Action
from tournament.models import Event
from tournament.services.paper import enter_sheet
from tournament.services.reveal import freeze_results, reveal_places

pytestmark = pytest.mark.exhaustive


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Three tables that were published: one with a result, one whose sheet waits, one that plays;
    standings are being revealed."""
    event = make_event(players=12, table_sizes=[4])
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    finish(table_of(round_, 1), 40, 30, 20, 10)
    waits = table_of(round_, 2)
    enter_sheet(table=waits, result=result_of(waits, 4, 3, 2, 1), seen="", by=BY)
    event = freeze_results(event=event, by=BY)
    return reveal_places(event=event, up_to=4, seen=None, by=BY)


def paths(event: Event) -> Iterator[str]:
    """Every page of the matrix that is opened by an action and shown for one of these objects."""
    named: dict[str, dict[str, Any]] = {
        "": {},
        "event": {"slug": event.slug},
        "round": {"slug": event.slug, "number": 1},
        "sheet": {"slug": event.slug, "number": 1, "table": 2},
        "entry": {"slug": event.slug, "key": entry(event, 1).pk},
        "table": {"table": table_of(event.rounds.get()).pk},
    }
    steps = [{"slug": event.slug, "code": code} for code in ("place", "game", "tables", "seating")]
    for name, row in MATRIX.items():
        if not isinstance(row.who, Action) or "get" not in row.verbs.split() or row.status:
            continue
        found = steps if row.on == "step" else [named[row.on]] if row.on in named else []
        yield from (reverse(name, kwargs=each) for each in found)


def test_every_page_is_accessible(
    context: BrowserContext, live_server: Any, event: Event, axe: Axe
) -> None:
    sign_in(context, live_server.url)
    page, found, looked_at = context.new_page(), [], 0
    page.emulate_media(reduced_motion="reduce")
    client = Client()
    client.cookies.load({c["name"]: c["value"] for c in context.cookies()})  # type: ignore[misc]
    for path in paths(event):
        answer = client.get(path)
        if answer.status_code != 200 or "text/html" not in answer.get("Content-Type", ""):
            continue
        looked_at += 1
        page.goto(live_server.url + path)
        page.evaluate(OPEN)
        for (width, height), scheme, rules in LOOKS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [f"{path}, {width}, {scheme}: {fault}" for fault in axe(page, *rules)]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{path}, {width}: wider than the screen")
    assert looked_at > 20
    assert not found, "\n".join(found)
