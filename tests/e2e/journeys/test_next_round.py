"""A tablet is paired once, by the printed sheet, and goes on to the next round by itself."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee.models import Device, GameLog
from tests.e2e.journeys.hall import CONFIRMED, HEADER, Hall, TabletScreen, log_of
from tests.e2e.waiting import until, until_judged
from tests.reading_qr_codes import read_qr
from tests.referee.tables import next_round
from tournament.models import Round, Table
from tournament.rounds.services.rounds import publish_round

NewTable = Callable[..., Table]
NewTablet = Callable[..., TabletScreen]
Shot = Callable[[Page, str], None]

ROLL = {"type": "roll", "player": "p01", "dice": [3, 6]}
PLAYERS = [player["id"] for player in HEADER["players"]]
FINISH = """async players => {
  const { tablet } = window;
  const done = players.map((player) => ({ type: "adjusted", player }));
  const end = [{ type: "retain" }, { type: "circuit", dice: {} }];
  for (const event of [{ type: "time" }, ...done, ...end]) {
    const { recorded, refusals } = await tablet.record(event);
    if (!recorded) throw new Error(JSON.stringify(refusals));
  }
}"""
CONFIRM = "players => window.tablet.confirm({ players })"
SEATS = "#tablet .seat"


def scanned(hall: Hall, table: Table, shot: Shot) -> str:
    """The link of the table's code on a sheet that the organiser has just printed."""
    page = hall.chief(table)
    page.get_by_role("link", name="Codes of the tables").click()
    page.get_by_label("Number of tables").fill("9")
    ends = page.get_by_role("checkbox", name="End the")
    if ends.count():
        ends.check()
    page.get_by_role("button", name="Make a new sheet").click()
    code = page.get_by_role("img", name=f"QR code of table {table.number}", exact=True)
    expect(code).to_be_visible()
    shot(page, "sheet")
    return read_qr(code.inner_html())


def publish(drawn: Round) -> Table:
    """The organiser publishes the round."""
    publish_round(round=drawn, by="test")
    return Table.objects.filter(round=drawn).order_by("number").first()  # type: ignore[return-value]


@pytest.fixture
def table(new_table: NewTable) -> Table:
    return new_table(HEADER)


@pytest.fixture
def tablet(
    hall: Hall, table: Table, new_tablet: NewTablet, device: BrowserContext, shot: Shot
) -> TabletScreen:
    """Paired by the sheet; its game has begun."""
    tablet = new_tablet(device)
    tablet.open(scanned(hall, table, shot))
    expect(tablet.page.locator(SEATS)).to_have_count(3)
    assert tablet.page.url == f"{hall.url}/tablet/"
    tablet.judged_here()
    tablet.start()
    tablet.enter(ROLL)
    tablet.badge(CONFIRMED)
    return tablet


def in_round(tablet: TabletScreen, number: int) -> None:
    """Wait until this round's game is open."""
    tablet.page.wait_for_function("n => window.tablet.state.table?.round === n", arg=number)


@pytest.mark.spine
def test_paired_once_it_opens_the_next_round_by_itself(
    hall: Hall, table: Table, tablet: TabletScreen, shot: Shot
) -> None:
    later = publish(next_round(table, published=False))
    tablet.notice("Round 2, table 1 is ready.")
    shot(tablet.page, "next-ready")
    tablet.tap("next-game")
    expect(tablet.page.get_by_text("This game is not handed in.")).to_be_visible()
    shot(tablet.page, "next-unfinished")
    tablet.tap("back")
    tablet.page.evaluate(FINISH, PLAYERS)
    assert tablet.state["table"]["round"] == 1
    tablet.page.evaluate(CONFIRM, PLAYERS)
    in_round(tablet, 2)
    expect(tablet.page.locator(SEATS)).to_have_count(3)
    shot(tablet.page, "next-open")
    assert GameLog.objects.get(table=table).state == GameLog.State.CONFIRMED

    tablet.page.reload()
    tablet.reach()
    in_round(tablet, 2)
    tablet.judged_here()
    tablet.start()
    tablet.enter(ROLL)
    tablet.badge(CONFIRMED)
    assert log_of(later) == [ROLL]
    tablets = Device.objects.filter(game__table__round__event=table.round.event)
    assert tablets.count() == 2
    assert len({device.tablet for device in tablets}) == 1
    page = hall.chief(table)
    expect(page.get_by_text("was paired by the sheet").first).to_be_visible()
    shot(page, "chief-by-sheet")


def test_without_a_network_it_stays_and_goes_on_when_it_is_back(
    table: Table, tablet: TabletScreen, device: BrowserContext, shot: Shot
) -> None:
    tablet.page.evaluate(FINISH, PLAYERS)
    device.set_offline(True)
    tablet.page.evaluate(CONFIRM, PLAYERS)
    later = publish(next_round(table, published=False))
    tablet.page.reload()
    tablet.reach()
    tablet.judged_here()
    # It has asked the server, and heard nothing.
    tablet.page.wait_for_function("() => window.tablet.table.sync.connection.lost")
    until_judged(tablet.page)
    assert tablet.state["table"]["round"] == 1
    device.set_offline(False)
    in_round(tablet, 2)
    expect(tablet.page.locator(SEATS)).to_have_count(3)
    assert GameLog.objects.get(table=table).state == GameLog.State.CONFIRMED
    assert GameLog.objects.get(table=later).lease_device is not None


def test_a_round_without_the_table_says_so(table: Table, tablet: TabletScreen, shot: Shot) -> None:
    tablet.page.evaluate(FINISH, PLAYERS)
    tablet.page.evaluate(CONFIRM, PLAYERS)
    until(lambda: GameLog.objects.get(table=table).state == GameLog.State.CONFIRMED)
    publish(next_round(table, published=False, numbers=(2,)))
    tablet.notice("Round 2 has no table 1")
    shot(tablet.page, "next-missing")
    assert tablet.state["table"]["round"] == 1


def test_an_unfinished_game_is_left_by_hand_and_stays_in_the_log(
    table: Table, tablet: TabletScreen
) -> None:
    publish(next_round(table, published=False))
    tablet.notice("Round 2, table 1 is ready.")
    # It has heard from the server once more.
    with tablet.page.expect_response("**/heartbeat"):
        pass
    until_judged(tablet.page)
    assert tablet.state["table"]["round"] == 1
    tablet.tap("next-game", "leave-for-next")
    in_round(tablet, 2)
    assert log_of(table) == [ROLL]


def test_who_scans_a_code_of_a_table_that_is_played_takes_over_visibly(
    hall: Hall, table: Table, tablet: TabletScreen, new_tablet: NewTablet, shot: Shot
) -> None:
    other: Any = new_tablet()
    other.open(scanned(hall, table, shot))
    other.notice("is writing for this table now.")
    assert tablet.state["sync"]["lease"] == "held"
