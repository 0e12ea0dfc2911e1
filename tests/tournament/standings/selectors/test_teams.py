"""Team standings by an event's page: who is in a team, and what of it a reader is told."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, Penalty
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.merging import merge_entries
from tournament.public.selectors.public_state import public_state
from tournament.standings.selectors.pages import event_page
from tournament.standings.selectors.prizes import prizes_of
from tournament.standings.selectors.teams import TeamsView, teams_of
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db
TEAMS = {1: "Red", 2: "Blue", 3: " blue", 4: "RED", 5: ""}


@pytest.fixture
def event() -> Event:
    """One table of five, 10, 8, 6, 4 and 2 points: Red has 14 of them, and so has Blue."""
    event = make_event(players=5, points_by_place=[10, 8, 6, 4, 2], teams="names")
    for seed, team in TEAMS.items():
        update_entry(entry=entry(event, seed), team=team, club="North", by=BY)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4, 5))), 500, 400, 300, 200, 100)
    return event


def found_by(reader: Reader = Reader.PUBLIC) -> TeamsView:
    page = event_page("open", reader)
    assert page is not None
    found = teams_of(page.event, page.standings)
    assert found is not None
    return found


def lines() -> list[tuple[str, int, list[str], list[str]]]:
    return [
        (
            row.name,
            int(row.points),
            [member.player.code for member in row.counting],
            [member.player.code for member in row.others],
        )
        for row in found_by().rows
    ]


def test_a_team_is_one_however_it_is_written_and_says_why_it_stands_there(event: Event) -> None:
    assert lines() == [("Red", 14, ["p01", "p04"], []), ("Blue", 14, ["p02", "p03"], [])]
    red, blue = found_by().rows
    assert red.why == (
        "Ahead of Blue by place of its best member, 1 against 2; level on points and sum of the "
        "places of its members.",
    )
    assert "Behind Red by place of its best member" in blue.why[0]
    update_event(event=event, members_counted=1, by=BY, reason="Forgotten")
    assert lines() == [("Red", 10, ["p01"], ["p04"]), ("Blue", 8, ["p02"], ["p03"])]


def test_the_staff_reads_the_best_team_among_the_prizes(event: Event) -> None:
    update_event(event=event, frozen_at=timezone.now(), revealed_to=3, by=BY)
    page = event_page("open", Reader.STAFF)
    assert page is not None
    (best,) = (prize for prize in prizes_of(page) if prize.title.startswith("Best team"))
    assert (best.title, best.figure) == ("Best team: Red", "14")
    assert [row.player.code for row in best.winners] == ["p01", "p04"]


def test_clubs_can_be_the_teams_and_who_is_a_number_is_in_none(event: Event) -> None:
    update_event(event=event, teams="clubs", by=BY, reason="Forgotten")
    update_entry(entry=entry(event, 2), name_display="number", by=BY)
    everybody: list[tuple[Any, ...]] = [("North", 22, ["p01", "p03", "p04", "p05"], [])]
    assert lines() == everybody
    assert found_by(Reader.STAFF) == found_by()
    assert "team" not in public_state("open", {})["players"]["p02"]


def test_who_is_disqualified_counts_for_no_team(event: Event) -> None:
    given = PenaltyGiven(Penalty.Kind.DISQUALIFIED, "Hit a referee")
    give_penalty(entry=entry(event, 1), given=given, by=BY)
    assert lines() == [("Blue", 14, ["p02", "p03"], []), ("Red", 4, ["p04"], ["p01"])]


def test_the_public_state_tells_what_the_teams_came_to(event: Event) -> None:
    state = public_state("open", {})
    assert state["event"]["teams"] == "names"
    assert [person.get("team") for person in state["players"].values()] == [
        "Red",
        "Blue",
        "Blue",
        "Red",
        None,
    ]
    red = {"position": 1, "rank": 1, "points": "14", "places": 5, "best_place": 1}
    assert state["teams"]["rows"]["Red"] == {**red, "counting": {"1": "p01", "2": "p04"}}
    update_event(event=event, teams="off", by=BY, reason="Forgotten")
    off = public_state("open", {})
    assert "teams" not in off | off["event"]


def test_sums_tell_nothing_of_what_is_frozen_or_revealed_place_by_place(event: Event) -> None:
    update_event(event=event, frozen_at=timezone.now() - dt.timedelta(days=1), by=BY)
    assert [line[1] for line in lines()] == [0, 0]
    assert [row.why for row in found_by().rows] == [(), ()]
    assert [line[0] for line in lines()] == ["Red", "Blue"]
    update_event(event=event, revealed_to=2, by=BY)
    page = event_page("open")
    assert page is not None
    assert teams_of(page.event, page.standings) is None
    assert "teams" not in public_state("open", {})
    assert [row.name for row in found_by(Reader.STAFF).rows] == ["Red", "Blue"]
    update_event(event=event, revealed_to=1, by=BY)
    assert [line[1] for line in lines()] == [14, 14]


def test_merged_entries_keep_the_team_that_one_of_them_has(event: Event) -> None:
    late = add_entry(event=event, name="Player 5", team="Red", by=BY)
    merge_entries(keep=entry(event, 5), other=late, by=BY)
    assert Entry.objects.get(event=event, seed=5).team == "Red"


def test_points_that_make_up_for_a_role_count_for_the_team() -> None:
    event = make_event("roles", players=4, corrects_roles=True, teams="names")
    for seed, team in enumerate(("Red", "Red", "Blue", "Blue"), start=1):
        update_entry(entry=entry(event, seed), team=team, by=BY)
    for number, pairs in enumerate([((1, 2), (3, 4)), ((1, 3), (4, 2))], start=1):
        for table in seat_round(event, number, *pairs).tables.order_by("number"):
            finish(table, 90, 40)
    page = event_page("roles")
    assert page is not None
    found = teams_of(page.event, page.standings)
    assert found is not None
    rows = {row.player.seed: row for row in page.standings.rows}
    assert rows[2].correction == 4
    assert {row.name: row.points for row in found.rows} == {"Red": 24, "Blue": 24}
    assert [row.place for row in found.rows] == ["1=", "1="]
