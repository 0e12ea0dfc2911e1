"""Public pages: what has been published, complete, in a fixed number of queries."""

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.calling_off import call_off_event
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import add_entry
from tournament.standings.services.reveal import freeze_results

pytestmark = pytest.mark.django_db

QUARTET = (1, 2, 3, 4)


@pytest.fixture
def event() -> Event:
    """Four players, one finished round, one open."""
    event = make_event(players=4, name="Spring Open", venue="Town Library")
    finish(table_of(seat_round(event, 1, QUARTET)), 1500, 900, 900, 1290)
    seat_round(event, 2, (4, 3, 2, 1))
    return event


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_the_list_of_events_is_empty_and_says_so(client):
    assert "No event has been published yet" in text(client, "/")


def test_the_list_shows_published_events_only(client, event):
    make_event("secret", name="Secret Cup", published=False)
    page = text(client, "/")
    assert '<a href="/e/open/"><bdi>Spring Open</bdi></a>' in page
    assert "Town Library" in page
    assert "Secret Cup" not in page


def test_each_state_of_an_event_has_its_word(client):
    make_event("later")
    assert "To come" in text(client, "/")
    event = make_event("now", players=4, number_of_rounds=1)
    round_ = seat_round(event, 1, QUARTET)
    assert "Being played" in text(client, "/")
    finish(table_of(round_), 4, 3, 2, 1)
    assert "Finished" in text(client, "/")
    freeze_results(event=Event.objects.get(slug="now"), by=BY)
    assert "Prize-giving to come" in text(client, "/")


def test_a_finished_round_whose_results_are_hidden_counts_no_tables(client, event):
    assert "1 of 1 tables finished" in " ".join(text(client, "/e/open/").split())
    freeze_results(event=event, by=BY)
    finish(table_of(event.rounds.get(number=2)), 4, 3, 2, 1)
    for path in ("/e/open/", "/e/open/r/2/"):
        page = " ".join(text(client, path).split())
        assert "0 of 1" not in page
        assert "Later results are not shown yet." in page
        assert ">Open<" not in page


def test_a_round_that_does_not_count_is_struck_through_and_said(client, event):
    update_event(event=event, by=BY, discards=1, reason="Forgotten")
    finish(table_of(event.rounds.get(number=2)), 4, 3, 2, 1)
    page = text(client, "/e/open/")
    assert page.count("<s>(4)</s>") == 2
    assert page.count("does not count:</span>") == 8
    assert "Round 2 does not count: of those that can be left out, none was worth less." in page
    assert "1 round of each player does not count: the worst." in page
    path = text(client, "/e/open/p/1/")
    assert path.count("<s>(2)</s>") == 1
    assert "Does not count" in path
    assert "Points: 6" in path


def test_an_event_shows_standings_with_points_and_reasons(client, event):
    page = text(client, "/e/open/")
    assert page.index("Player 1") < page.index("Player 4") < page.index("Player 2")
    assert "Why place 1?" in page
    assert "Ahead of Player 4 by points, 6 against 4." in page
    assert "$1,500" in page
    # Players 2 and 3 share the third place and its points: (3 + 2) / 2.
    assert page.count('<td role="cell" class="num standings-points">2.5</td>') == 2


def in_order(page, *parts):
    places = [page.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_an_event_begins_with_what_is_so_now(client, event):
    playing = text(client, "/e/open/")
    assert in_order(playing, 'id="playing"', 'id="seat-search"', 'id="standings"', "Edition</dt>")
    finish(table_of(event.rounds.get(number=2)), 4, 3, 2, 1)
    event.rounds.update(status="finished")
    Event.objects.update(closed_at=timezone.now())
    over = text(client, "/e/open/")
    assert in_order(over, 'class="podium"', 'id="standings"', "standings results", "Edition</dt>")
    assert 'id="seat-search"' not in over
    assert 'id="playing"' not in over


def test_an_event_links_rounds_tables_players_and_rules(client, event):
    page = text(client, "/e/open/")
    for address in ("/e/open/r/2/", "/e/open/r/1/t/1/", "/e/open/p/3/", "/e/open/rules/"):
        assert f'href="{address}"' in page


def test_an_event_without_players_or_rounds_says_so(client):
    make_event("empty")
    page = text(client, "/e/empty/")
    assert "Nobody has entered yet" in page
    assert "No round yet" in page


def test_standings_come_fifty_at_a_time(client):
    make_event("big", players=51)
    first, second = text(client, "/e/big/"), text(client, "/e/big/?page=2")
    assert "Page 1 of 2" in first
    assert "Player 51<" not in first
    assert "Player 51<" in second


def test_a_page_of_standings_that_does_not_exist_is_the_nearest(client):
    make_event("big", players=51)
    assert "Page 2 of 2" in text(client, "/e/big/?page=99")
    assert "Page 1 of 2" in text(client, "/e/big/?page=x")


def test_a_round_shows_open_and_finished_tables(client, event):
    finished, running = text(client, "/e/open/r/1/"), text(client, "/e/open/r/2/")
    assert "$1,290" in finished
    assert "3=" in finished
    assert "Open</span>" in running
    assert "$" not in running


def test_a_players_path_lists_every_table_and_the_sum(client, event):
    page = text(client, "/e/open/p/4/")
    assert "Round 1, table 1" in page
    assert "Round 2, table 1" in page
    assert "$1,290" in page
    assert "2 of 4" in page
    assert "Behind Player 1 by points, 4 against 6." in page


def test_a_player_before_the_first_round_has_no_path_yet(client):
    make_event("empty", players=2)
    page = text(client, "/e/empty/p/1/")
    assert "No table yet" in page
    assert "Why place" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/e/nowhere/",
        "/e/secret/",
        "/e/secret/rules/",
        "/e/secret/p/1/",
        "/e/secret/r/1/",
        "/e/secret/r/1/t/1/",
        "/e/open/r/3/",
        "/e/open/r/3/t/1/",
        "/e/open/r/9/",
        "/e/open/r/1/t/9/",
        "/e/open/r/1/draw/",
        "/e/open/p/99/",
        "/e/open/r/1/t/1/record.amr.jsonl",
    ],
)
def test_what_is_not_published_or_not_there_is_not_found(client, event, path):
    hidden = make_event("secret", players=4, published=False)
    seat_round(hidden, 1, QUARTET)
    seat_round(event, 3, QUARTET, publish=False)
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/e/open/", 9),
        ("/e/open/r/1/", 9),
        # With the public state, for the clock of a seat without a result; here it is read anew.
        ("/e/open/p/1/", 11),
        ("/e/open/r/1/t/1/", 9),
    ],
)
def test_the_number_of_queries_does_not_grow(client, event, path, most):
    text(client, "/e/open/rules/")  # publishes
    with CaptureQueriesContext(connection) as few:
        text(client, path)
    finish(table_of(event.rounds.get(number=2)), 1, 2, 3, 4)
    seat_round(event, 3, (2, 1, 4, 3))
    text(client, "/e/open/rules/")
    with CaptureQueriesContext(connection) as many:
        text(client, path)
    assert len(many) == len(few) <= most


def test_only_reading_is_allowed(client, event):
    assert client.head("/e/open/").status_code == 200
    assert client.post("/e/open/").status_code == 405


def test_the_language_is_chosen_without_a_token_and_kept(event):
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/language/", {"language": "fr", "next": "/e/open/"})
    assert answer.status_code == 302
    assert answer["Location"] == "/e/open/"
    assert '<html lang="fr">' in text(client, "/e/open/")


def test_the_language_switch_leads_nowhere_else(event):
    answer = Client().post("/language/", {"language": "fr", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


def test_names_are_escaped_and_isolated(client):
    event = make_event("open", name="<b>Open</b>")
    add_entry(event=event, name="<script>x</script>", seed=1, by=BY)
    page = text(client, "/e/open/")
    assert "<bdi>&lt;script&gt;x&lt;/script&gt;</bdi>" in page
    assert "<b>Open</b>" not in page


def test_an_event_of_several_days_shows_both(client):
    make_event("long", ends_on=dt.date(2026, 5, 17))
    assert '<time datetime="2026-05-17" data-moment="day">' in text(client, "/")


def test_every_page_of_an_event_that_is_called_off_says_so_once(client, event):
    call_off_event(event=event, how="postponed", reason="The hall is flooded.", by=BY)
    said = "This event is postponed. Its page will show the new day."
    for page in (
        "",
        "r/2/",
        "r/1/t/1/",
        "r/2/t/1/",
        "p/1/",
        "roles/",
        "seats/",
        "verify/",
        "embed/",
    ):
        shown = text(client, f"/e/open/{page}")
        assert shown.count(said) == 1, page
        assert "The hall is flooded." in shown
    assert f"{said} The hall is flooded.</p>" in text(client, "/e/open/screen/")
