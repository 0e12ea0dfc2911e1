"""A player's page over events: who makes it, what it shows, and that ending it ends it at once."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from PIL import Image

from referee import sample_event
from referee.records.importing import RecordFile
from referee.records.services import import_records
from tests.present import present
from tests.tournament.making import BY, enter, entry, make_event
from tests.tournament.seasons.making import announced, played, season_of, shown
from tournament.careers import deeds
from tournament.careers.selectors import career_at
from tournament.careers.services import MAX_ENTRIES, show_career
from tournament.events.services.events import update_event
from tournament.models import (
    AuditEntry,
    CareerEntry,
    Entry,
    Event,
    PlayerReport,
    Season,
    SeasonEvent,
    SeasonRating,
)
from tournament.people.services.imports import import_players
from tournament.people.services.merging import merge_entries
from tournament.people.services.personal_links import MAX_OPEN_REPORTS, renew_link, report
from tournament.people.services.same_person import link_entries
from tournament.personal.services import erase_entries, person_of
from tournament.standings.services.reveal import freeze_results

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _attempts_not_counted_yet() -> None:
    cache.clear()


@pytest.fixture
def spring() -> Event:
    return played("spring", 90, 40, 30, starts_on="2026-03-01")


@pytest.fixture
def autumn() -> Event:
    return played("autumn", 40, 90, starts_on="2026-09-01")


@pytest.fixture
def ada(spring: Event, autumn: Event) -> list[Entry]:
    """Her entries: first of three in spring as competitor, second of two in autumn."""
    return [entry(spring, 1), entry(autumn, 1)]


@pytest.fixture
def address(ada: list[Entry]) -> str:
    return show_career(entries=ada, listed=False, by=BY)


def link_of(whose: Entry) -> str:
    return f"/me/{renew_link(entry=whose, by=BY)}/"


def does(client: Client, link: str, what: str, *others: str, **more: str) -> str:
    """Return the page after one of its buttons."""
    sent = {"do": what, "links": "\n".join(others), **more}
    return client.post(link, sent, follow=True).content.decode()


def gone(client: Client, address: str) -> bool:
    paths = (
        f"/player/{address}/",
        f"/player/{address}/preview.png",
        f"/api/v1/public/players/{address}",
    )
    return {client.get(path).status_code for path in paths} == {404}


def test_the_page_shows_places_points_and_roles_of_each_event(client, ada, address):
    found = present(career_at(address))
    autumn, spring = found.events
    assert [(e.event.slug, present(e.row).rank, e.players) for e in found.events] == [
        ("autumn", 2, 4),
        ("spring", 1, 4),
    ]
    assert (spring.as_competitor, spring.as_monopolist, spring.points_text) == (1, 0, "6")
    assert present(autumn.row).points == 4
    (role,) = found.roles
    assert (role.role, role.games, role.wins, role.points) == ("competitor", 2, 1, Fraction(10))
    page = client.get(f"/player/{address}/").content.decode()
    assert "2 events · 1 of 2 games won" in page
    assert f"/player/{address}/preview.png?lang=en" in page
    assert "2 of 4" in page
    assert "1 of 4" in page


def test_the_player_makes_adds_leaves_and_ends_it_by_personal_links(client, ada):
    one, other = map(link_of, ada)
    third = played("winter", 90, 40, starts_on="2026-12-01")
    assert "Add the personal link of another event." in does(client, one, "career-show")
    assert "This is no personal link." in does(client, one, "career-show", "/me/nothing/")
    assert not CareerEntry.objects.exists()
    page = does(client, one, "career-show", f"http://testserver{other}")
    address = CareerEntry.objects.get(entry=ada[0]).address
    assert f"/player/{address}/" in page
    again = does(client, link_of(entry(third, 1)), "career-show", one)
    assert "The page shows 1 more event. Add its personal link." in again
    link = link_of(entry(third, 1))
    does(client, link, "career-show", one, other)
    assert {row.address for row in CareerEntry.objects.all()} == {address}
    assert len(present(career_at(address)).events) == 3
    does(client, link, "career-leave")
    assert len(present(career_at(address)).events) == 2
    does(client, other, "career-end")
    assert gone(client, address)
    assert not CareerEntry.objects.exists()


def test_search_engines_are_asked_to_leave_it_out_unless_the_player_wants_them(client, ada):
    one, other = map(link_of, ada)
    does(client, one, "career-show", other)
    path = f"/player/{present(CareerEntry.objects.first()).address}/"
    for each in (path, f"{path}preview.png"):
        assert client.get(each)["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="robots"' in client.get(path).content.decode()
    does(client, one, "career-show", other, listed="on")
    assert "X-Robots-Tag" not in client.get(path)
    assert 'name="robots"' not in client.get(path).content.decode()
    does(client, one, "career-unlist")
    assert client.get(path)["X-Robots-Tag"] == "noindex, nofollow"


def test_nobody_keeps_the_page_or_its_picture(client, address):
    for path in (f"/player/{address}/", f"/player/{address}/preview.png?lang=fr"):
        answer = client.get(path)
        assert "no-store" in answer["Cache-Control"]
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_erasing_one_entry_ends_the_page_everywhere(client, ada, address):
    erase_entries(entries=[ada[0]], person=person_of([ada[0]]), by=BY)
    assert gone(client, address)
    assert not CareerEntry.objects.exists()
    assert not AuditEntry.objects.filter(after__address=address).exists()


def test_asking_for_deletion_ends_the_page_before_the_staff_has_read_it(client, ada, address):
    does(client, link_of(ada[1]), "delete")
    assert gone(client, address)


def test_deletion_that_is_refused_leaves_the_page(client, ada, address):
    for number in range(MAX_OPEN_REPORTS):
        report(entry=ada[1], kind=PlayerReport.Kind.PROBLEM, text=f"No {number}")
    assert "The staff has your reports" in does(client, link_of(ada[1]), "delete")
    assert not gone(client, address)


def test_a_page_as_long_as_can_be_is_made_and_changed_by_its_links(client):
    mine = [enter(make_event(f"e{n}"), {1: "Ada"})[0] for n in range(MAX_ENTRIES)]
    first, *others = map(link_of, mine)
    assert "is there" in does(client, first, "career-show", *others)
    assert "is there" in does(client, first, "career-show", *others, listed="on")
    assert CareerEntry.objects.filter(listed=True).count() == MAX_ENTRIES
    assert "at most 20 at once" in does(client, first, "career-show", *others, first)
    assert "at most 20 at once" in does(client, first, "link", *others, "x" * 6000)


def test_an_event_that_is_hidden_is_not_there(client, ada, address):
    update_event(event=ada[0].event, published=False, name="Secret Cup", by=BY)
    assert [each.event.slug for each in present(career_at(address)).events] == ["autumn"]
    mine = client.get(link_of(ada[1])).content.decode()
    assert "Your page over events" in mine
    assert "Secret Cup" not in mine
    update_event(event=ada[1].event, published=False, by=BY)
    assert gone(client, address)


def test_what_is_frozen_or_not_over_tells_no_place(ada, address):
    freeze_results(event=ada[0].event, by=BY)
    found = present(career_at(address))
    assert [each.row is None for each in found.events] == [False, True]
    assert found.roles[0].games == 1


def test_names_that_are_not_shown_alike_are_not_joined(ada, spring, address):
    shown(spring, 1, "initials")
    found = present(career_at(address))
    assert ([each.event.slug for each in found.events], found.name) == (["autumn"], "Ada")
    with pytest.raises(ValidationError, match="not shown alike"):
        show_career(entries=[entry(spring, 1), ada[1]], listed=False, by=BY)
    Entry.objects.update(name_display="number")
    assert career_at(address) is None


def test_two_of_one_event_and_too_many_are_refused(ada, spring):
    with pytest.raises(ValidationError, match="of one event"):
        show_career(entries=[*ada, entry(spring, 2)], listed=False, by=BY)
    events = [make_event(f"e{n}") for n in range(MAX_ENTRIES + 1)]
    many = [enter(event, {1: "Ada"})[0] for event in events]
    with pytest.raises(ValidationError, match="at most 21"):
        show_career(entries=many, listed=False, by=BY)


def test_equal_names_alone_join_nobody(spring, autumn, address):
    assert not CareerEntry.objects.filter(entry__seed=2).exists()
    assert {each.seed for each in present(career_at(address)).events} == {1}


def test_what_is_left_of_a_player_merged_into_another_is_on_no_page(ada, spring, address):
    twice = enter(spring, {9: "Ada Twice"})[0]
    winter = entry(played("winter", 90, 40, starts_on="2026-12-01"), 1)
    other = show_career(entries=[twice, winter], listed=False, by=BY)
    with pytest.raises(ValidationError):
        merge_entries(keep=twice, other=ada[0], by=BY)  # she has played
    merge_entries(keep=ada[0], other=twice, by=BY)
    assert [each.event.slug for each in present(career_at(other)).events] == ["winter"]
    assert [each.event.slug for each in present(career_at(address)).events] == ["autumn", "spring"]


def test_the_audit_log_does_not_tell_the_address(ada, address):
    rows = AuditEntry.objects.filter(kind="careerentry")
    assert rows.count() == 2
    assert not any(address in str((row.before, row.after, row.label)) for row in rows)


def rated(*events: Event, value: int, player: str = "spring/p01", **more: Any) -> Season:
    """A season of these events with stored ratings, of one player."""
    season = season_of(*events, **more)
    rating = {"value": value, "low": value - 50, "high": value + 50, "games": 9, "provisional": 0}
    SeasonRating.objects.create(
        season=season,
        digest="x",
        seed="1",
        games=9,
        ratings={"players": {player: rating}},
        computed_at=timezone.now(),
    )
    Season.objects.filter(pk=season.pk).update(slug=f"rated-{value}")
    return season


def test_ratings_of_published_seasons_are_listed(client, spring, address):
    rated(spring, value=1500)
    rated(spring, value=1580)
    rated(spring, value=1999, published=False)
    page = client.get(f"/player/{address}/").content.decode()
    assert page.index("1450–1550") < page.index("1530–1630")
    assert "1999" not in page


def test_a_rating_is_that_of_the_seasons_player_while_the_season_has_the_event(
    client, spring, autumn, ada, address
):
    winter = played("winter", 90, 40, starts_on="2026-01-01")
    first = entry(winter, 1)
    link_entries([first, ada[0]], by=BY, may_link=lambda _: True)
    season = rated(winter, spring, value=1700, player="winter/p01")
    rated(autumn, value=1300)  # of an event that is not in it
    page = client.get(f"/player/{address}/").content.decode()
    assert "1650–1750" in page
    assert "1250–1350" not in page
    leave_out = SeasonEvent.objects.filter(season=season, event=spring)
    leave_out.update(left_out=True)
    assert "1650–1750" not in client.get(f"/player/{address}/").content.decode()


def test_events_that_a_seasons_rule_takes_have_its_rating(client, spring, address):
    season = rated(spring, value=1700)
    SeasonEvent.objects.all().delete()
    assert "1650–1750" not in client.get(f"/player/{address}/").content.decode()
    Season.objects.filter(pk=season.pk).update(rule_from="2026-03-01", rule_to="2026-03-31")
    assert "1650–1750" in client.get(f"/player/{address}/").content.decode()


def test_the_picture_works_out_neither_deeds_nor_ratings(
    client, spring, address, django_assert_num_queries
):
    rated(spring, value=1700)
    client.get(f"/player/{address}/preview.png")
    with django_assert_num_queries(2):
        client.get(f"/player/{address}/preview.png")


def deeds_at(address: str) -> deeds.FavouriteDeeds:
    """The deeds that the page shows."""
    return deeds.favourite_deeds(present(career_at(address)).over)


def sample_of_one_round() -> Event:
    """The sample event's first round, from its records."""
    event = make_event("sample", number_of_rounds=1, starts_on="2026-05-01")
    folder = Path(sample_event.__file__).parent
    import_players(event=event, content=(folder / "players.csv").read_bytes(), by=BY)
    paths = sorted((folder / "round-1").glob("*.amr.jsonl"))
    files = [RecordFile(path.name, path.read_bytes()) for path in paths]
    import_records(event=event, round_number=1, files=files, reason="", by=BY)
    return announced(event)


def test_favourite_deeds_are_those_held_longest_where_games_have_a_record(
    client, autumn, monkeypatch
):
    event = sample_of_one_round()
    whose = next(each for each in event.entries.all() if each.seats.exists())
    monkeypatch.setattr(deeds, "MOST_GAMES", 0)
    address = show_career(entries=[whose, entry(autumn, 1)], listed=False, by=BY)
    none = deeds_at(address)
    assert (none.deeds, none.games, none.left) == ((), 0, 1)
    monkeypatch.undo()
    found = deeds_at(address)
    assert (found.games, found.left) == (1, 0)
    turns = [deed.turns for deed in found.deeds]
    assert turns == sorted(turns, reverse=True)
    assert all(deed.games == 1 for deed in found.deeds)
    page = client.get(f"/player/{address}/").content.decode()
    assert "Held longest, in 1 game with a record." in page
    assert escape(found.deeds[0].name) in page
    update_event(event=event, published=False, by=BY)
    assert not deeds_at(address).deeds


def test_the_page_takes_the_same_queries_for_more_events(ada, address, django_assert_num_queries):
    career_at(address)
    with django_assert_num_queries(2):
        career_at(address)
    third = played("winter", 90, 40, starts_on="2026-12-01")
    show_career(entries=[*ada, entry(third, 1)], listed=False, by=BY)
    career_at(address)
    with django_assert_num_queries(2):
        career_at(address)
