"""A season's table: points, what is dropped, who is one person, and what stays hidden."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.tournament.making import BY, entry, make_event
from tests.tournament.seasons.making import NAMES, announced, organiser, played, season_of, shown
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.same_person import link_entries
from tournament.seasons.selectors.tables import season_table
from tournament.seasons.services.joins import join_players

pytestmark = pytest.mark.django_db


def join(season, *entries):
    """Join entries as one player."""
    join_players(season=season, entries=[each.pk for each in entries], by=season.owner)


def points(season, role=""):
    """Each player's name and points, in order."""
    return [(line.name, str(line.row.points)) for line in season_table(season, role).lines]


def joined_by_name(season, *events):
    """Join the players of equal names."""
    for seed in range(1, len(NAMES) + 1):
        join(season, *(entry(event, seed) for event in events))


def test_the_place_in_each_event_brings_points():
    season = season_of(played("spring", 40, 30, 20, 10), points_by_place=[10, 6, 2])
    assert points(season) == [("Ada", "10"), ("Ben", "6"), ("Cleo", "2"), ("Dan", "0")]


def test_players_who_share_a_place_share_its_points():
    season = season_of(played("spring", 30, 30, 20, 10), points_by_place=[10, 5])
    assert points(season)[:2] == [("Ada", "15/2"), ("Ben", "15/2")]
    assert season_table(season).lines[0].place == "1="


def test_the_points_of_the_event_count_table_by_table():
    season = season_of(played("spring", 40, 30, 20, 10), points_from="tables")
    assert points(season) == [("Ada", "6"), ("Ben", "4"), ("Cleo", "3"), ("Dan", "2")]


def test_a_role_counts_the_tables_played_in_it():
    season = season_of(played("spring", 40, 30, 20, 10))
    assert points(season, "monopolist") == [("Ben", "4"), ("Dan", "2")]


def test_the_best_events_count_and_the_others_are_dropped():
    events = [played("a", 40, 30, 20, 10), played("b", 10, 20, 30, 40), played("c", 20, 10, 40, 30)]
    season = season_of(*events, best=2, points_by_place=[4, 3, 2, 1])
    joined_by_name(season, *events)
    table = season_table(season)
    assert [(line.place, line.name, line.points_text) for line in table.lines] == [
        ("1=", "Cleo", "7"),
        ("1=", "Dan", "7"),
        ("3", "Ada", "6"),
        ("4", "Ben", "5"),
    ]
    ada = next(line for line in table.lines if line.name == "Ada")
    assert [cell and cell.counts for cell in ada.cells] == [True, False, True]
    assert ada.why == (
        "Behind Dan by points, 6 against 7.",
        "Ahead of Ben by points, 6 against 5.",
    )


def test_equal_names_are_two_players_until_somebody_says_otherwise():
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    assert [line.name for line in season_table(season).lines] == ["Ada", "Ada", "Ben", "Ben"]
    join(season, entry(one, 1), entry(other, 1))
    lines = season_table(season).lines
    assert [line.name for line in lines].count("Ada") == 1
    assert lines[0].id == "a/p01"


def test_a_link_that_persons_made_counts_by_itself():
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    link_entries([entry(one, 1), entry(other, 2)], by=BY, may_link=lambda _entry: True)
    found = {line.id: len(line.played) for line in season_table(season).lines}
    assert found == {"a/p01": 2, "a/p02": 1, "b/p01": 1}


def test_a_name_shown_otherwise_is_not_joined():
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    join(season, entry(one, 1), entry(other, 1))
    shown(other, 1, "initials")
    assert sorted(line.name for line in season_table(season).lines) == ["A.", "Ada", "Ben", "Ben"]
    shown(one, 1, "number")
    assert "Ada" not in {line.name for line in season_table(season).lines}


def test_only_events_that_are_over_and_shown_count():
    running = make_event("running", players=4)
    hidden = played("hidden", 40, 30)
    frozen = played("frozen", 40, 30)
    season = season_of(announced(running), hidden, frozen)
    update_event(event=hidden, published=False, by=BY)
    Event.objects.filter(pk=frozen.pk).update(frozen_at=timezone.now())
    table = season_table(season)
    assert [event.slug for event in table.events] == ["frozen", "running"]
    assert (table.counting, table.lines) == ([], ())


def test_an_event_hidden_this_moment_is_not_told_of_although_no_version_says_so():
    event = played("spring", 40, 30)
    season = season_of(event)
    assert season_table(season).lines
    Event.objects.filter(pk=event.pk).update(published=False)
    assert season_table(season).events == ()


def test_the_rule_takes_the_owners_events_of_its_days():
    inside = played("inside", 40, 30, starts_on=dt.date(2026, 3, 1))
    late = played("late", 40, 30, starts_on=dt.date(2027, 3, 1))
    foreign = played("foreign", 40, 30, starts_on=dt.date(2026, 3, 1))
    organiser(inside, late)
    organiser(foreign, name="someone")
    season = season_of(rule_from=dt.date(2026, 1, 1), rule_to=dt.date(2026, 12, 31))
    assert [event.slug for event in season_table(season).events] == ["inside"]


def test_a_table_costs_the_same_for_any_number_of_events(django_assert_num_queries):
    season = season_of(*(played(f"e{number}", 40, 30) for number in range(5)))
    season_table(season)
    with django_assert_num_queries(6):
        season_table(season)


def test_a_table_is_made_once_while_nothing_changes():
    one, other = played("a", 40, 30), played("b", 40, 30)
    season = season_of(one, other)
    before = season_table(season)
    assert season_table(season) is before
    assert season_table(season, "monopolist") is not before
    join(season, entry(one, 1), entry(other, 1))
    assert len(season_table(season).lines) == 3
    season.best = 1
    assert {len(line.row.counted) for line in season_table(season).lines} == {1}
