"""Players who dropped out are marked where they still sit, and results that are under review."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.tournament.making import entry, finish, make_event, result_of, seat_round, table_of
from tournament.models import Event, Round
from tournament.people.services.entries import rejoin_entry, withdraw_entry
from tournament.results.services.results import record_result
from tournament.rounds.services.rounds import unpublish_round

pytestmark = pytest.mark.django_db
MARK = "Dropped out"


@pytest.fixture
def event() -> Event:
    """Two tables of two; Player 1 dropped out after the draw."""
    event = make_event(players=4)
    seat_round(event, 1, (1, 2), (3, 4))
    withdraw_entry(entry=entry(event, 1), by="t")
    return event


def page(client: Client, name: str, *args: object) -> str:
    html = client.get(reverse(name, args=args)).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def organiser() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("olga"))
    return client


@pytest.mark.parametrize(
    ("name", "args", "marks"),
    [
        ("tournament:round", ("open", 1), 1),
        ("referee:table", ("open", 1, 1), 1),
        ("referee:table", ("open", 1, 2), 0),
        ("referee:player", ("open", 2), 1),
        ("referee:player", ("open", 3), 0),
    ],
)
def test_a_leaver_is_marked_where_they_still_sit(
    client: Client, event: Event, name: str, args: tuple[object, ...], marks: int
) -> None:
    assert page(client, name, *args).count(MARK) == marks


def test_the_leavers_own_page_and_the_standings_say_it(client: Client, event: Event) -> None:
    own = page(client, "referee:player", "open", 1)
    assert MARK in own
    assert "Seated before dropping out" in own
    assert "Being played" not in own
    finish(table_of(Round.objects.get(), 1), 2, 1)
    assert MARK in page(client, "tournament:event", "open")


def test_who_played_before_leaving_is_not_marked_at_that_table(
    client: Client, event: Event
) -> None:
    finish(table_of(Round.objects.get(), 1), 2, 1)
    assert MARK not in page(client, "tournament:round", "open", 1)
    assert MARK not in page(client, "referee:table", "open", 1, 1)


@pytest.mark.parametrize(
    ("stage", "way"),
    [
        ("drawn", "Draw again: players who dropped out are not seated."),
        ("published", "or hide the round from the public and draw again"),
        ("begun", "Tables of this round have results"),
    ],
)
def test_the_draw_warns_of_leavers_and_leads_on(event: Event, stage: str, way: str) -> None:
    found = Round.objects.get()
    if stage == "drawn":
        unpublish_round(round=found, by="t")
    if stage == "begun":
        finish(table_of(found, 2), 2, 1)
    client = organiser()
    text = page(client, "tournament:organise-draw", "open", 1)
    assert "Players who dropped out still sit in this round: Table 1 – Player 1" in text
    assert way in text
    html = client.get(reverse("tournament:organise-draw", args=["open", 1])).content.decode()
    address = reverse("tournament:late-arrivals", args=["open"])
    assert (f'href="{address}"' in html) == (stage != "drawn")
    assert 'href="/admin/tournament/table' not in html


def test_the_draw_does_not_warn_once_nobody_is_left_to_go(event: Event) -> None:
    rejoin_entry(entry=entry(event, 1), by="t")
    assert "still sit" not in page(organiser(), "tournament:organise-draw", "open", 1)


def test_a_result_under_review_is_marked_and_counts_meanwhile(client: Client, event: Event) -> None:
    table = table_of(Round.objects.get(), 2)
    finish(table, 20, 10)
    assert "Under review" not in page(client, "tournament:event", "open")
    other = result_of(table, 5, 15)
    record_result(table=table, result=other, source="record", by="t")
    standings = page(client, "tournament:event", "open")
    assert "Under review, and counted as they are until the chief referee has decided: Round 1" in (
        standings
    )
    assert "Unofficial" in page(client, "tournament:round", "open", 1)
    assert "Under review" in page(client, "referee:table", "open", 1, 2)
    assert "20" in page(client, "referee:table", "open", 1, 2)


def test_every_page_says_to_draw_again_before_the_round_is_published(event: Event) -> None:
    unpublish_round(round=Round.objects.get(), by="t")
    told = "Round 1: players who dropped out still have seats. Next: Draw the round again."
    client = organiser()
    pages = [
        ("tournament:organise-event", ("open",), 2),  # what waits, and the line below the name
        ("chief:now", ("open",), 1),
        ("tournament:organise-draw", ("open", 1), 1),
        ("tournament:members", ("open",), 1),
    ]
    assert [page(client, name, *args).count(told) for name, args, _times in pages] == [
        times for _name, _args, times in pages
    ]
    rejoin_entry(entry=entry(event, 1), by="t")
    for name, args, times in pages:
        shown = page(client, name, *args)
        assert shown.count("Round 1: Drawn. Next: Publish the round.") == times
        assert told not in shown


def test_drawing_again_stands_out_while_leavers_have_seats(event: Event) -> None:
    unpublish_round(round=Round.objects.get(), by="t")
    main = re.compile(r'class="button primary"[^>]*>\s*([^<]*\S)\s*<')
    client = organiser()

    def stand_out() -> list[str]:
        addresses = ("tournament:organise-draw", "tournament:organise-round")
        pages = [client.get(reverse(name, args=["open", 1])).content.decode() for name in addresses]
        assert all("publishing/" in page for page in pages)
        return [button for page in pages for button in main.findall(page)]

    assert stand_out() == ["Draw again", "Draw the round again"]
    rejoin_entry(entry=entry(event, 1), by="t")
    assert stand_out() == ["Publish the round", "Publish the round"]
