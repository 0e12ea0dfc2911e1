"""Ratings of a season: computed when other games count, stored with seed and digest."""

import pytest
from django.utils import timezone

from scoring.competition.rating import rate
from tests.tournament.making import BY, entry, finish, table_of
from tests.tournament.seasons.making import announced, played, season_of
from tournament.events.services.events import update_event
from tournament.models import Round, SeasonRating
from tournament.seasons.rated_games import digest_of, plain_games
from tournament.seasons.rating_process import rate_plain
from tournament.seasons.selectors.tables import season_table
from tournament.seasons.services import ratings as services
from tournament.seasons.services.joins import join_players

pytestmark = pytest.mark.django_db


def requested(monkeypatch) -> list[int]:
    """The seasons that are asked to be rated from now on, by key."""
    found: list[int] = []
    monkeypatch.setattr(services.run_season_rating, "delay", found.append)
    return found


def test_ratings_are_those_of_the_games_and_can_be_computed_again():
    season = season_of(played("spring", 40, 30, 20, 10))
    services.rate_season(season_pk=season.pk)
    table = season_table(season)
    again = rate(table.games, seed=table.ratings.seed)
    assert table.ratings.players == dict(again.players)
    assert (table.ratings.digest, table.ratings.stale) == (digest_of(table.games), False)
    rating = table.lines[0].rating
    assert rating is not None
    assert rating.provisional
    assert rating.low < rating.value < rating.high


def test_a_game_that_was_corrected_makes_them_stale_until_they_are_computed_again():
    event = played("spring", 40, 30)
    season = season_of(event)
    services.rate_season(season_pk=season.pk)
    finish(table_of(Round.objects.get(event=event)), 30, 40)
    announced(event)
    assert season_table(season).ratings.stale
    services.rate_season(season_pk=season.pk)
    table = season_table(season)
    assert not table.ratings.stale
    assert [line.name for line in table.lines] == ["Ben", "Ada"]
    assert SeasonRating.objects.count() == 1


def test_the_same_games_are_not_rated_again():
    season = season_of(played("spring", 40, 30))
    services.rate_season(season_pk=season.pk)
    SeasonRating.objects.update(seed="kept")
    services.rate_season(season_pk=season.pk)
    assert SeasonRating.objects.get().seed == "kept"


def test_who_is_one_person_changes_ratings():
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    services.rate_season(season_pk=season.pk)
    keys = [entry(one, 1).pk, entry(other, 1).pk]
    join_players(season=season, entries=keys, by=BY)
    assert season_table(season).ratings.stale
    services.rate_season(season_pk=season.pk)
    assert season_table(season).ratings.players["a/p01"].games == 2


def test_without_games_none_are_stored():
    event = played("spring", 40, 30)
    season = season_of(event)
    services.rate_season(season_pk=season.pk)
    update_event(event=event, published=False, by=BY)
    announced(event)
    services.rate_season(season_pk=season.pk)
    assert not SeasonRating.objects.exists()


def test_too_many_games_are_told_of(monkeypatch):
    monkeypatch.setattr(services, "MAX_GAMES", 0)
    season = season_of(played("spring", 40, 30))
    services.rate_season(season_pk=season.pk)
    assert season_table(season).ratings.failed


def test_a_season_that_is_gone_is_not_rated():
    services.rate_season(season_pk=0)
    assert not SeasonRating.objects.exists()


def test_a_result_that_changes_asks_for_ratings(monkeypatch, django_capture_on_commit_callbacks):
    event = played("spring", 40, 30)
    season = season_of(event)
    found = requested(monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        finish(table_of(Round.objects.get(event=event)), 30, 40)
        announced(event)
    assert found == [season.pk]


def test_an_event_that_is_not_over_asks_for_none(monkeypatch, django_capture_on_commit_callbacks):
    event = played("spring", 40, 30)
    season_of(event)
    update_event(event=event, number_of_rounds=2, frozen_at=timezone.now(), by=BY)
    announced(event)
    found = requested(monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        update_event(event=event, venue="Elsewhere", by=BY)
        announced(event)
    assert found == []


def test_the_process_rates_as_the_library_does():
    season = season_of(played("spring", 40, 30, 20, 10))
    games = season_table(season).games
    here = rate_plain({"games": plain_games(games), "seed": "x"})
    assert services.compute_ratings(games, "x") == here
