"""Ids that players have elsewhere: once in an event, private, erased with the person."""

import json

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, make_event
from tournament.common.external_ids import validate_external_id
from tournament.models import AuditEntry, Event, Membership
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.imports import import_players
from tournament.people.services.merging import merge_entries
from tournament.personal.selectors.data import data_of
from tournament.personal.services import erase_entries, person_of

pytestmark = pytest.mark.django_db
NUMBER = "FFAM-7 7131"


@pytest.fixture
def event() -> Event:
    event = make_event(players=2)
    update_entry(entry=entry(event, 1), external_id=NUMBER, by=BY)
    return event


@pytest.mark.parametrize("text", ["7", "FFAM-1", "Ж/12.3", "a_b #4"])
def test_plain_ids_are_taken(text: str) -> None:
    validate_external_id(text)


@pytest.mark.parametrize("text", ["-5", "=1+1", "@a", " 7", "_7", "a\n", "a\tb", "a\u202eb", "<b>"])
def test_signs_that_could_be_a_formula_or_garble_a_line_are_not(text: str) -> None:
    with pytest.raises(ValidationError):
        validate_external_id(text)


def test_an_id_is_there_once_in_an_event(event: Event) -> None:
    with pytest.raises(ValidationError, match="Another player of the event has this ID"):
        update_entry(entry=entry(event, 2), external_id=NUMBER, by=BY)
    with pytest.raises(ValidationError, match="Another player of the event has this ID"):
        add_entry(event=event, name="Zoe", external_id=NUMBER, by=BY)
    other = make_event("other", players=1)
    update_entry(entry=entry(other, 1), external_id=NUMBER, by=BY)
    update_entry(entry=entry(event, 1), external_id="", by=BY)
    assert not update_entry(entry=entry(event, 2), external_id="", by=BY).external_id


def test_a_merged_entry_keeps_it(event: Event) -> None:
    kept = merge_entries(keep=entry(event, 2), other=entry(event, 1), by=BY)
    assert kept.external_id == NUMBER


def test_two_ids_are_not_merged_into_one(event: Event) -> None:
    update_entry(entry=entry(event, 2), external_id="8", by=BY)
    with pytest.raises(ValidationError, match="delete the wrong one first") as refused:
        merge_entries(keep=entry(event, 2), other=entry(event, 1), by=BY)
    assert refused.value.code == "two_external_ids"
    assert entry(event, 1).external_id == NUMBER


def test_former_ids_are_erased_and_those_of_others_are_not(event: Event) -> None:
    import_players(event=event, content=b"name,id\nZoe,Z-1\nYan,Y-1\n", by=BY)
    for seed, number in ((1, "A-2"), (1, ""), (2, "B-1"), (2, "B-2"), (3, "Z-2")):
        update_entry(entry=entry(event, seed), external_id=number, by=BY)
    for seed in (1, 3):
        one = [entry(event, seed)]
        erase_entries(entries=one, person=person_of(one), by=BY)
    kept = json.dumps(list(AuditEntry.objects.values_list("before", "after")))
    assert [number for number in (NUMBER, "A-2", "Z-1", "Z-2") if number in kept] == []
    assert all(number in kept for number in ("B-1", "B-2", "Y-1"))


def test_the_player_may_have_it_and_it_is_erased_with_the_person(event: Event) -> None:
    import_players(event=event, content=f"name,id,club\nZoe,{NUMBER}X,A\n".encode(), by=BY)
    assert data_of(entry(event, 1))["external_id"] == NUMBER
    for seed in (1, 3):
        one = [entry(event, seed)]
        erase_entries(entries=one, person=person_of(one), by=BY)
        assert entry(event, seed).external_id == ""
    kept = json.dumps(list(AuditEntry.objects.values_list("before", "after")))
    assert NUMBER not in kept


def test_staff_find_change_and_download_it_and_the_public_never_sees_it(
    event: Event, django_user_model
) -> None:
    person = django_user_model.objects.create_user("rita")
    Membership.objects.create(event=event, person=person, role="registrar")
    staff = signed_in(person)
    page = f"/organise/open/players/{entry(event, 1).pk}/"
    assert NUMBER in staff.get(page).content.decode()
    found = staff.get("/organise/open/players/", {"search": "7131"}).content.decode()
    assert "Player 1" in found
    assert "Player 2" not in found
    sent = {"name": "Player 1", "name_display": "full", "external_id": "<b>"}
    refused = staff.post(page, sent)
    assert "An ID has letters, digits" in refused.content.decode()
    staff.post(page, {**sent, "external_id": "8"})
    assert entry(event, 1).external_id == "8"
    update_entry(entry=entry(event, 1), external_id=NUMBER, by=BY)
    answer = staff.get("/organise/open/downloads/players.json")
    rows = json.loads(b"".join(answer.streaming_content))  # type: ignore[attr-defined]
    assert [row["external_id"] for row in rows] == [NUMBER, ""]
    for path in ("/e/open/", "/e/open/players/", "/e/open/p/1/"):
        assert NUMBER not in Client().get(path).content.decode()
    for path in ("players", "players/p01", "snapshot"):
        assert NUMBER not in Client().get(f"/api/v1/public/events/open/{path}").content.decode()
