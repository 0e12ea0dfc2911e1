"""Fees on the organiser's pages: one press each way, sums, and nothing of them elsewhere."""

import json
import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, make_event
from tournament.events.services.events import update_event
from tournament.models import Event, Membership
from tournament.people.services.entries import withdraw_entry
from tournament.people.services.fees import record_payment, waive_fee

pytestmark = pytest.mark.django_db
NOTE = "/organise/open/players/fees/"
CHECK_IN = "/organise/open/check-in/"
PLAYERS = "/organise/open/players/"


@pytest.fixture
def event() -> Event:
    return make_event(players=3, fee=Decimal(12), fee_currency="EUR")


def member(event: Event, user_model, role: str) -> Client:
    person = user_model.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


@pytest.fixture
def client(event: Event, django_user_model) -> Client:
    return member(event, django_user_model, "registrar")


def text_of(client: Client, path: str) -> str:
    page = re.sub(r"<[^>]+>", " ", client.get(path).content.decode())
    return " ".join(page.split())


def downloaded(client: Client) -> list[dict[str, Any]]:
    answer: Any = client.get("/organise/open/downloads/players.json")
    found: list[dict[str, Any]] = json.loads(b"".join(answer.streaming_content))
    return found


@pytest.mark.parametrize(("page", "back"), [(CHECK_IN, "check-in"), (PLAYERS, "players")])
def test_one_press_notes_a_payment_and_another_takes_it_back(client, event, page, back):
    assert "Fees: 0 EUR paid (0), 36 EUR open (3)." in text_of(client, page)
    key = entry(event, 2).pk
    answer = client.post(NOTE, {"pay": key, "back": back, "search": "Player"})
    assert answer["Location"] == f"{page}?search=Player#e{key}"
    assert "Fees: 12 EUR paid (1), 24 EUR open (2)." in text_of(client, page)
    assert "✓ 12 EUR paid : Player 2" in text_of(client, page)
    client.post(NOTE, {"undo": key, "back": back})
    assert entry(event, 2).fee_paid is None


def test_the_pages_of_the_list_are_kept(client, event):
    key = entry(event, 1).pk
    answer = client.post(NOTE, {"pay": key, "back": "players", "page": "2"})
    assert answer["Location"] == f"{PLAYERS}?page=2#e{key}"


def test_the_live_list_changes_with_a_payment(client, event):
    etag = client.get(CHECK_IN + "?part=live")["ETag"]
    client.post(NOTE, {"pay": entry(event, 1).pk, "back": "check-in"})
    answer = client.get(CHECK_IN + "?part=live", headers={"if-none-match": etag})
    assert answer.status_code == 200


@pytest.mark.parametrize(("typed", "paid"), [("", 12), ("8", 8), ("7,50", Decimal("7.50"))])
def test_another_amount_is_noted_on_the_players_page(client, event, typed, paid):
    page = f"/organise/open/players/{entry(event, 1).pk}/"
    assert "12 EUR open" in text_of(client, page)
    answer = client.post(NOTE, {"pay": entry(event, 1).pk, "amount": typed, "back": "player"})
    assert answer["Location"] == page
    assert entry(event, 1).fee_paid == paid
    assert "registrar" in text_of(client, page)


@pytest.mark.parametrize("typed", ["much", "1e9", "NaN", "-3", "0", "1.234", "99999999999"])
def test_no_amount_is_refused_in_words(client, event, typed):
    sent = {"pay": entry(event, 1).pk, "amount": typed, "back": "player"}
    page = client.post(NOTE, sent, follow=True).content.decode()
    assert "Write " in page
    assert entry(event, 1).fee_paid is None


def test_a_fee_is_waived_and_demanded_again(client, event):
    key = entry(event, 1).pk
    client.post(NOTE, {"waive": key, "back": "player"})
    assert "fee waived" in text_of(client, PLAYERS)
    assert entry(event, 1).fee_waived
    client.post(NOTE, {"demand": key, "back": "player"})
    assert not entry(event, 1).fee_waived


def test_both_pages_add_up_the_same_players(client, event):
    record_payment(entry=entry(event, 1), by=BY)
    withdraw_entry(entry=entry(event, 1), by=BY)
    for page in (CHECK_IN, PLAYERS):
        assert "Fees: 12 EUR paid (1), 24 EUR open (2)." in text_of(client, page)


def test_readers_see_fees_and_note_none(event, django_user_model):
    record_payment(entry=entry(event, 1), by=BY)
    reader = member(event, django_user_model, "reader")
    for page in (PLAYERS, CHECK_IN):
        assert "12 EUR paid" in text_of(reader, page)
        assert 'form="fees"' not in reader.get(page).content.decode()
    assert reader.post(NOTE, {"pay": entry(event, 2).pk}).status_code == 403


def test_a_player_of_another_event_is_not_found(client):
    other = make_event("other", players=1)
    assert client.post(NOTE, {"pay": entry(other, 1).pk}).status_code == 404
    assert client.post(NOTE, {}).status_code == 404


def test_the_download_has_it(client, event):
    record_payment(entry=entry(event, 1), by="Rita")
    waive_fee(entry=entry(event, 2), waived=True, by=BY)
    rows = downloaded(client)
    first = {key: rows[0][key] for key in rows[0] if key.startswith("fee")}
    assert first.pop("fee_noted_at")
    assert first == {
        "fee_currency": "EUR",
        "fee_due": 12,
        "fee_paid": 12,
        "fee_open": 0,
        "fee_waived": False,
        "fee_noted_by": "Rita",
    }
    assert (rows[1]["fee_due"], rows[1]["fee_waived"]) == (0, True)
    assert rows[2]["fee_open"] == 12


def test_nothing_of_it_is_shown_without_a_fee_or_in_public(client, event):
    record_payment(entry=entry(event, 1), by=BY)
    for page in ("/e/open/", "/e/open/players/", "/api/v1/public/events/open"):
        shown = Client().get(page).content.decode().lower()
        assert not re.search(r"\bfees?\b|12 eur", shown), page
    update_event(event=event, fee=None, by=BY)
    pages = (PLAYERS, CHECK_IN, f"{PLAYERS}{entry(event, 1).pk}/", "/organise/open/downloads/")
    for page in pages:
        assert not re.search(r"\bfees?\b", text_of(client, page).lower()), page
    rows = downloaded(client)
    assert not any(key.startswith("fee") for key in rows[0])


def test_the_fee_is_a_step_of_the_settings(event, django_user_model):
    organiser = member(event, django_user_model, "organiser")
    page = "/organise/open/settings/fee/"
    assert "12 EUR" in text_of(organiser, "/organise/open/settings/").replace("\xa0", " ")
    organiser.post(page, {"fee": "15.5", "fee_currency": "usd", "save": ""})
    event.refresh_from_db()
    assert (event.fee, event.fee_currency) == (Decimal("15.50"), "USD")
    for typed in ({"fee": "10", "fee_currency": ""}, {"fee": "0", "fee_currency": "EUR"}):
        assert organiser.post(page, typed).status_code == 200
    organiser.post(page, {"fee": "", "fee_currency": "", "save": ""})
    event.refresh_from_db()
    assert event.fee is None
