"""A whole game as a referee lives it: paired, played by taps, cut off three times, confirmed."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee.log.verify import faults_of
from referee.models import GameLog
from tests.e2e.app import lower_die_first
from tests.e2e.holding import everybody_agrees, hold
from tests.e2e.journeys.hall import CONFIRMED, Hall, TabletScreen, ids_of, log_of, played
from tests.e2e.proxy import DEAF, UP
from tests.present import present
from tests.referee.tables import GOLDEN, golden
from tournament.models import Table

GAME = "34_ru-2014_two-hour_6p"

CUT_OFF = re.compile("Offline|No answer|Connection reset")

Shot = Callable[[Page, str], None]


@pytest.mark.spine
def test_a_game_through_three_outages_ends_in_the_standings(
    hall: Hall,
    new_table: Callable[..., Table],
    new_tablet: Callable[..., TabletScreen],
    device: BrowserContext,
    shot: Shot,
) -> None:
    header, *events = played(golden(GAME))
    time = next(index for index, event in enumerate(events) if event["type"] == "time")
    parts = [events[time * part // 5 : time * (part + 1) // 5] for part in range(5)]
    table = new_table(header)
    tablet = new_tablet(device)
    tablet.open()
    shot(tablet.page, "pairing")
    tablet.pair(hall.code(table))
    expect(tablet.page.locator(".seat")).to_have_count(6)
    shot(tablet.page, "seats")
    step_clock(hall, table, "Start the clock")
    tablet.start()
    tablet.judged_here()

    tablet.enter(*parts[0])
    tablet.badge(CONFIRMED)
    shot(tablet.page, "turn")

    device.set_offline(True)
    tablet.enter(*parts[1])
    waits(tablet, parts[1])
    shot(tablet.page, "offline")
    device.set_offline(False)
    tablet.badge(CONFIRMED)

    hall.server.kill()
    tablet.enter(*parts[2])
    waits(tablet, parts[2])
    tablet.page.reload()
    tablet.reach()
    tablet.judged_here()
    hall.server.start()
    tablet.badge(CONFIRMED)

    hall.network.set(DEAF)
    tablet.enter(*parts[3])
    waits(tablet, parts[3])
    hall.network.set(UP)
    tablet.badge(CONFIRMED)

    tablet.enter(*parts[4])
    step_clock(hall, table, "Call time")
    shot(tablet.page, "time")
    tablet.tap("call-time")
    end_procedure(tablet, events[time + 1 :], shot)
    text = (GOLDEN / f"{GAME}.statement.json").read_text()
    text = re.sub(r'"p(\d)"', r'"p0\1"', text)
    statement = json.loads(text, object_hook=lower_die_first)
    confirm(tablet, statement, shot)
    stands(hall, table, statement)
    assert ids_of(table) == tablet.stored
    kinds = [event["type"] for event in log_of(table)]
    assert kinds[-6:] == ["confirm"] * 6
    assert not faults_of(GameLog.objects.get(table=table))


def waits(tablet: TabletScreen, events: list[dict[str, Any]]) -> None:
    """What was entered is shown as waiting, on a tablet that says why."""
    tablet.badge("waiting")
    tablet.badge(CUT_OFF)
    assert tablet.state["sync"]["waiting"] >= len(events)


def step_clock(hall: Hall, table: Table, step: str) -> None:
    """The organiser starts or ends the round's clock."""
    page = hall.go(f"/organise/{table.round.event.slug}/now/")
    page.get_by_role("button", name=step, exact=True).click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def end_procedure(tablet: TabletScreen, events: list[dict[str, Any]], shot: Shot) -> None:
    """Adjustment, retention and circuit, each by taps."""
    *adjusting, retain, circuit = events
    tablet.enter(adjusting[0])
    expect(tablet.page.locator(".panel")).to_contain_text("What the last turn paid")
    tablet.tap("last-turn-read")
    expect(tablet.page.locator('[data-tap^="adjusted-"]')).to_be_visible()
    # What a step gains is advice, which an event gives to its tables only if it says so.
    expect(tablet.page.locator(".final-now")).to_have_count(0)
    shot(tablet.page, "adjustment")
    tablet.enter(*adjusting[1:])
    shot(tablet.page, "retention")
    tablet.enter(retain)
    shot(tablet.page, "circuit")
    tablet.enter(circuit)
    tablet.tap("paid-1")
    shot(tablet.page, "walk")
    tablet.tap("walk-all")


def confirm(tablet: TabletScreen, statement: dict[str, Any], shot: Shot) -> None:
    """Every player confirms; the result is handed in."""
    shot(tablet.page, "statement")
    first, *others = [player["id"] for player in statement["players"]]
    everybody_agrees(tablet.page, [first])
    shot(tablet.page, "agreed")
    for player in others:
        hold(tablet.page, f"agree-{player}")
    expect(tablet.page.get_by_text("The result is handed in.")).to_be_visible()
    expect(tablet.page.get_by_text("its table opens here by itself.")).to_be_visible()
    tablet.badge(CONFIRMED)
    shot(tablet.page, "handed-in")


def stands(hall: Hall, table: Table, statement: dict[str, Any]) -> None:
    """Everybody sees the result: each final cash in the standings."""
    page = present(hall.organiser.context.browser).new_page()
    page.goto(f"{hall.url}/e/{table.round.event.slug}/")
    names = {seat.entry.code: seat.entry.name for seat in table.seats.all()}
    for player in statement["players"]:
        row = page.locator(".standings tr").filter(
            has=page.locator(".standings-name", has_text=names[player["id"]])
        )
        expect(row.locator("td.num.wide")).to_contain_text(f"{player['final']}")
    page.close()
