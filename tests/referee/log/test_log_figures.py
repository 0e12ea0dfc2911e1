"""How a log was kept: corrections, what was taken back, and events that came late."""

import datetime as dt
from uuid import uuid4

import pytest

from referee.log.log_figures import Row, figures_of

GAME, TABLET, OTHER = uuid4(), uuid4(), uuid4()
NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)
ROLL = '{"type":"roll"}'


def row(at: int, after: int = 0, event: str = ROLL, kind: str = "board", device=TABLET) -> Row:
    """An event `at` seconds after noon by the tablet, which came `after` so many seconds."""
    made = NOON + dt.timedelta(seconds=at)
    text = made.isoformat().replace("+00:00", "Z")
    return Row(GAME, kind, event, text, made + dt.timedelta(seconds=after), device)


def test_events_that_waited_on_the_tablet_are_a_gap() -> None:
    rows = [row(0), row(60, 300), row(120, 240), row(400, 1), row(500, 90)]
    found = figures_of(rows)
    assert (found.late_events, found.gaps, found.longest_gap) == (3, 2, 300)


@pytest.mark.parametrize("wrong", [-7200, 7200])
def test_a_tablets_clock_may_be_wrong(wrong: int) -> None:
    assert figures_of([row(0, wrong), row(60, wrong), row(90, wrong + 5)]).gaps == 0
    assert figures_of([row(0, wrong), row(60, wrong + 61)]).gaps == 1


def test_each_tablet_has_a_clock_of_its_own() -> None:
    rows = [row(0), row(10, 500, device=OTHER), row(20), row(30, 501, device=OTHER)]
    assert figures_of(rows).gaps == 0


def test_times_that_are_none_and_rows_of_the_chief_are_left_out() -> None:
    bad = row(0, 900)._replace(at="yesterday")
    chief = row(0, 900, device=None)
    assert figures_of([bad, chief, row(0)]).late_events == 0
    assert figures_of([]) == (0, 0, 0, 0, 0, 0)


def test_corrections_are_the_tables_or_the_chiefs_and_an_undo_is_none() -> None:
    revise = '{"replacement":[{"type":"undo"}],"type":"revise"}'
    rows = [
        row(0, event=revise),
        row(1, event=revise, kind="chief", device=None),
        row(2, event='{"type":"undo"}'),
        row(3, event='{"text":"x","type":"ruling"}', kind="chief", device=None),
    ]
    found = figures_of(rows)
    assert (found.corrections, found.chief_corrections, found.undos) == (1, 1, 1)
