"""Players by role and everybody on one page: complete, however many they are, and no word of what
is hidden."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event, Result
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four players, two finished rounds in which each has the other role."""
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 1500, 900, 800, 200)
    finish(table_of(seat_round(event, 2, (4, 3, 2, 1))), 1000, 500, 300, 100)
    return event


def rows(client: Client, path: str) -> dict[str, str]:
    """Rows by the name that heads them, as plain text."""
    answer = client.get(f"/e/open/{path}")
    assert answer.status_code == 200
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", answer.content.decode(), flags=re.S)
    texts = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]
    return {match[0]: text for text in texts if (match := re.search(r"Everybody|Player \d+", text))}


def test_each_player_stands_against_the_average_of_the_role(client: Client, event: Event) -> None:
    found = rows(client, "roles/")
    roles = {
        seat.entry.seed: seat.role for seat in table_of(event.rounds.get(number=1)).seats.all()
    }
    assert [roles[seed] for seed in (1, 2, 3, 4)] == ["competitor", "monopolist"] * 2
    # Competitors had 1500, 800; 1000, 300: 900 on average, and (6 + 3 + 6 + 3) / 4 points.
    assert "$900 4 rounds, points: 18, per round: 4.5" in found["Everybody"]
    assert "$425 4 rounds, points: 12, per round: 3" in found["Everybody"]
    assert "$1,500 +$600 1 round, points: 6, per round: 6 (+1.5)" in found["Player 1"]
    assert "$100 −$325 1 round, points: 2, per round: 2 (−1)" in found["Player 1"]


def test_a_bar_shows_each_difference_and_the_greatest_is_whole(
    client: Client, event: Event
) -> None:
    page = client.get(f"/e/{event.slug}/roles/").content.decode()
    bars = re.findall(r'width="([\d.]+)"[^>]*class="chart-bar-length (\w+)"', page)
    assert {role for _width, role in bars} == {"competitor", "monopolist"}
    assert max(float(width) for width, _role in bars) == 40
    assert page.count('class="chart-bar" aria-hidden="true"') == len(bars)


def test_a_role_that_was_not_played_has_a_dash(client: Client) -> None:
    event = make_event(players=5)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    assert rows(client, "roles/")["Player 5"].endswith("Player 5 – –")


def test_teams_are_shown_with_who_counts_until_places_are_revealed_one_by_one(
    client: Client, event: Event
) -> None:
    assert client.get("/e/open/teams/").status_code == 404
    assert "/e/open/teams/" not in client.get("/e/open/").content.decode()
    for seed, club in enumerate(("North", "South", "South", "<b>"), start=1):
        update_entry(entry=entry(event, seed), club=club, by=BY)
    update_event(event=event, teams="clubs", members_counted=1, by=BY, reason="Forgotten")
    assert "/e/open/teams/" in client.get("/e/open/").content.decode()
    assert client.get("/e/open/p/1/").content.decode().count("<bdi>North</bdi>") == 1
    page = " ".join(re.sub(r"<[^>]+>", " ", text_of(client, "teams/")).split())
    assert "3 South Player 2 points: 7, place 3 Why place 3?" in page
    assert "Members who do not count: Player 3 points: 7, place 3" in page
    assert "&lt;b&gt; Player 4" in page
    assert client.get("/e/open/teams/2/").status_code == 404
    update_event(event=event, frozen_at=timezone.now(), revealed_to=3, by=BY)
    hidden = text_of(client, "teams/")
    assert "Teams are shown when all places are revealed" in hidden
    assert "South" not in hidden


def test_an_event_with_teams_of_its_own_shows_and_filters_by_them(
    client: Client, event: Event
) -> None:
    for seed, team in enumerate(("Reds", "Blues", "reds", ""), start=1):
        update_entry(entry=entry(event, seed), club="Chess Club", team=team, by=BY)
    by_club = text_of(client, "")
    assert by_club.count("<bdi>Chess Club</bdi></small>") == 4
    assert 'data-group="Chess Club"' in by_club
    assert "Reds" not in by_club
    update_event(event=event, teams="names", by=BY, reason="Forgotten")
    page = text_of(client, "")
    assert page.count("<bdi>Reds</bdi></small>") == 2
    assert "Chess Club" not in page
    assert re.findall(r'data-group="(.*?)"', page) == ["Reds", "", "Blues", "Reds"]
    assert re.findall(r"<option>(.*?)</option>", page) == ["Blues", "Reds"]
    assert 'data-field="team"' in page
    assert page.index(">Team standings</a>") < page.index('<table class="standings')


def text_of(client: Client, path: str) -> str:
    text: str = client.get(f"/e/open/{path}").content.decode()
    return text


def test_everybody_is_reached_page_by_page(client: Client) -> None:
    make_event(players=130)
    pages = [rows(client, f"roles/{number}/") for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [51, 51, 31]
    for beyond in (0, 4, 10**30):
        assert client.get(f"/e/open/roles/{beyond}/").status_code == 404
    assert 'href="/e/open/roles/2/"' in client.get("/e/open/roles/").content.decode()
    assert len(rows(client, "players/")) == 130


def test_everybody_is_there_by_name_and_club(client: Client, event: Event) -> None:
    update_entry(entry=entry(event, 1), by=BY, name="Zoé")
    update_entry(entry=entry(event, 3), by=BY, club="Chess Club")
    page = client.get("/e/open/players/").content.decode()
    names = re.findall(r'<th scope="row">\s*<a href="/e/open/p/(\d)/">', page)
    assert names == ["2", "3", "4", "1"]
    assert "<bdi>Chess Club</bdi> (1)" in page


@pytest.mark.parametrize("path", ["roles/", "players/"])
def test_what_is_hidden_is_not_there(client: Client, event: Event, path: str) -> None:
    hour = dt.timedelta(hours=1)
    before = timezone.now() - 2 * hour
    Result.objects.filter(table__round__number=1).update(confirmed_at=before)
    update_entry(entry=entry(event, 2), by=BY, name_display="number", club="Secret Club")
    update_event(event=event, by=BY, frozen_at=before + hour)
    text = client.get(f"/e/open/{path}").content.decode()
    assert "Player 2" not in text
    assert "Secret Club" not in text
    assert "are not shown yet" in text
    if path == "roles/":
        assert "2 rounds, points: 9" in rows(client, path)["Everybody"]  # of the first round only
    update_event(event=event, by=BY, revealed_to=3)
    found = rows(client, path)
    if path == "roles/":
        assert found.keys() == {"Everybody", "Player 3"}
    else:
        assert found == {
            "Player 1": "Player 1 – –",
            "Player 3": "Player 3 3= 7",
            "Player 4": "Player 4 – –",
        }
    update_event(event=event, by=BY, published=False)
    assert client.get(f"/e/open/{path}").status_code == 404
