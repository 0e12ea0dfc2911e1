"""The pages of seasons: what everybody sees, and how the organiser makes one."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.accounts import signed_in
from tests.tournament.making import BY, entry
from tests.tournament.seasons.making import organiser, played, season_of
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Season, SeasonEvent
from tournament.personal.services import erase_entries, person_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return User.objects.create_user("olga")


def text(response):
    return response.content.decode()


def test_everybody_sees_a_published_season(client):
    season_of(played("spring", 40, 30, 20, 10))
    assert "League" in text(client.get("/seasons/"))
    page = text(client.get("/seasons/league/"))
    assert "Ada" in page
    assert "Behind Ada by points, 18 against 25." in page
    assert "1 of 1 events counted" in page
    assert client.get("/seasons/league/monopolist/").status_code == 200
    assert client.get("/seasons/league/banker/").status_code == 404


def test_a_hidden_season_is_not_there(client):
    season_of(played("spring", 40, 30), published=False)
    assert client.get("/seasons/league/").status_code == 404
    assert "League" not in text(client.get("/seasons/"))


def test_a_season_without_events_says_what_is_missing(client):
    season_of()
    page = text(client.get("/seasons/league/"))
    assert "No event counts yet" in page
    assert "No event of this season is published yet." in page
    Season.objects.all().delete()
    assert "No season has been published yet" in text(client.get("/seasons/"))


def test_an_organiser_makes_fills_and_publishes_a_season(olga):
    event = played("spring", 40, 30)
    organiser(event)
    client = signed_in(olga)
    client.post("/organise/seasons/", {"name": "Лига"})
    season = Season.objects.get()
    assert (season.slug, season.owner) == ("season", olga)
    here = f"/organise/seasons/{season.slug}/"
    assert "No event yet" in text(client.get(f"{here}events/"))
    client.post(f"{here}events/", {"do": "take in", "event": event.pk})
    assert "Take out" in text(client.get(f"{here}events/"))
    assert client.get("/organise/seasons/").status_code == client.get(here).status_code == 200
    saved = {"name": "Club", "points_from": "places", "points_by_place": "9, 5 2", "best": "1"}
    client.post(here, saved)
    client.post(f"{here}do/", {"do": "publish"})
    season.refresh_from_db()
    assert (season.name, season.points_by_place, season.best) == ("Club", [9, 5, 2], 1)
    assert season.published
    assert "Ada" in text(client.get(f"/seasons/{season.slug}/"))
    client.post(f"{here}events/", {"do": "take out", "event": event.pk})
    assert SeasonEvent.objects.get().left_out
    client.post(f"{here}do/", {"do": "delete"})
    assert not Season.objects.exists()
    done = set(AuditEntry.objects.filter(by="olga").values_list("kind", "action"))
    assert {("season", "create"), ("season", "update"), ("season", "delete")} <= done
    assert {("seasonevent", "create"), ("seasonevent", "update")} <= done


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("points_by_place", "3 x", "Type whole numbers"),
        ("points_by_place", "3 5", "A worse place brings no more points."),
        ("points_by_place", "99999", "from 0 to 10000"),
        ("rule_to", "2026-01-01", "Give both days"),
        ("best", "0", "greater than or equal to 1"),
    ],
)
def test_a_fault_is_told_at_its_field(olga, field, value, said):
    season_of(played("spring", 40, 30))
    given = {"name": "Club", "points_from": "places", "points_by_place": "9 5", field: value}
    page = text(signed_in(olga).post("/organise/seasons/league/", given))
    assert said in page
    assert 'class="field-error"' in page


def test_players_are_joined_and_separated(olga):
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    client, here = signed_in(olga), "/organise/seasons/league/players/"
    page = text(client.get(here))
    assert page.count("Join as one player") == 4
    keys = [entry(one, 1).pk, entry(other, 1).pk]
    client.post(here, {"do": "join", "entry": keys})
    assert season.joins.count() == 1
    page = text(client.get(here))
    assert page.count("Join as one player") == 3
    assert "Separate" in page
    client.post(here, {"do": "separate", "entry": keys[0]})
    assert season.joins.count() == 0
    assert "Cleo" in text(client.get(here, {"name": "CLÉO"}))


def test_names_that_stand_twice_in_one_event_are_not_ticked(olga):
    season_of(played("a", 40, 30, names=["Ada", "Ada"]), played("b", 40, 30, names=["Ada", "Eve"]))
    page = text(signed_in(olga).get("/organise/seasons/league/players/"))
    assert "Tick those who are one person." in page
    assert " checked" not in page


def test_two_of_one_event_are_not_joined(olga):
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    client, here = signed_in(olga), "/organise/seasons/league/players/"
    for keys in (
        [entry(one, 1).pk, entry(one, 2).pk],
        [entry(one, 1).pk],
        [entry(one, 1).pk, entry(played("c", 40, 30), 1).pk],
    ):
        client.post(here, {"do": "join", "entry": keys})
    assert season.joins.count() == 0
    client.post(here, {"do": "join", "entry": [entry(one, 1).pk, entry(other, 1).pk]})
    client.post(here, {"do": "join", "entry": [entry(other, 1).pk, entry(one, 2).pk]})
    assert season.joins.count() == 1


def test_who_may_not_edit_every_event_may_not_change_the_season(olga):
    one, other = played("a", 40, 30), played("b", 40, 30)
    season_of(one, other)
    someone = organiser(one, name="someone")
    client = signed_in(someone)
    assert client.get("/organise/seasons/league/").status_code == 403
    assert client.post("/organise/seasons/league/do/", {"do": "hide"}).status_code == 403
    update_event(event=other, published=False, by=BY)
    assert client.get("/organise/seasons/league/").status_code == 404
    assert signed_in(olga).get("/organise/seasons/league/").status_code == 200


def test_an_event_of_others_is_not_taken_in(olga):
    season = season_of(played("a", 40, 30))
    foreign = played("b", 40, 30)
    given = {"do": "take in", "event": foreign.pk}
    answer = signed_in(olga).post("/organise/seasons/league/events/", given, follow=True)
    assert "Choose one of your events." in text(answer)
    assert season.choices.count() == 1


def test_a_stranger_signs_in_first(client):
    season_of(played("a", 40, 30))
    answer = client.get(reverse("tournament:organise-season", args=["league"]))
    assert answer.status_code == 302


def test_names_that_stand_once_in_each_event_are_joined_at_once(olga):
    one = played("a", 40, 30, names=["Ada", "Ben", "Eve"])
    other = played("b", 40, 30, names=["Ada", "Ben", "Eve", "Eve"])
    season = season_of(one, other)
    here = "/organise/seasons/league/players/"
    signed_in(olga).post(here, {"do": "join all"})
    pairs = {(entry(one, seed).pk, entry(other, seed).pk) for seed in (1, 2)}
    assert set(season.joins.values_list("entry", "other")) == pairs


def test_who_is_separated_leaves_the_others_one_player(olga):
    events = [played(slug, 40, 30) for slug in "abc"]
    season = season_of(*events)
    first, second, third = (entry(event, 1).pk for event in events)
    client, here = signed_in(olga), "/organise/seasons/league/players/"
    client.post(here, {"do": "join", "entry": [first, second, third]})
    client.post(here, {"do": "separate", "entry": first})
    assert list(season.joins.values_list("entry", "other")) == [(second, third)]


def test_erasing_a_person_ends_the_joins(olga):
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    keys = [entry(one, 1).pk, entry(other, 1).pk]
    signed_in(olga).post("/organise/seasons/league/players/", {"do": "join", "entry": keys})
    erased = [entry(one, 1)]
    erase_entries(entries=erased, person=person_of(erased), by=BY)
    assert season.joins.count() == 0


def test_whoever_organises_an_event_takes_it_out_of_anybodys_season(olga):
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    client = signed_in(organiser(one, name="someone"))
    assert "Your events in seasons of others" in text(client.get("/organise/seasons/"))
    leave = reverse("tournament:leave-season", args=["league"])
    assert client.post(leave, {"event": other.pk}).status_code == 403
    client.post(leave, {"event": one.pk, "do": "take in"})
    assert list(season.choices.filter(left_out=False).values_list("event", flat=True)) == [other.pk]


def test_the_organisers_pages_cost_the_same_for_more_events(olga):
    costs: dict[str, list[int]] = {}
    events = [played(slug, 40, 30) for slug in "abcd"]
    season_of(events[0])
    client = signed_in(olga)
    for more in (events[1], events[2:]):
        for page in ("", "events/", "players/"):
            path = f"/organise/seasons/league/{page}"
            with CaptureQueriesContext(connection) as found:
                client.get(path)
            costs.setdefault(path, []).append(len(found))
        for event in more if isinstance(more, list) else [more]:
            organiser(event)
            client.post("/organise/seasons/league/events/", {"do": "take in", "event": event.pk})
    assert all(len(set(counts)) == 1 for counts in costs.values()), costs
