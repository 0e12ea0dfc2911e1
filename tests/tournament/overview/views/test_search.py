"""The search of the console: pages, players and tables that the searcher may open."""

import html

import pytest
from django.test import Client

from tests.accounts import signed_in, staff
from tests.tournament.making import make_event, seat_round
from tournament.access import Action
from tournament.events.settings.steps import labelled_places
from tournament.models import Entry, Event

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/search/"
RIGHTS = (Action.ORGANISE, Action.SEE_EVENT, Action.SEE_PLAYERS)


@pytest.fixture
def event() -> Event:
    event = make_event(players=4, published=False)
    Entry.objects.filter(event=event, seed=1).update(name="Élodie Иванова")
    seat_round(event, 1, (1, 2), (3, 4))
    return event


def found(client: Client, sought: str) -> list[tuple[str, str]]:
    return [(hit.kind, hit.name) for hit in client.get(PAGE, {"q": sought}).context["hits"]]


@pytest.mark.parametrize("sought", ["elodie", "ИВАНОВА", "p01"])
def test_capitals_and_accents_do_not_matter(event: Event, sought: str) -> None:
    client = signed_in(staff("olga", *RIGHTS, Action.EDIT_PLAYERS))
    assert found(client, sought) == [
        ("Player", "Élodie Иванова (1)"),
        ("Table", "Round 1, table 1"),
    ]


def test_a_single_hit_is_opened_at_once_where_the_searcher_may_go(event: Event) -> None:
    for user, rights in (("rita", RIGHTS), ("olga", (*RIGHTS, Action.EDIT_PLAYERS))):
        client = signed_in(staff(user, *rights))
        answer = client.get(PAGE, {"q": "Check"}, follow=True)
        assert answer.redirect_chain == [("/organise/open/check-in/", 302)]
        for hit in client.get(PAGE, {"q": "Élodie"}).context["hits"]:
            assert client.get(hit.url).status_code == 200, hit


def test_nothing_is_found_that_one_may_not_see(event: Event) -> None:
    client = signed_in(staff("sam", Action.SEE_EVENT, Action.SEE_RESULTS))
    assert found(client, "Élodie") == []
    assert "Nothing found" in client.get(PAGE, {"q": "Settings"}).content.decode()


@pytest.mark.parametrize(("sought", "label", "place"), [
    ("tie-break", "Tie-breaks", "scoring/#id_tie_breaks_setting"),
    ("rulings", "Rulings where the book leaves something open", "game/#folded"),
    ("rounding", "Rounding of percentages", "game/#id_ruling_rounding_setting"),
    ("MOST PLAYERS", "Most players", "registration/#id_registration_limit_setting"),
    ("while games run", "What is shown while games run", "shown/"),
])  # fmt: skip
def test_a_setting_is_found_by_its_label(event: Event, sought: str, label: str, place: str) -> None:
    client = signed_in(staff("olga", *RIGHTS, Action.EDIT_EVENT))
    answer = client.get(PAGE, {"q": sought}, follow=True)
    address = f"/organise/open/settings/{place}"
    assert answer.redirect_chain == [(address, 302)]
    text = html.unescape(answer.content.decode())
    assert label in text
    fragment = place.partition("#")[2]
    assert not fragment or f'id="{fragment}"' in text


def test_a_setting_is_found_in_the_searchers_language(event: Event) -> None:
    client = signed_in(staff("olga", *RIGHTS, Action.EDIT_EVENT))
    client.cookies["django_language"] = "fr"
    answer = client.get(PAGE, {"q": "départages"})
    assert answer["Location"] == "/organise/open/settings/scoring/#id_tie_breaks_setting"


def test_settings_are_found_by_those_only_who_may_change_them(event: Event) -> None:
    client = signed_in(staff("rita", *RIGHTS))
    assert found(client, "tie-break") == []


def test_every_place_of_a_setting_is_on_its_page(event: Event) -> None:
    client = signed_in(staff("olga", *RIGHTS, Action.EDIT_EVENT))
    for label, code, fragment in labelled_places():
        page = client.get(f"/organise/open/settings/{code}/").content.decode()
        assert label in html.unescape(page)
        assert not fragment or page.count(f'id="{fragment[1:]}"') == 1, fragment
