"""Seasons in the public interface."""

import pytest

from tests.present import present
from tests.tournament.making import entry
from tests.tournament.seasons.making import played, season_of
from tournament.models import Season
from tournament.seasons.services.joins import join_players
from tournament.seasons.services.ratings import rate_season

pytestmark = pytest.mark.django_db
HERE = "/api/v1/public/seasons"


def test_a_season_is_told_with_results_and_ratings(client):
    one, other = played("a", 40, 30), played("b", 30, 40)
    season = season_of(one, other, best=1, points_by_place=[3, 1])
    keys = [entry(one, 1).pk, entry(other, 1).pk]
    join_players(season=season, entries=keys, by=present(season.owner))
    rate_season(season_pk=season.pk)
    told = client.get(f"{HERE}/league").json()
    assert told["events"] == [
        {"slug": "a", "name": "A", "counts": True},
        {"slug": "b", "name": "B", "counts": True},
    ]
    ada = told["rows"][0]
    assert (ada["player"], ada["name"], ada["rank"], ada["points"]) == ("a/p01", "Ada", 1, "3")
    assert [result["counts"] for result in ada["results"]] == [True, False]
    assert ada["rating"]["games"] == 2
    assert told["ratings"]["games"] == 2
    assert client.get(HERE).json()["items"] == [{"slug": "league", "name": "League"}]


def test_a_hidden_season_is_not_told_of(client):
    season = season_of(played("a", 40, 30))
    Season.objects.filter(pk=season.pk).update(published=False)
    assert client.get(f"{HERE}/league").status_code == 404
    assert client.get(HERE).json()["items"] == []


def test_a_season_without_ratings_says_so(client):
    season_of()
    told = client.get(f"{HERE}/league").json()
    assert (told["rows"], told["ratings"]) == ([], None)
