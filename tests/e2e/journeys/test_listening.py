"""A tablet listens: it asks rarely, hears at once, and does without where its stream is blocked."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from referee.devices.services import revoke
from referee.models import Device
from tests.e2e.journeys.hall import HEADER, Hall, TabletScreen, begin
from tests.e2e.proxy import DOWN, UP
from tests.tournament.making import BY
from tournament.models import Table
from tournament.services.clock import step_clock

COUNTED_S = 30
SECOND_MS = 1_000
LISTENS = "() => window.tablet.table.sync.stream.pollMs !== null"
ASKS = "() => window.tablet.table.sync.stream.pollMs === null"
NewTable = Callable[..., Table]
NewTablet = Callable[..., TabletScreen]


@contextmanager
def heartbeats(page: Page) -> Iterator[list[str]]:
    """The heartbeats that a page sends meanwhile."""
    sent: list[str] = []

    def note(request: object) -> None:
        url = str(getattr(request, "url", ""))
        if url.endswith("/heartbeat"):
            sent.append(url)

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
    page.wait_for_timeout(2_000)  # what the start led to is over
    with heartbeats(page) as listening:
        page.wait_for_timeout(COUNTED_S * 1000)
    assert 2 <= len(listening) <= 4, len(listening)
    for step, state in (("start", "running"), ("pause", "paused")):
        took = shown_after(
            page,
            f"state.clock.state === '{state}'",
            lambda step=step: step_clock(round_=table.round, step=step, by=BY),  # type: ignore[misc]
        )
        assert took < SECOND_MS, (step, took)
    page.route("**/api/v1/games/*/live", lambda route: route.abort())
    hall.network.set(DOWN)
    hall.network.set(UP)
    page.wait_for_function(ASKS)
    page.wait_for_timeout(2_000)
    with heartbeats(page) as polling:
        page.wait_for_timeout(COUNTED_S * 1000)
    assert 25 <= len(polling) <= 40, len(polling)
    took = shown_after(
        page,
        "state.clock.state === 'running'",
        lambda: step_clock(round_=table.round, step="resume", by=BY),
    )
    assert took < SECOND_MS + 500, took
    # And back.
    page.unroute("**/api/v1/games/*/live")
    page.wait_for_function(LISTENS)
    took = shown_after(
        page,
        "state.problem?.code === 'device-revoked'",
        lambda: revoke(device_id=Device.objects.get(game__table=table).pk, by=BY),
    )
    assert took < SECOND_MS, took
