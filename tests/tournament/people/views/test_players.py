"""The organiser's pages of players: the list, adding, correcting, leaving, pairs kept apart."""

import re
import time

import pytest
from django.test import Client

from tests.accounts import signed_in
from tests.skip_links import skip_of
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.draws.problem import problem_of_rounds
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Entry, Event, Membership, RoundAbsence
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.imports import import_players
from tournament.rounds.services.rounds import publish_round

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/players/"
FORM = {"name": "Ada", "email": "", "club": "", "seed": "", "name_display": "full"}


@pytest.fixture
def event() -> Event:
    return make_event(players=4)


@pytest.fixture
def client(event: Event, django_user_model) -> Client:
    """The registrar of the event."""
    person = django_user_model.objects.create_user("rita")
    Membership.objects.create(event=event, person=person, role="registrar")
    return signed_in(person)


def text_of(client: Client, path: str = PAGE) -> str:
    return client.get(path).content.decode()


def of(seed: int) -> Entry:
    return entry(Event.objects.get(slug="open"), seed)


def form_of(found: Entry, **changes: object) -> dict[str, object]:
    return {**FORM, "name": found.name, "seed": found.seed, **changes}


@pytest.mark.parametrize(
    ("search", "names"),
    [("lodz zoe", ["Zoë Łódź"]), ("СОФЬЯ", ["Софья"]), ("nord  b", ["Софья"]), ("p02", ["Софья"])],
)
def test_the_search_knows_no_capitals_and_no_accents(client, event, search, names):
    update_entry(entry=of(1), name="Zoë Łódź", by=BY)
    update_entry(entry=of(2), name="Софья", by=BY)
    update_entry(entry=of(2), club="Nord B", by=BY)
    found = client.get(PAGE, {"search": search}).context["slice"].object_list
    assert [one.name for one in found] == names


def test_the_first_link_skips_to_the_search(client, event):
    page = text_of(client)
    assert skip_of(page) == ("Skip to the search", "search")
    assert re.search(r'<input id="search"', page)


def test_the_team_is_asked_for_where_the_event_has_its_own(client, event):
    update_entry(entry=of(1), team="Red", by=BY)
    client.post(f"{PAGE}{of(1).pk}/", form_of(of(1), team="Blue"))
    assert of(1).team == "Red"
    update_event(event=event, teams="names", by=BY)
    assert "Red" in text_of(client)
    client.post(f"{PAGE}{of(1).pk}/", form_of(of(1), team="Blue"))
    assert of(1).team == "Blue"
    update_entry(entry=of(2), team="Blue", by=BY)
    mates = problem_of_rounds(Event.objects.get(), range(1, 2)).clubs
    assert mates == {"p01": "Blue", "p02": "Blue"}


def test_a_player_is_added_whose_address_nobody_else_of_the_event_has(client, event):
    given = {**FORM, "email": "ada@example.org", "club": "North", "pinned_table": "2"}
    assert "Ada is entered." in client.post(PAGE + "add/", given, follow=True).content.decode()
    ada = of(5)
    assert (ada.club, ada.pinned_table, ada.email) == ("North", 2, "ada@example.org")
    other = make_event("autumn")
    Membership.objects.create(event=other, person=event.memberships.get().person, role="registrar")
    again = {**given, "name": "Bob", "email": "ADA@example.org"}
    page = client.post(PAGE + "add/", again).content.decode()
    assert "Another player has this email address." in page
    client.post("/organise/autumn/players/add/", again)
    assert (entry(other, 1).name, entry(other, 1).email) == ("Bob", "ADA@example.org")
    assert list(Entry.objects.filter(name="Bob")) == [entry(other, 1)]


def test_a_correction_changes_nobody_of_another_event(client, event):
    update_entry(entry=of(1), email="ada@example.org", by=BY)
    other = make_event("autumn")
    add_entry(event=other, name=of(1).name, email=of(1).email, by=BY)
    client.post(f"{PAGE}{of(1).pk}/", form_of(of(1), name="Ada"))
    assert (of(1).name, of(1).email) == ("Ada", "")
    assert (entry(other, 1).name, entry(other, 1).email) == ("Player 1", "ada@example.org")


def test_a_missed_round_is_missed_by_the_draw_and_no_other_is(client, event):
    path = f"{PAGE}{of(3).pk}/"
    assert client.post(path, form_of(of(3), absences=["2"])).status_code == 302
    problem = problem_of_rounds(event, range(1, 2))
    assert not problem.absent
    seat_round(event, 1, (1, 2, 3, 4))
    assert problem_of_rounds(event, range(2, 4)).absent == {2: frozenset({"p03"})}
    assert "misses round 2" in text_of(client)
    client.post(path, form_of(of(3)))
    assert not RoundAbsence.objects.exists()


def test_a_round_that_seats_the_player_is_refused_or_to_be_drawn_again(client, event):
    seat_round(event, 1, (1, 2, 3, 4))
    seat_round(event, 2, (1, 2, 3, 4), publish=False)
    path = f"{PAGE}{of(3).pk}/"
    page = client.post(path, form_of(of(3), absences=["1"])).content.decode()
    assert "The player sits in round 1, which is published" in page
    page = client.post(path, form_of(of(3), absences=["2"]), follow=True).content.decode()
    assert "Draw again: round 2 still seats the player." in page


def test_players_drop_out_rejoin_and_are_taken_off_the_list(client, event):
    path = f"{PAGE}{of(4).pk}/step/"
    dropped = client.post(path, {"step": "drop"}, follow=True).content.decode()
    assert 'value="rejoin"' in dropped
    assert of(4).status == "dropped"
    client.post(path, {"step": "rejoin"})
    assert of(4).status == "active"
    client.post(path, {"step": "remove"})
    assert Entry.objects.filter(event=event, seed=4).count() == 0
    seat_round(event, 1, (1, 2, 3))
    page = client.post(f"{PAGE}{of(3).pk}/step/", {"step": "remove"}, follow=True)
    assert "The player has a seat" in page.content.decode()


def test_who_drops_out_with_a_seat_in_an_open_round_is_shown_the_way(client, event):
    seat_round(event, 1, (1, 2, 3), publish=False)
    told = "Still has a seat: Round 1, table 1."
    assert told not in client.get(f"{PAGE}{of(3).pk}/").content.decode()
    page = client.post(f"{PAGE}{of(3).pk}/step/", {"step": "drop"}, follow=True).content.decode()
    assert told in page
    assert "Change the draw" not in page
    Membership.objects.update(role="organiser")
    page = client.get(f"{PAGE}{of(3).pk}/").content.decode()
    assert 'href="/organise/open/r/1/draw/">Change the draw' in page
    client.post(f"{PAGE}{of(3).pk}/step/", {"step": "rejoin"})
    publish_round(round=event.rounds.get(number=1), by=BY)
    page = client.post(f"{PAGE}{of(3).pk}/step/", {"step": "drop"}, follow=True).content.decode()
    assert told in page
    assert 'href="/organise/open/check-in/late/?round=1"' in page


def test_pairs_are_kept_apart_and_follow_seeds(client, event):
    page = client.post(PAGE + "apart/", {"one": of(1).pk, "other": of(1).pk}).content.decode()
    assert "Choose two different players." in page
    for _twice in range(2):
        client.post(PAGE + "apart/", {"one": of(2).pk, "other": of(1).pk})
    assert Event.objects.get().keep_apart == [["p01", "p02"]]
    update_entry(entry=of(2), seed=9, by=BY)
    assert Event.objects.get().keep_apart == [["p01", "p09"]]
    content = b"name,seed\nPlayer 1,9\nPlayer 2,1\n"
    assert not import_players(event=event, content=content, by=BY).faults
    assert Event.objects.get().keep_apart == [["p09", "p01"]]
    client.post(PAGE + "apart/allow/", {"pair": "p01 p09"})
    assert Event.objects.get().keep_apart == []


def test_who_leaves_the_list_leaves_the_pairs(client, event):
    client.post(PAGE + "apart/", {"one": of(2).pk, "other": of(1).pk})
    client.post(f"{PAGE}{of(2).pk}/step/", {"step": "remove"})
    assert Event.objects.get().keep_apart == []


def test_what_changes_leaves_audit_rows(client, event):
    before = AuditEntry.objects.count()
    client.post(f"{PAGE}{of(3).pk}/", form_of(of(3), absences=["2"], name_display="number"))
    rows = AuditEntry.objects.order_by("pk")[before:]
    assert {(row.kind, row.action, row.by) for row in rows} == {
        ("entry", "update", "rita"),
        ("roundabsence", "create", "rita"),
    }


def test_who_may_only_read_sees_no_button(event, django_user_model):
    person = django_user_model.objects.create_user("reader")
    Membership.objects.create(event=event, person=person, role="reader")
    page = text_of(signed_in(person))
    assert "Player 4" in page
    assert "/players/add/" not in page


@pytest.mark.parametrize("number", [1, 3, 100])
def test_the_list_asks_a_fixed_number_of_queries(
    number, django_user_model, django_assert_num_queries
):
    event = make_event("many", players=number)
    for one in event.entries.all():
        RoundAbsence.objects.create(entry=one, round_number=1)
    person = django_user_model.objects.create_user("reader")
    Membership.objects.create(event=event, person=person, role="reader")
    client = signed_in(person)
    with django_assert_num_queries(13):
        client.get("/organise/many/players/")


def test_five_hundred_players_take_no_time(client, event):
    Membership.objects.create(
        event=make_event("many", players=500),
        person=event.memberships.get().person,
        role="organiser",
    )
    client.get("/organise/many/players/")
    before = time.process_time()
    client.get("/organise/many/players/?search=player&page=3")
    assert time.process_time() - before < 0.3
