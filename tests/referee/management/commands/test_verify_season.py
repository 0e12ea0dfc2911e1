"""`manage.py verify_season`: a season follows from its events' results, or it says where not."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.present import present
from tests.tournament.making import entry
from tests.tournament.seasons.making import played, season_of
from tournament.seasons.services.joins import join_players
from tournament.seasons.services.ratings import rate_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(client):
    """A season of two events as the interface tells it."""
    one, other = played("a", 40, 30, 20), played("b", 10, 30, 40)
    season = season_of(one, other, best=1)
    for seed in (1, 2, 3):
        keys = [entry(event, seed).pk for event in (one, other)]
        join_players(season=season, entries=keys, by=present(season.owner))
    rate_season(season_pk=season.pk)
    return client.get("/api/v1/public/seasons/league").json()


def verified(*arguments):
    """Return the command's output and its exit code."""
    out = StringIO()
    try:
        call_command("verify_season", *arguments, stdout=out)
    except SystemExit as ended:
        return out.getvalue(), ended.code
    return out.getvalue(), 0


def test_a_season_follows_from_its_events(told, tmp_path):
    file = tmp_path / "season.json"
    file.write_text(json.dumps(told))
    for arguments in (["league"], ["league", "--json", str(file)]):
        assert verified(*arguments) == (
            "The table and the ratings follow from the results of 2 events.\n",
            0,
        )


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda season: season["rows"][0]["results"][0].update(points="99"), "a/p01"),
        (lambda season: season["rows"][0]["results"][0].update(rank=2), "a/p01"),
        (lambda season: season["rows"][1].update(points="99"), "p0"),
        (lambda season: season["rows"].pop(), "p0"),
        (lambda season: season["rows"][0]["rating"].update(value=9999), "9999"),
        (lambda season: season["ratings"].update(digest="0" * 64), "ratings"),
        (lambda season: season["rows"].append(season["rows"][0]), "league"),
    ],
)
def test_what_does_not_follow_is_named(told, tmp_path, change, where):
    change(told)
    file = tmp_path / "season.json"
    file.write_text(json.dumps(told))
    printed, code = verified("league", "--json", str(file))
    assert code == 1
    assert where in printed


def test_what_is_no_season_is_refused(told, tmp_path):
    file = tmp_path / "season.json"
    file.write_text("{")
    for arguments in (["other"], ["league", "--json", str(file)]):
        with pytest.raises(CommandError):
            call_command("verify_season", *arguments)
