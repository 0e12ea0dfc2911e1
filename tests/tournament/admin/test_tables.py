"""The form of a table: seats of the event's own players, and a result typed in from paper."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.tournament.admin.test_pages import address, messages_of, seats_form
from tests.tournament.making import entry, finish, make_event, seat_round, table_of
from tournament.models import Entry, Result, Seat, Table
from tournament.people.services.entries import withdraw_entry
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.django_db
ROLES = ("competitor", "monopolist", "competitor")


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("ada"))
    return client


@pytest.fixture
def table() -> Table:
    return table_of(seat_round(make_event(players=4), 1, (1, 2, 3)))


def send(
    client: Client, table: Table, *figures: dict[str, object], query: str = "", reason: str = ""
):
    """Type these figures beside the players, in order of play."""
    event = table.round.event
    rows = [
        (entry(event, seed), role, own)
        for seed, role, own in zip((1, 2, 3), ROLES, figures, strict=True)
    ]
    return client.post(change(table) + query, {**seats_form(table, *rows), "reason": reason})


def change(table: Table) -> str:
    return address("table", table.pk, page="change")


def recorded() -> list[tuple[int, int, bool]]:
    lines = Result.objects.get().seat_results.order_by("seat__order")
    return list(lines.values_list("place", "final", "out"))


def boxes(page: str) -> dict[str, str]:
    """What the boxes of the seats hold."""
    found = re.findall(r"<input[^>]*>", page)
    names = ((re.search(r'name="(seats-\d-\w+)"', box), box) for box in found)
    values = ((name[1], re.search(r'value="([^"]*)"', box)) for name, box in names if name)
    return {name: value[1] if value else "" for name, value in values}


def errors(response) -> list[str]:
    return list(response.context["adminform"].form.non_field_errors())


def test_places_follow_from_the_cash_and_are_shown_on_saving(client, table):
    response = send(client, table, {"final": 50}, {"final": 90}, {"final": 50})
    assert response.status_code == 302
    assert recorded() == [(2, 50, False), (1, 90, False), (2, 50, False)]
    page = client.get(response.url)
    assert "Places: 1. Player 2 (90), 2. Player 1 (50), 2. Player 3 (50)" in messages_of(page)
    assert boxes(client.get(change(table)).content.decode())["seats-2-place"] == "2"


def test_different_places_for_equal_cash_are_refused_and_every_box_keeps_what_was_typed(
    client, table
):
    figures: tuple[dict[str, object], ...] = (
        {"place": 1, "final": 50, "before_retention": 200, "retained": 20, "circuit_income": 30},
        {"place": 2, "final": 50},
        {"place": 3, "final": "", "out": "on"},
    )
    response = send(client, table, *figures)
    assert response.status_code == 200
    assert errors(response) == [
        "Player 2: place 1 follows from the cash. Equal cash shares it unless a ruling decides."
    ]
    assert not Result.objects.exists()
    page = response.content.decode()
    kept = boxes(page)
    for number, own in enumerate(figures):
        for name, value in own.items():
            if name != "out":
                assert kept[f"seats-{number}-{name}"] == str(value), (number, name)
    assert re.search(r'<input[^>]*name="seats-2-out"[^>]*\schecked[\s>]', page)
    assert not re.search(r'<input[^>]*name="seats-1-out"[^>]*\schecked[\s>]', page)


def test_a_figure_that_is_no_number_keeps_the_others_too(client, table):
    response = send(client, table, {"final": "5O"}, {"final": 90}, {"final": 7})
    kept = boxes(response.content.decode())
    assert [kept[f"seats-{n}-final"] for n in range(3)] == ["5O", "90", "7"]


def test_cash_alone_is_corrected_and_the_places_follow(client, table):
    send(client, table, {"final": 50}, {"final": 90}, {"final": 40})
    figures: list[dict[str, object]] = [
        {"place": 2, "final": 95},
        {"place": 1, "final": 90},
        {"place": 3, "final": 40},
    ]
    assert send(client, table, *figures, reason="Misread").status_code == 302
    assert recorded() == [(1, 95, False), (2, 90, False), (3, 40, False)]
    assert Result.objects.get().revision == 2


def test_who_is_out_has_no_cash(client, table):
    response = send(client, table, {"final": 50}, {"final": 90}, {"final": 10, "out": "on"})
    assert errors(response) == ["Player 3 is out of the game, and so has no cash."]
    send(client, table, {"final": 50}, {"final": 90}, {"out": "on"})
    assert recorded() == [(2, 50, False), (1, 90, False), (3, 0, True)]


def options(client: Client, page: str) -> set[str]:
    """Who is offered by the search that the page's boxes ask."""
    (url,) = {url for url in re.findall(r'data-ajax--url="([^"]+)"', page) if "?" in url}
    given = {"app_label": "tournament", "model_name": "seat", "field_name": "entry"}
    path, _mark, query = url.partition("?")
    answer = client.get(path, given | dict(part.split("=") for part in query.split("&")))
    return {item["text"] for item in answer.json()["results"]}


def test_the_seats_offer_the_events_own_players_who_are_there(client, table):
    make_event("autumn", players=3)
    event = table.round.event
    withdraw_entry(entry=entry(event, 4), by="t")
    offered = options(client, client.get(change(table)).content.decode())
    assert offered == {f"Player {n} ({n})" for n in (1, 2, 3)}
    everybody = client.get(
        reverse("admin:autocomplete"),
        {"app_label": "tournament", "model_name": "seat", "field_name": "entry"},
    )
    assert len(everybody.json()["results"]) == Entry.objects.count()


def test_a_new_table_asks_for_its_round_first_and_offers_its_players_then(client, table):
    other = make_event("autumn", players=2)
    found = create_round(event=other, number=1, by="t")
    url = address("table", page="add")
    assert "seats-0-entry" not in client.get(url).content.decode()
    response = client.post(url, {"round": found.pk, "number": 1})
    assert response.status_code == 302
    page = client.get(response.url).content.decode()
    assert options(client, page) == {"Player 1 (1)", "Player 2 (2)"}
    assert 'value="1"' in page


@pytest.mark.parametrize("who", ["of another event", "who dropped out"])
def test_a_player_who_is_not_there_is_not_seated(client, table, who):
    event = table.round.event
    stranger = entry(make_event("autumn", players=1), 1)
    if who == "who dropped out":
        stranger = withdraw_entry(entry=entry(event, 4), by="t")
    rows: list[tuple[Any, str, dict[str, Any]]] = [
        (who, role, {})
        for who, role in zip((stranger, entry(event, 2), entry(event, 3)), ROLES, strict=True)
    ]
    response = client.post(change(table), seats_form(table, *rows))
    assert "This player is not in the event, or dropped out of it." in response.content.decode()
    assert set(Seat.objects.values_list("entry__seed", flat=True)) == {1, 2, 3}


def test_a_player_who_dropped_out_may_stay_seated_while_others_change(client, table):
    event = table.round.event
    withdraw_entry(entry=entry(event, 1), by="t")
    rows: list[tuple[Any, str, dict[str, Any]]] = [
        (entry(event, seed), role, {}) for seed, role in zip((1, 4, 3), ROLES, strict=True)
    ]
    assert client.post(change(table), seats_form(table, *rows)).status_code == 302
    assert list(table.seats.order_by("order").values_list("entry__seed", flat=True)) == [1, 4, 3]


def test_a_form_that_is_refused_shows_the_event_as_typed(client, table):
    finish(table, 3, 2, 1)
    event = table.round.event
    rows = [
        (entry(event, seed), role, {"place": 4 - cash, "final": cash})
        for seed, role, cash in zip((4, 2, 3), ROLES, (3, 2, 1), strict=True)
    ]
    response = client.post(change(table), seats_form(table, *rows))
    assert "has a result" in errors(response)[0]
    assert "Player 4 (4)" in response.content.decode()
