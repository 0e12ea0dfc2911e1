"""Marks of results that are not official yet, or were corrected after they had been confirmed."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, make_event, result_of, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event, Table
from tournament.results.services.results import record_result
from tournament.rounds.services.clock import step_clock

pytestmark = pytest.mark.django_db
PLACES = ("", "r/1/", "p/1/", "r/1/t/1/")
CORRECTED = '/e/open/verify/#corrections">'


@pytest.fixture
def event() -> Event:
    """Two tables with results, of which the first is marked in the tests."""
    event = make_event(players=4)
    seat_round(event, 1, (1, 2), (3, 4))
    for number in (1, 2):
        record(table_of(event.rounds.get(), number), 40, 30)
    return event


def record(table: Table, *finals: int, source: str = "record") -> None:
    record_result(
        table=table,
        result=result_of(table, *finals),
        source=source,
        correction_reason="Misread",
        by=BY,
    )


def page(path: str) -> str:
    answer = Client().get(f"/e/open/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def marked_rows() -> dict[str, list[str]]:
    """The marks in each row of the standings."""
    rows = re.findall(r'<tr data-player="(p\d+)"(.*?)</tr>', page(""), flags=re.S)
    return {
        code: re.findall(r"(Unofficial|Corrected)(?=</)", row)
        for code, row in rows
        if re.search("Unofficial|Corrected", row)
    }


def test_nothing_is_marked_that_is_as_confirmed(event: Event) -> None:
    for path in (*PLACES, "p/3/"):
        assert "Unofficial" not in page(path)
        assert "Corrected" not in page(path)
        assert "corrected after" not in page(path)


def test_a_corrected_result_is_marked_wherever_it_is_shown(event: Event) -> None:
    record(table_of(event.rounds.get()), 40, 20)
    assert marked_rows() == {"p01": ["Corrected"], "p02": ["Corrected"]}
    for path in PLACES:
        assert CORRECTED in page(path), path
    assert "another record was imported" in page("verify/")
    assert "This result was corrected after it had been confirmed." in page("r/1/t/1/")
    assert "Corrected" not in page("p/3/")
    assert "corrected" not in page("r/1/t/2/")


def test_what_was_confirmed_last_is_marked_while_a_round_is_played(event: Event) -> None:
    second = seat_round(event, 2, (1, 2))
    step_clock(round_=second, step="start", by=BY, reason="")

    def confirmed() -> str:
        return page("").partition('<ul class="confirmed"')[2].partition("</ul>")[0]

    assert "Corrected" not in confirmed()
    record(table_of(event.rounds.get(number=1)), 40, 20)
    assert confirmed().count(CORRECTED) == 1


def test_a_result_under_review_is_not_official(event: Event) -> None:
    table = table_of(event.rounds.get())
    record(table, 10, 50, source="log")
    assert marked_rows() == {"p01": ["Unofficial"], "p02": ["Unofficial"]}
    for path in ("", "r/1/", "p/1/"):
        assert "Unofficial" in page(path), path
    assert "Unofficial" not in page("p/3/")


def test_a_result_entered_by_hand_says_so(event: Event) -> None:
    third = seat_round(event, 2, (1, 2))
    record(table_of(third), 5, 4, source="paper")
    assert "By hand" in page("r/2/")
    assert "By hand" in page("p/1/")
    assert "By hand" not in page("r/1/")
    assert marked_rows() == {}


def test_a_correction_while_frozen_is_told_by_no_mark(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=timezone.now())
    record(table_of(event.rounds.get()), 40, 20)
    assert marked_rows() == {}
    for path in PLACES:
        assert CORRECTED not in page(path), path


def test_rows_beyond_the_first_fifty_are_numbered_on(event: Event) -> None:
    make_event("big", players=60)
    text = Client().get("/e/big/?page=2").content.decode()
    positions = [int(number) for number in re.findall(r'data-position="(\d+)"', text)]
    assert positions == list(range(51, 61))
    assert 'id="standings-beyond"' in text
    assert 'id="standings-beyond"' not in page("")
    assert 'href="/e/big/players/"' in text
