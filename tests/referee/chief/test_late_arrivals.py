"""Who comes, goes or takes over once a round is published; a game in progress is never touched."""

import datetime as dt
import re

import pytest
from django.test import Client

from referee.log.table_setup import setup_of
from referee.models import GameLog
from tests.accounts import signed_in
from tests.referee.log.test_append import send
from tests.referee.tables import paired
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.models import AuditEntry, Event, Membership, Round
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import rejoin_entry, withdraw_entry
from tournament.rounds.services.rounds import unpublish_round

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/check-in/late/"
SEAT = PAGE + "seat/"


@pytest.fixture
def event() -> Event:
    """Nine players of a size that leaves tables of 3 and of 4, and two without a seat."""
    today = dt.datetime.now(dt.UTC).date()
    event = make_event(players=9, table_sizes=[4, 3], starts_on=today)
    seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7))
    return event


@pytest.fixture
def client(event: Event, django_user_model) -> Client:
    person = django_user_model.objects.create_user("rita")
    Membership.objects.create(event=event, person=person, role="registrar")
    return signed_in(person)


def act(client: Client, does: str, player: int, **more: object) -> str:
    event = Event.objects.get(slug="open")
    given = {"do": does, "round": 1, "player": entry(event, player).pk, **more}
    if "other" in more:
        given["other"] = entry(event, int(str(more["other"]))).pk
    return client.post(SEAT, given, follow=True).content.decode()


def seats(number: int = 1) -> dict[int, list[tuple[int, str]]]:
    """By table, seed and role in order of play."""
    found: dict[int, list[tuple[int, str]]] = {}
    for seat in Round.objects.get(number=number).seats.order_by("table__number", "order"):
        found.setdefault(seat.table.number, []).append((seat.entry.seed, seat.role))
    return found


def begin(number: int) -> None:
    """Log something at a table."""
    table = table_of(Round.objects.get(number=1), number)
    tablet = paired(table)
    header = setup_of(GameLog.objects.get(pk=tablet.game)).header
    send(tablet, *tablet.made_of({"type": "start", "header": header}))


def test_who_comes_late_is_offered_a_table_of_three_in_the_fitting_role(client, event):
    check_in(entry=entry(event, 9), by=BY)
    page = client.get(PAGE).content.decode()
    assert re.findall(r'check-in-name">Player (\d)', page) == ["9", "8"]
    page = client.get(PAGE, {"player": entry(event, 9).pk}).content.decode()
    assert re.findall(r"Seat at table (\d)", page) == ["2"]
    assert "Has met none of them before." in page
    assert "Player 9 sits at table 2 now." in act(client, "seat", 9, table=2)
    assert seats()[2] == [
        (5, "competitor"),
        (6, "monopolist"),
        (7, "competitor"),
        (9, "monopolist"),
    ]
    assert AuditEntry.objects.filter(action="seat", by="rita").count() == 1


def test_a_table_with_fewer_rematches_comes_first(client):
    event = Event.objects.get()
    seat_round(event, 2, (1, 2, 9), (3, 4, 5), (6, 7, 8))
    seat_round(event, 3, (1, 2, 3), (6, 7, 8), (4, 5))
    page = client.get(PAGE, {"player": entry(event, 9).pk}).content.decode()
    assert re.findall(r"Seat at table (\d)", page)[0] == "2"
    assert "Has met 2 of them before." in page


def test_there_is_no_seat_where_the_game_has_begun(client, event):
    begin(2)
    page = client.get(PAGE, {"player": entry(event, 9).pk}).content.decode()
    assert "There is no seat for one more" in page
    assert "There is no seat at table 2 any more" in act(client, "seat", 9, table=2)
    before = seats()
    assert "The game at table 2 has begun" in act(client, "replace", 5, other=9)
    assert "The game at table 2 has begun" in act(client, "away", 5)
    assert seats() == before


def test_a_table_with_a_result_stays_as_it_is(client, event):
    finish(table_of(Round.objects.get(number=1), 2), 3, 2, 1)
    assert "There is no seat at table 2 any more" in act(client, "seat", 9, table=2)
    assert "has begun" in act(client, "away", 5)


def test_another_takes_over_a_seat(client, event):
    assert "Player 9 has taken the seat of Player 6." in act(client, "replace", 6, other=9)
    assert entry(event, 9).checked_in_at is not None
    assert seats()[2] == [(5, "competitor"), (9, "monopolist"), (7, "competitor")]
    assert "The player has a seat in this round." in act(client, "replace", 5, other=9)
    assert "The player has no seat in this round." in act(client, "away", 6)


def test_a_seat_is_left_out_and_the_roles_stay_even(client, event):
    assert "has no seat in this round any more" in act(client, "away", 6)
    assert seats()[2] == [(5, "competitor"), (7, "monopolist")]
    assert "a table has 2 to 6" in act(client, "away", 5)
    assert seats()[2] == [(5, "competitor"), (7, "monopolist")]


def test_who_dropped_out_rejoins_first(client, event):
    withdraw_entry(entry=entry(event, 9), by=BY)
    assert "The player dropped out: rejoin first." in act(client, "seat", 9, table=2)
    assert "Player 9" not in client.get(PAGE).content.decode()
    rejoin_entry(entry=entry(event, 9), by=BY)
    assert "sits at table 2 now" in act(client, "seat", 9, table=2)


def test_seats_nobody_may_see_yet_are_neither_shown_nor_changed(client, event):
    unpublish_round(round=Round.objects.get(number=1), by=BY)
    assert "No round is on" in client.get(PAGE).content.decode()
    act(client, "seat", 9, table=2)
    assert 9 not in [seed for table in seats().values() for seed, _role in table]
    before = seats()
    act(client, "away", 5)
    act(client, "replace", 5, other=9)
    assert seats() == before


def test_nobody_of_another_event_is_seated(client, event):
    stranger = entry(make_event("spring", players=1), 1)
    given = {"do": "seat", "round": 1, "player": stranger.pk, "table": 2}
    assert client.post(SEAT, given).status_code == 404
    assert client.post(SEAT, {**given, "round": 7}).status_code == 404


def test_each_open_round_has_its_own_page(client, event):
    seat_round(event, 2, (1, 2, 3), (4, 5, 6), (8, 9))
    page = client.get(PAGE).content.decode()
    assert re.findall(r'check-in-name">Player (\d)', page) == ["7"]
    assert 'href="?round=1"' in page
    page = client.get(PAGE, {"round": 1}).content.decode()
    assert re.findall(r'check-in-name">Player (\d)', page) == ["8", "9"]
    assert 'href="?round=2"' in page
    answer = client.post(SEAT, {"do": "seat", "round": 1, "player": entry(event, 9).pk, "table": 2})
    assert answer["Location"] == f"{PAGE}?round=1"


def test_what_to_do_about_who_leaves_a_game_is_told_once_one_has_begun(client, event):
    told = "Somebody leaves a game that has begun"
    assert told not in client.get(PAGE).content.decode()
    begin(2)
    assert told in client.get(PAGE).content.decode()
