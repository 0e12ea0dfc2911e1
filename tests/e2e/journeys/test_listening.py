"""Tablets and the chief's pages listen: they ask rarely, hear at once, and do without a stream."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

from playwright.sync_api import Page, Request, expect

from referee.devices.services import revoke
from referee.log.calls import open_call
from referee.models import Device
from tests.e2e.journeys.hall import HEADER, Hall, TabletScreen, begin
from tests.e2e.journeys.streams import messages, until_beats
from tests.e2e.proxy import DOWN, UP
from tests.e2e.waiting import until_heard
from tests.referee.tables import Tablet, paired
from tests.tournament.making import BY
from tournament.models import Table
from tournament.rounds.services.clock import step_clock

# It asks once in ten seconds while it listens; else a tablet more than once in a second, and the
# chief's page nearly so. The server gives a sign of life each two seconds.
LISTENED_BEATS = 7
ASKED = 6
SOON_MS = 6_000
"""Also on a machine with much to do; sooner than one that listens asks again by itself."""
LISTENS = "() => window.tablet.table.sync.stream.pollMs !== null"
COUNT_BEATS = """() => {
  const { told } = window.tablet.table.sync.stream;
  const { beat } = told;
  window.beats = 0;
  told.beat = () => { window.beats += 1; beat(); };
}"""
BEATEN = "count => window.beats >= count"
ASKS = "() => window.tablet.table.sync.stream.pollMs === null"
NewTable = Callable[..., Table]
NewTablet = Callable[..., TabletScreen]


def asked_rarely(sent: list[str], began: float) -> bool:
    """Whether it has asked as often since `began` (`time.monotonic`) as one does that listens."""
    return 1 <= len(sent) <= 1 + (time.monotonic() - began) / 9


def until_asked(page: Page, ending: str) -> None:
    """Wait until the page asks: while it listens, it does so ten seconds later if not told to."""
    with page.expect_request(lambda request: request.url.endswith(ending)):
        pass


@contextmanager
def requests(page: Page, ending: str) -> Iterator[list[str]]:
    """What a page asks for meanwhile, of addresses that end so."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith(ending):
            sent.append(request.url)

    page.on("request", note)
    yield sent
    page.remove_listener("request", note)


def shown_after(page: Page, what: str, write: Callable[[], object]) -> float:
    """Milliseconds from a write's end until the tablet is shown what it led to."""
    page.evaluate(
        """what => {
          const holds = new Function("state", `return ${what}`);
          window.noted = null;
          window.tablet.onChange((state) => {
            if (window.noted === null && holds(state)) window.noted = Date.now();
          });
        }""",
        what,
    )
    write()
    done = time.time() * 1000
    page.wait_for_function("() => window.noted !== null")
    return float(page.evaluate("() => window.noted")) - done


def test_a_tablet_asks_rarely_while_it_listens_and_often_where_it_cannot(
    hall: Hall, new_table: NewTable, new_tablet: NewTablet
) -> None:
    table = new_table(HEADER)
    tablet = new_tablet()
    page = tablet.page
    begin(hall, table, tablet)
    page.wait_for_function(LISTENS)
    page.evaluate(COUNT_BEATS)
    page.wait_for_function(BEATEN, arg=2)  # what the start led to is over
    began = time.monotonic()
    with requests(page, "/heartbeat") as listening:
        page.wait_for_function(BEATEN, arg=2 + LISTENED_BEATS)
    assert asked_rarely(listening, began), len(listening)
    until_asked(page, "/heartbeat")
    for step, state in (("start", "running"), ("pause", "paused")):
        took = shown_after(
            page,
            f"state.clock.state === '{state}'",
            lambda step=step: step_clock(round_=table.round, step=step, by=BY),  # type: ignore[misc]
        )
        assert took < SOON_MS, (step, took)
    page.route("**/api/v1/games/*/live", lambda route: route.abort())
    hall.network.set(DOWN)
    hall.network.set(UP)
    page.wait_for_function(ASKS)
    assert 3 < seconds_to_ask(page, "/heartbeat") < 30
    took = shown_after(
        page,
        "state.clock.state === 'running'",
        lambda: step_clock(round_=table.round, step="resume", by=BY),
    )
    assert took < SOON_MS, took
    # And back.
    page.unroute("**/api/v1/games/*/live")
    page.wait_for_function(LISTENS)
    took = shown_after(
        page,
        "state.problem?.code === 'device-revoked'",
        lambda: revoke(device_id=Device.objects.get(game__table=table).pk, by=BY),
    )
    assert took < SOON_MS, took


def test_the_chiefs_page_asks_rarely_while_it_listens(hall: Hall, new_table: NewTable) -> None:
    table = new_table(HEADER)
    tablet = paired(table)
    with messages(hall.organiser) as heard:
        page = hall.chief(table)
        until_beats(page, heard, 2)
        began = time.monotonic()
        with requests(page, "?part=live") as listening:
            until_beats(page, heard, 2 + LISTENED_BEATS)
    assert asked_rarely(listening, began), len(listening)
    until_asked(page, "?part=live")
    took = called(page, tablet)
    assert took * 1_000 < SOON_MS, took
    page.context.route("**/chief/live", lambda route: route.abort())
    hall.network.set(DOWN)
    hall.network.set(UP)
    assert 4 < seconds_to_ask(page, "?part=live") < 30
    took = called(page, tablet)
    assert took * 1_000 < SOON_MS, took
    page.context.unroute("**/chief/live")


def seconds_to_ask(page: Page, ending: str) -> float:
    """Seconds from a question to the sixth after it; while a page listens they take a minute."""
    with requests(page, ending) as sent:
        until_heard(page, lambda: sent)
        began = time.monotonic()
        until_heard(page, lambda: len(sent) > ASKED)
    return time.monotonic() - began


def called(page: Page, tablet: Tablet) -> float:
    """Seconds from a call of the judge until the chief's page shows one more."""
    calls = page.locator('[data-key^="call-"]')
    before = calls.count()
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="")
    began = time.monotonic()
    expect(calls).to_have_count(before + 1)
    assert call is not None
    return time.monotonic() - began
