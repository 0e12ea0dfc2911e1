"""The picture in the README: a referee's tablet in the middle of a game.

`python -m tools.screenshot` takes it anew."""

import datetime as dt
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee import sample_event
from referee.devices.services import revoke
from tests.e2e.journeys.hall import CONFIRMED, Hall, TabletScreen
from tests.referee.log.test_append import send
from tests.referee.tables import EVENT, log_events, paired
from tournament.models import Table
from tournament.rounds.services.clock import step_clock

GAME = Path(sample_event.__file__).parent / "round-1" / "table-6.amr.jsonl"
EVENTS = 116
"""So far, with the start: the last one is a throw that ends on a deed nobody owns."""
PLAYED = dt.timedelta(minutes=47, seconds=50)
LEFT = re.compile(r"\b1:1[12]:\d\d\b")
"""The 1:12:10 of the start, or some seconds less: a slow machine misses any one of them."""

pytestmark = [pytest.mark.exhaustive, pytest.mark.long]


def test_a_tablet_takes_over_a_game(
    hall: Hall,
    new_table: Callable[..., Table],
    new_tablet: Callable[..., TabletScreen],
    shot: Callable[[Page, str], None],
) -> None:
    header, *events = map(json.loads, GAME.read_text(encoding="utf-8").splitlines())
    del header["date"]
    header |= {"event": EVENT, "round": 1, "table": 1}
    table = new_table(header)
    former = paired(table)
    send(former, *former.made_of(*log_events([header, *events])[:EVENTS]))
    revoke(device_id=former.device.pk, by="tests")
    tablet = new_tablet()
    tablet.open()
    tablet.pair(hall.code(table))
    tablet.judged_here()
    tablet.badge(CONFIRMED)
    # Started now, so that the picture shows about the same time however long the tablet took.
    step_clock(round_=table.round, step="start", by="tests", now=timezone.now() - PLAYED)
    expect(tablet.page.get_by_text(LEFT)).to_be_visible()
    expect(tablet.page.locator("[data-tap=buy]")).to_be_visible()
    shot(tablet.page, "screenshot")
