"""120 players, whose tablets `rehearse` plays, while two organisers work: the control room, open
all the time and never loaded again, ends up showing what every table reported and both did."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from referee.log.calls import open_call
from referee.models import Device, GameLog, LoggedEvent
from tests.e2e.conftest import give_session
from tests.e2e.journeys.hall import Hall
from tests.e2e.waiting import PATIENCE_MS, until
from tournament.models import AuditEntry, Event, EventRole, Membership, Round

pytestmark = pytest.mark.long
TABLES = 30
SLUG = "rehearsal-1"
CONTROL = f"/organise/{SLUG}/now/?sort=number"
# By its number, the last event of each table, and whether it stands as confirmed.
SHOWN = """() => Object.fromEntries(
  [...document.querySelectorAll("#live .control-table")].map((table) => [
    table.id.slice("table-".length), [
      table.querySelector(".control-event time")?.dateTime,
      table.querySelector(".control-state").textContent.includes("Confirmed"),
    ]]))"""


@pytest.fixture
def rehearsal(hall: Hall) -> Iterator[None]:
    """The players sit and play; afterwards nothing went wrong at any table."""
    turns = ("--turns", "2", "--pause", "0.3")
    run = hall.server.command("rehearse", "--url", hall.url, "--tables", str(TABLES), *turns)
    try:
        until(lambda: Round.objects.filter(event__slug=SLUG, status="published").exists())
        yield
        assert run.wait(timeout=PATIENCE_MS / 1000) == 0
    finally:
        run.kill()
        run.wait()


@pytest.fixture
def colleague(browser: Browser, hall: Hall, rehearsal: None) -> Iterator[Page]:
    """The page of the event's second organiser."""
    otto = User.objects.create_user("otto")
    event = Event.objects.get(slug=SLUG)
    Membership.objects.create(event=event, person=otto, role=EventRole.ORGANISER)
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    client = Client()
    client.force_login(otto)
    give_session(context, client, hall.url)
    yield context.new_page()
    context.close()


def test_the_control_room_follows_a_full_hall_while_two_organisers_work(
    hall: Hall, colleague: Page
) -> None:
    room = hall.organiser.context.new_page()
    room.goto(hall.url + CONTROL)
    room.evaluate("() => { globalThis.loaded = 'once'; }")
    colleague.goto(hall.url + CONTROL)
    page = hall.go(CONTROL)
    page.get_by_role("button", name="Start the clock").click()
    for one in (room, colleague):
        expect(one.get_by_role("button", name="Pause the clock")).to_be_visible(timeout=PATIENCE_MS)
    for one, table in ((page, "7"), (colleague, "8")):
        grant(one, room, table)
    answer_a_call(hall, room)
    announce(hall)
    until(lambda: GameLog.objects.filter(state=GameLog.State.CONFIRMED).count() == TABLES)
    room.wait_for_function(f"told => JSON.stringify(({SHOWN})()) === told", arg=told())
    both_confirm(hall, colleague)
    assert room.evaluate("() => globalThis.loaded") == "once"
    for table in "78":
        expect(room.locator(f"#table-{table}")).to_contain_text("Extra time 5:00")


def grant(page: Page, room: Page, table: str) -> None:
    page.get_by_text("Extra time for a table").click()
    page.get_by_label("Table", exact=True).select_option(table)
    page.get_by_label("Reason", exact=True).fill("Late")
    page.get_by_role("button", name="Grant").click()
    extra = room.locator(f"#table-{table}")
    expect(extra).to_contain_text("Extra time 5:00", timeout=PATIENCE_MS)


def answer_a_call(hall: Hall, room: Page) -> None:
    """Of table 12, from whose page it is answered."""
    writers = Device.objects.filter(game__table__number=12)
    until(lambda: writers.exists())
    open_call(device=writers.get(), call_id=uuid4(), topic="rules")
    table = room.locator("#table-12")
    expect(table).to_contain_text("What was decided", timeout=PATIENCE_MS)
    page = hall.go(CONTROL)
    page.get_by_label("What was decided").fill("It is due")
    page.get_by_role("button", name="Resolve").click()
    expect(page.get_by_text("Table 12: the call is resolved")).to_be_visible()
    expect(table).to_contain_text("Open the call again", timeout=PATIENCE_MS)


def announce(hall: Hall) -> None:
    page = hall.go(f"/organise/{SLUG}/announcements/")
    page.get_by_label("What is to be announced").fill("Lunch at one")
    page.get_by_role("button", name="Send to everybody").click()
    expect(page.locator("[aria-labelledby=shown]")).to_contain_text("Lunch at one")


def both_confirm(hall: Hall, colleague: Page) -> None:
    """Who comes second is told that it is done, and does it no second time."""
    address = f"/organise/{SLUG}/r/1/"
    colleague.goto(hall.url + address)
    told = "The results are confirmed.", "ada confirmed the results at"
    for page, text in zip((hall.go(address), colleague), told, strict=True):
        page.get_by_role("button", name="Confirm the results").click()
        expect(page.get_by_text(text)).to_be_visible()
    confirmed = AuditEntry.objects.filter(action="confirm", kind="round")
    assert [entry.by for entry in confirmed] == ["ada"]


def told() -> str:
    """What the log says, as `SHOWN` reads it off the page."""
    last = {
        row.game.table.number: row.received_at.isoformat(timespec="milliseconds")
        for row in LoggedEvent.objects.select_related("game__table").order_by("seq")
    }
    lines = (f'"{number}":["{last[number]}",true]' for number in range(1, TABLES + 1))
    return "{" + ",".join(lines) + "}"
