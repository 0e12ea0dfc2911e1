"""A round that was published by mistake and withdrawn: what is drawn anew there stays hidden from
the tablets that had gone on to it already."""

import re

import pytest

from tests.referee.tables import golden, log_events, make_table, next_round, paired
from tests.referee.tablet.api.conftest import Http
from tests.responses import APIClientResponse
from tournament.models import Round, Table
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.services.rounds import plans_of, publish_round, set_seats, unpublish_round

pytestmark = pytest.mark.django_db
LINES = golden("01")


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0])


@pytest.fixture
def early(table: Table) -> Http:
    """A tablet at the table's game in a second round, which was withdrawn and drawn anew."""
    http = Http(paired(table))
    drawn = next_round(table)
    answer = http.ask("post", "/next", {})
    assert answer.status_code == 201
    early = Http(http.tablet)
    early.tablet.game, early.tablet.token = answer.json()["game"], answer.json()["token"]
    early.client.credentials(HTTP_AUTHORIZATION=f"Bearer {early.tablet.token}")
    withdrawn = Round.objects.select_related("event").get(pk=drawn.pk)
    seats = plans_of(withdrawn)[0].seats
    unpublish_round(round=withdrawn, by="test")
    set_seats(round=withdrawn, tables=[TablePlan(1, tuple(reversed(seats)))], by="test")
    return early


def test_the_seats_drawn_anew_are_not_told(early: Http, table: Table) -> None:
    answer = early.ask("get", "")
    assert answer.status_code == 404
    assert "withdrawn" in answer.json()["detail"]
    players = [player["name"] for player in LINES[0]["players"]]
    told = [early.ask("get", "/log"), early.ask("post", "/next", {}), heartbeat(early)]
    for each in [answer, *told]:
        text = each.content.decode()
        assert not any(re.search(rf"\b{name}\b", text) for name in players)


def test_no_start_is_compared_with_them(early: Http) -> None:
    """Else a rogue tablet asks for one order after the other."""
    start = {"type": "start", "header": {**LINES[0], "round": 2}}
    assert early.ask("post", "/events", early.batch(start)).status_code == 404


def test_published_again_they_are_there(early: Http) -> None:
    drawn = Round.objects.select_related("event").get(number=2)
    publish_round(round=drawn, by="test")
    answer = early.ask("get", "")
    assert answer.status_code == 200
    first = answer.json()["header"]["players"][0]
    assert first["name"] == LINES[0]["players"][-1]["name"]


def test_a_game_that_was_begun_goes_on_being_logged(table: Table) -> None:
    """Its seats are in the log already; nothing that was played is turned away."""
    http = Http(paired(table))
    events = log_events(LINES)
    http.send(*events[:2])
    unpublish_round(round=Round.objects.select_related("event").get(number=1), by="test")
    assert http.send(events[2])["results"][0]["verdict"] == "accepted"


def heartbeat(http: Http) -> APIClientResponse:
    """The answer to a sign of life."""
    return http.ask("post", "/heartbeat", {"lease_epoch": 1, "head_seq": 0, "pending": 0})
