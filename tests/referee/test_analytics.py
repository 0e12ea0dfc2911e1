"""The page of an event's analytics with a game that a tablet recorded."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.log import log_figures
from referee.log.calls import open_call
from referee.records import game_figures
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.analytics.test_views import member, page_of
from tests.tournament.exports.reading import table
from tournament.analytics import selectors
from tournament.models import Event, EventRole

pytestmark = pytest.mark.django_db
LINES = golden("03")
PLAYERS = [player["id"] for player in LINES[0]["players"]]


@pytest.fixture
def played() -> Event:
    """A table that a tablet played to its confirmed result, and that called the judge."""
    seat = make_table(LINES[0], published=True)
    tablet = paired(seat)
    play(tablet, log_events(LINES))
    confirm(tablet, *PLAYERS)
    open_call(device=tablet.device, call_id=uuid4(), topic="rules")
    return seat.round.event


def test_a_recorded_game_is_counted(played: Event) -> None:
    text = page_of(member(played, EventRole.ORGANISER))
    assert "over the record of 1 game" in text
    for heading in ("Lengths", "Luck with the dice", "Deeds", "Calls to the judge"):
        assert heading in text, heading
    assert "Rules 1 1" in text


def test_only_organisers_open_it(played: Event) -> None:
    for role in (EventRole.CHIEF_REFEREE, EventRole.READER, EventRole.RESULT_DESK):
        assert member(played, role).get("/organise/open/analytics/").status_code == 403
    assert Client().get("/organise/open/analytics/").status_code == 302


def test_what_is_left_is_said_and_counted_next_time(
    played: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = member(played, EventRole.ORGANISER)
    monkeypatch.setattr(selectors, "MOST_AT_ONCE", 0)
    forget()
    assert "2 games and logs are still to be counted." in page_of(client)
    monkeypatch.setattr(selectors, "MOST_AT_ONCE", 1)
    assert "still to be counted" not in page_of(client)


def test_what_was_counted_is_read_no_more(played: Event) -> None:
    client = member(played, EventRole.ORGANISER)
    forget()
    counts = []
    for _first_then_again in range(2):
        with CaptureQueriesContext(connection) as queries:
            page_of(client)
        asked = " ".join(one["sql"] for one in queries)
        counts.append([asked.count('FROM "referee_loggedevent"'), asked.count('record"."text"')])
    assert counts == [[1, 1], [0, 0]]


def test_games_and_deeds_are_downloaded(played: Event) -> None:
    client = member(played, EventRole.ORGANISER)
    (game,) = table(client, "games")
    assert (game["round"], game["table"], game["calls"]) == (1, 1, 1)
    assert game["turns"] > 0 < game["throws"]
    deeds: list[dict[str, Any]] = table(client, "deeds")
    assert deeds
    assert all(row["income_per_owned_turn"] >= 0 for row in deeds)


def forget() -> None:
    """Forget what was counted before."""
    game_figures._kept.clear()
    log_figures._kept.clear()
