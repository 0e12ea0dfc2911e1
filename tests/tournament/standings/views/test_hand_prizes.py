"""Prizes given by hand: noted on the page for the prize-giving, printed, and deleted again."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tests.tournament.prints.reading import read_pdf, text_of
from tournament.common.names import ERASED
from tournament.models import AuditEntry, Event, EventRole, HandPrize, Membership
from tournament.people.services.merging import merge_entries
from tournament.personal.selectors.data import data_of
from tournament.personal.services import erase_entries, person_of
from tournament.standings.services import hand_prizes as services

pytestmark = pytest.mark.django_db
HERE = "/organise/open/reveal/"
PRINTS = "/organise/open/print/"


@pytest.fixture
def event() -> Event:
    event = make_event(players=5, table_sizes=[4])
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 400, 300, 200, 100)
    return event


@pytest.fixture
def olga(event: Event) -> Client:
    person = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    return signed_in(person)


def give(client: Client, **typed: str) -> Any:
    return client.post(f"{HERE}prize/", {"title": "Fair play", **typed}, follow=True)


def shown(answer: Any) -> str:
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


def test_a_player_or_a_guest_gets_a_prize_which_is_deleted_again(olga: Client) -> None:
    give(olga, player="3", note="Lent the dice")
    page = shown(give(olga, title="Best cake", name="Aunt Ida"))
    assert "Noted: Best cake." in page
    assert "Fair play Lent the dice Player 3 Delete" in page
    assert "Best cake Aunt Ida Delete" in page
    first = HandPrize.objects.get(title="Fair play")
    for _press in range(2):
        page = shown(olga.post(f"{HERE}prize/delete/", {"prize": str(first.pk)}, follow=True))
    assert [prize.winner for prize in HandPrize.objects.all()] == ["Aunt Ida"]
    rows = AuditEntry.objects.filter(kind="handprize").values_list("action", "by")
    assert sorted(rows) == [("create", "olga"), ("create", "olga"), ("delete", "olga")]


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({}, "Choose a player, or type the name of somebody else."),
        ({"player": "3", "name": "Ann"}, "Choose a player, or type the name of somebody else."),
        ({"title": "", "player": "3"}, "This field is required."),
        ({"title": "x" * 81, "player": "3"}, "at most 80 characters"),
        ({"player": "99"}, "Select a valid choice."),
        ({"name": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_each_fault_is_said_on_the_page(olga: Client, typed: dict[str, str], fault: str) -> None:
    page = give(olga, **typed)
    assert page.status_code == 200
    assert fault in shown(page)
    assert not HandPrize.objects.exists()


def test_there_is_an_end_to_it(event: Event, olga: Client) -> None:
    HandPrize.objects.bulk_create(
        HandPrize(event=event, title="Cup", name="Ann") for _each in range(services.MAX_HAND_PRIZES)
    )
    assert "at most 100 prizes by hand" in shown(give(olga, name="Ann"))


def test_a_prize_of_another_event_is_not_deleted_here(event: Event, olga: Client) -> None:
    other = services.give_hand_prize(event=make_event("other"), title="Cup", name="Ann", by=BY)
    olga.post(f"{HERE}prize/delete/", {"prize": str(other.pk)})
    olga.post(f"{HERE}prize/delete/", {"prize": "x"})
    assert HandPrize.objects.exists()


def test_they_are_printed_in_the_list_and_as_certificates(event: Event, olga: Client) -> None:
    before = len(read_pdf(olga.get(f"{PRINTS}prize-certificates.pdf").content).pages)
    give(olga, player="3", note="Lent the dice")
    give(olga, title='Best *cake* #read("x")', name="Константин")
    text = text_of(olga.get(f"{PRINTS}prizes.pdf").content)
    for part in ("Fair play", "Lent the dice", "Player 3", 'Best *cake* #read("x")', "Константин"):
        assert part in text
    pages = read_pdf(olga.get(f"{PRINTS}prize-certificates.pdf").content).pages
    assert len(pages) == before + 2
    assert "Lent the dice" in pages[-3].extract_text()


def test_they_follow_a_merged_player_and_forget_an_erased_one(event: Event) -> None:
    own = services.give_hand_prize(
        event=event, title="Fair play", entry=entry(event, 5), note="Ate too much", by=BY
    )
    services.give_hand_prize(event=event, title="For Player 1", name="Ann", note="Player 1", by=BY)
    keep = entry(event, 1)
    merge_entries(keep=keep, other=entry(event, 5), by=BY)
    assert data_of(keep)["prizes"] == [{"title": "Fair play", "note": "Ate too much"}]
    erase_entries(entries=[keep], person=person_of([keep]), by=BY)
    own.refresh_from_db()
    assert (own.title, own.note) == ("Fair play", ERASED)
    texts = [f"{prize.title} {prize.winner} {prize.note}" for prize in HandPrize.objects.all()]
    assert "Player 1" not in " ".join(texts)


def test_a_guest_is_forgotten_with_the_prize(event: Event) -> None:
    prize = services.give_hand_prize(event=event, title="Cake", name="Ida", note="Our aunt", by=BY)
    services.delete_hand_prize(prize=prize, by=BY)
    rows = AuditEntry.objects.filter(kind="handprize")
    told = json.dumps(list(rows.values("label", "before", "after")))
    assert "Cake" in told
    assert "Ida" not in told
    assert "aunt" not in told
