"""A player's rating after each event: of what counts now, and gone with the page."""

from typing import Any

import pytest
from django.core.cache import cache

from scoring.competition.rating import rate
from tests.present import present
from tests.tournament.making import BY, entry, finish, table_of
from tests.tournament.seasons.making import announced, played, shown
from tournament.careers import curve_worker
from tournament.careers.charts import rating_chart
from tournament.careers.curve import RatingCurve, games_by_event, store_curve, stored_curve
from tournament.careers.selectors import career_at
from tournament.careers.services import end_career, leave_career, show_career
from tournament.common.limited_process import BusyError
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, Round, Season
from tournament.people.services.same_person import link_entries
from tournament.personal.services import erase_entries, person_of
from tournament.seasons import rated_games
from tournament.seasons.rating_process import rate_plain
from tournament.seasons.services import ratings as season_ratings
from tournament.standings.services.reveal import freeze_results

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_stored_yet() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch) -> None:
    """Rate here: `tests/tournament/seasons` looks at the process."""
    monkeypatch.setattr(
        season_ratings,
        "compute_ratings",
        lambda games, seed: rate_plain({"games": rated_games.plain_games(games), "seed": seed}),
    )


@pytest.fixture
def spring() -> Event:
    return played("spring", 90, 40, 30, starts_on="2026-03-01")


@pytest.fixture
def autumn() -> Event:
    return played("autumn", 40, 90, starts_on="2026-09-01")


@pytest.fixture
def ada(spring: Event, autumn: Event) -> list[Entry]:
    """Her entries: first of three in spring, second of two in autumn."""
    return [entry(spring, 1), entry(autumn, 1)]


@pytest.fixture
def address(ada: list[Entry]) -> str:
    return show_career(entries=ada, listed=False, by=BY)


def computed(address: str) -> RatingCurve:
    """The curve of the page, after the worker was there."""
    curve_worker.run_career_rating(present(career_at(address)).over[-1].pk)
    return stored_curve(present(career_at(address)))


def values(curve: RatingCurve) -> dict[str, int]:
    return {each.event.slug: each.rating.value for each in curve.points}


def test_a_rating_follows_each_event_from_its_games_and_those_before(address, ada):
    found = computed(address)
    assert not Season.objects.exists()
    assert [each.event.slug for each in found.points] == ["spring", "autumn"]
    first, second = (each.rating for each in found.points)
    assert (first.games, second.games) == (1, 2)
    assert first.value > 1500
    assert second.value < first.value
    games = [game for each in games_by_event(ada) for game in each.games]
    seed = rated_games.digest_of(games)[:16]
    assert second == rate(games, seed=seed).players["own"]


def test_the_page_and_the_interface_show_them_once_they_are_computed(client, address):
    page, document = f"/player/{address}/", f"/api/v1/public/players/{address}"
    assert "The rating is being computed" in client.get(page).content.decode()
    assert client.get(document).json()["rating_curve"] == []
    found = computed(address)
    shown_page = client.get(page).content.decode()
    assert "The rating is being computed" not in shown_page
    assert "chart-ratings" in shown_page
    for each in found.points:
        assert f"{each.rating.low}–{each.rating.high}" in shown_page
    assert [
        (each["event"], each["rating"]["value"])
        for each in client.get(document).json()["rating_curve"]
    ] == list(values(found).items())


def test_a_page_asks_once_until_it_was_answered(
    client, address, monkeypatch, django_capture_on_commit_callbacks
):
    asked: list[int] = []
    monkeypatch.setattr(curve_worker.run_career_rating, "delay", asked.append)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            client.get(f"/player/{address}/")
    assert len(asked) == 1
    curve_worker.run_career_rating(asked[0])
    with django_capture_on_commit_callbacks(execute=True):
        client.get(f"/player/{address}/")
    assert len(asked) == 1


def test_a_busy_server_tries_again_later(address, monkeypatch):
    later: list[Any] = []

    def busy(*_given: object) -> None:
        raise BusyError

    monkeypatch.setattr(season_ratings, "compute_ratings", busy)
    monkeypatch.setattr(
        curve_worker.run_career_rating, "apply_async", lambda *given, **_more: later.append(given)
    )
    assert computed(address).pending
    assert len(later) == 1


def test_what_is_stored_is_not_computed_again(address, monkeypatch):
    found = computed(address)
    monkeypatch.setattr(season_ratings, "compute_ratings", None)
    assert computed(address) == found


def test_a_hidden_event_counts_no_more(address, ada):
    computed(address)
    update_event(event=ada[0].event, published=False, by=BY)
    assert stored_curve(present(career_at(address))) == RatingCurve(pending=True)
    found = computed(address)
    assert [each.event.slug for each in found.points] == ["autumn"]
    assert found.points[0].rating.games == 1
    update_event(event=ada[1].event, published=False, by=BY)
    assert career_at(address) is None


def test_what_is_frozen_does_not_count(address, ada):
    computed(address)
    freeze_results(event=ada[1].event, by=BY)
    assert list(values(computed(address))) == ["spring"]
    freeze_results(event=ada[0].event, by=BY)
    assert stored_curve(present(career_at(address))) == RatingCurve()


def test_an_event_in_which_the_name_is_shown_otherwise_does_not_count(address, autumn):
    computed(address)
    shown(autumn, 1, "initials")
    assert list(values(computed(address))) == ["spring"]


def test_a_corrected_result_makes_them_outdated(address, spring):
    before = values(computed(address))
    finish(table_of(Round.objects.get(event=spring)), 30, 40, 90)
    announced(spring)
    assert stored_curve(present(career_at(address))).pending
    after = values(computed(address))
    assert after["spring"] < before["spring"]


def test_an_event_without_a_game_of_the_player_is_left_out(ada):
    winter = played("winter", 0, 90, 40, starts_on="2026-12-01")
    watched = entry(winter, 4)
    address = show_career(entries=[*ada, watched], listed=False, by=BY)
    assert list(values(computed(address))) == ["spring", "autumn"]


def test_others_are_one_person_only_where_they_linked_it_themselves(address, ada, spring, autumn):
    def players() -> set[str]:
        games = [game for each in games_by_event(ada) for game in each.games]
        return {seat.player_id for game in games for seat in game.seats}

    assert players() == {"own", "spring/p02", "spring/p03", "autumn/p02"}
    link_entries([entry(spring, 2), entry(autumn, 2)], by=BY, may_link=lambda _: True)
    assert players() == {"own", "spring/p02", "spring/p03"}


def test_too_many_games_have_no_curve(client, address, monkeypatch):
    monkeypatch.setattr(curve_worker, "MAX_GAMES", 1)
    assert computed(address) == RatingCurve()
    assert "chart-ratings" not in client.get(f"/player/{address}/").content.decode()


@pytest.mark.parametrize("how", ["erase", "end"])
def test_nothing_is_left_where_the_page_was(address, ada, how, django_capture_on_commit_callbacks):
    found = present(career_at(address))
    assert computed(address).points
    with django_capture_on_commit_callbacks(execute=True):
        if how == "erase":
            erase_entries(entries=[ada[0]], person=person_of([ada[0]]), by=BY)
        else:
            end_career(entry=ada[0], by=BY)
    assert stored_curve(found).pending
    curve_worker.rate_career(entry=ada[0].pk)
    assert stored_curve(found).pending


def test_a_page_that_is_ended_while_it_is_rated_leaves_nothing(address, ada, monkeypatch):
    found = present(career_at(address))

    def end_first(*given: Any) -> None:
        end_career(entry=ada[0], by=BY)
        store_curve(*given)

    monkeypatch.setattr(curve_worker, "store_curve", end_first)
    curve_worker.rate_career(entry=ada[0].pk)
    assert stored_curve(found).pending


def test_taking_one_event_off_forgets_what_came_of_it(
    address, ada, django_capture_on_commit_callbacks
):
    computed(address)
    with django_capture_on_commit_callbacks(execute=True):
        leave_career(entry=ada[1], by=BY)
    found = stored_curve(present(career_at(address)))
    assert found.pending
    assert list(values(computed(address))) == ["spring"]


def test_one_event_is_no_curve(address, ada):
    update_event(event=ada[0].event, published=False, by=BY)
    assert rating_chart(computed(address).points) is None


def test_the_curve_takes_the_same_queries_for_more_events(ada, address, django_assert_num_queries):
    third = played("winter", 90, 40, starts_on="2026-12-01")
    for entries in (ada, [*ada, entry(third, 1)]):
        show_career(entries=entries, listed=False, by=BY)
        found = present(career_at(address))
        with django_assert_num_queries(2):
            stored_curve(found)
