"""Personal links: what they show and do, in clear too, and the organiser's side of them."""

import datetime as dt
import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.accounts import secret_links
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Event, Membership, PersonalLink, PlayerReport
from tournament.people.services.check_in import set_check_in_deadline
from tournament.people.services.entries import update_entry
from tournament.people.services.merging import merge_entries
from tournament.people.services.personal_links import MAX_OPEN_REPORTS, renew_link, revoke_link
from tournament.personal import views as personal
from tournament.personal.services import erase_entries, person_of
from tournament.rounds.services.rounds import publish_round

pytestmark = pytest.mark.django_db
HALL = {"REMOTE_ADDR": "192.168.1.77", "HTTP_HOST": "192.168.1.10:8000"}
LINKS = "/organise/open/players/links/"


@pytest.fixture(autouse=True)
def _attempts_not_counted_yet() -> None:
    """Other tests have players of the same keys, whose attempts were counted."""
    cache.clear()


@pytest.fixture
def event() -> Event:
    return make_event(players=4)


@pytest.fixture
def mine(event: Event) -> str:
    """The page of player 1."""
    return page_of(event, 1)


@pytest.fixture
def registrar(event: Event, django_user_model) -> Client:
    person = django_user_model.objects.create_user("rita")
    Membership.objects.create(event=event, person=person, role="registrar")
    return signed_in(person)


def page_of(event: Event, seed: int) -> str:
    return f"/me/{renew_link(entry=entry(event, seed), by=BY)}/"


def text_of(client: Client, path: str, **more: Any) -> str:
    page = client.get(path, **more).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_page_shows_the_seat_once_it_is_published(client, event, mine):
    round_ = seat_round(event, 1, (1, 2, 3, 4), publish=False)
    assert "No round is published yet" in text_of(client, mine)
    update_entry(entry=entry(event, 2), name_display="number", by=BY)
    publish_round(round=round_, by=BY)
    page = text_of(client, mine)
    assert "Round 1 · Table 1" in page
    assert "Competitor" in page
    assert "With № 2 , Player 3 , Player 4" in page
    assert "Player 2" not in page


def test_places_are_those_the_public_sees(client, event, mine):
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    assert "Your place: 1" in text_of(client, mine)
    frozen = timezone.now() - dt.timedelta(hours=1)
    update_event(event=event, frozen_at=frozen, by=BY)
    assert "Your place" not in text_of(client, mine)
    seat_round(event, 2, (1, 2, 3, 4))
    page = text_of(client, mine)
    assert "Round 2 · Table 1" in page
    assert "1 1 Competitor –" in page


def test_who_has_no_seat_is_told_so(client, event, mine):
    seat_round(event, 1, (2, 3, 4))
    assert "You have no seat in this round." in text_of(client, mine)


def test_a_player_checks_in_until_check_in_has_ended(client, event, mine):
    late = timezone.now() - dt.timedelta(minutes=1)
    set_check_in_deadline(event=event, until=late, by=BY)
    page = client.post(mine, {"do": "check-in"}, follow=True).content.decode()
    assert "Check-in has ended: go to the desk." in page
    set_check_in_deadline(event=event, until=None, by=BY)
    for _twice in range(2):
        client.post(mine, {"do": "check-in"})
    assert entry(event, 1).checked_in_at is not None
    assert AuditEntry.objects.filter(action="check in", by="player").count() == 1
    assert "✓ You are checked in." in text_of(client, mine)


def test_a_player_drops_out_only_for_sure(client, event, mine):
    page = client.post(mine, {"do": "drop"}, follow=True).content.decode()
    assert "Tick the box to drop out." in page
    assert entry(event, 1).status == "active"
    client.post(mine, {"do": "drop", "sure": "on"})
    assert entry(event, 1).status == "dropped"
    page = client.post(mine, {"do": "check-in"}, follow=True).content.decode()
    assert "rejoin first" in page


def test_reports_reach_the_staff_and_are_seen_to(client, registrar, event, mine):
    text = "My <b>seat</b> is broken"
    client.post(mine, {"do": "report", "text": text})
    assert (
        "Write what the problem is."
        in client.post(mine, {"do": "report", "text": " "}, follow=True).content.decode()
    )
    page = registrar.get("/organise/open/players/reports/").content.decode()
    assert "My &lt;b&gt;seat&lt;/b&gt; is broken" in page
    (found,) = PlayerReport.objects.all()
    registrar.post("/organise/open/players/reports/resolve/", {"report": found.pk})
    assert "Nothing waits" in registrar.get("/organise/open/players/reports/").content.decode()
    assert text not in json.dumps(list(AuditEntry.objects.values_list("after", flat=True)))


def test_a_player_cannot_flood_the_staff(client, event, mine):
    for each in range(MAX_OPEN_REPORTS + 2):
        client.post(mine, {"do": "report", "text": f"{each}" + "x" * 600})
    assert PlayerReport.objects.count() == MAX_OPEN_REPORTS
    assert {len(one.text) for one in PlayerReport.objects.all()} == {500}


def test_deletion_is_asked_for_once(client, event, mine):
    for _twice in range(2):
        client.post(mine, {"do": "delete"})
    assert PlayerReport.objects.get().kind == "deletion"


def test_a_player_downloads_what_is_kept(client, event, mine):
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    told = json.loads(client.get(mine.replace("/me/", "/my-data/")).content)
    assert told["name"] == "Player 1"
    assert told["seats"] == [{"round": 1, "table": 1, "role": "competitor", "place": 1}]


def test_in_clear_there_is_the_seat_and_check_in_and_nothing_else(client, event, mine, settings):
    settings.ALLOWED_HOSTS = ["192.168.1.10"]
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    seat_round(event, 2, (1, 2, 3, 4))
    page = text_of(client, mine, **HALL)
    assert "Round 2 · Table 1" in page
    assert "Player 1" not in page
    for hidden in ("Your games", "Report a problem", "Yes, I want to drop out", "Download"):
        assert hidden not in page
    assert client.get(mine.replace("/me/", "/my-data/"), **HALL).status_code == 403
    for does in ("drop", "report", "delete"):
        given = {"do": does, "sure": "on", "text": "x"}
        assert client.post(mine, given, **HALL).status_code == 404
    assert client.post(mine, {"do": "check-in"}, **HALL).status_code == 302
    assert entry(event, 1).checked_in_at is not None
    assert (entry(event, 1).status, PlayerReport.objects.count()) == ("active", 0)


def test_renewed_and_revoked_links_open_nothing(client, event, mine):
    fresh = page_of(event, 1)
    assert client.get(mine).status_code == 404
    assert client.get(fresh).status_code == 200
    revoke_link(entry=entry(event, 1), by=BY)
    assert client.get(fresh).status_code == 404
    assert client.post(fresh, {"do": "check-in"}).status_code == 404


def test_the_token_is_kept_nowhere_but_as_its_hash(event, mine):
    token = mine.split("/")[2]
    (link,) = PersonalLink.objects.all()
    assert token not in repr(link.__dict__)
    rows = json.dumps(list(AuditEntry.objects.values("label", "before", "after")))
    assert token not in rows
    assert link.token_hash not in rows


def test_who_tries_links_is_slowed(client, event, mine, monkeypatch):
    monkeypatch.setattr(secret_links, "MAX_UNKNOWN", 3)
    statuses = [client.get(f"/me/guess{n}/").status_code for n in range(5)]
    assert statuses == [404, 404, 404, 429, 429]
    assert client.get(mine).status_code == 200
    monkeypatch.setattr(personal, "MAX_DEEDS", 2)
    statuses = [client.post(mine, {"do": "check-in"}).status_code for n in range(3)]
    assert statuses == [302, 302, 429]


def test_pages_of_links_are_kept_by_nobody(client, event, mine):
    answer = client.get(mine)
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "no-referrer"


def test_the_staff_makes_links_and_sees_them_once(client, registrar, event):
    page = registrar.post(LINKS, {"do": "make"}).content.decode()
    addresses = re.findall(r'value="http://testserver(/me/[^"]+)"', page)
    assert len(addresses) == 4
    assert {client.get(address).status_code for address in addresses} == {200}
    assert "/me/" not in registrar.get(LINKS).content.decode()
    registrar.post(LINKS, {"do": "revoke", "entry": entry(event, 1).pk})
    assert client.get(addresses[0]).status_code == 404
    page = registrar.post(LINKS, {"do": "renew", "entry": entry(event, 2).pk}).content.decode()
    assert len(re.findall(r'value="http://testserver(/me/[^"]+)"', page)) == 1
    assert client.get(addresses[1]).status_code == 404
    stranger = entry(make_event("spring", players=1), 1)
    assert registrar.post(LINKS, {"do": "renew", "entry": stranger.pk}).status_code == 404


def test_the_desk_scans_a_personal_link_and_a_badge(registrar, event, mine):
    scan = "/organise/open/check-in/scan/"
    registrar.post(scan, {"code": f"http://192.168.1.10{mine}"})
    registrar.post(scan, {"code": "https://x.example/e/open/p/2/"})
    here = [entry(event, seed).checked_in_at is not None for seed in (1, 2, 3)]
    assert here == [True, True, False]
    for code in ("", "/me/x/", "/e/spring/p/3/", "/e/open/p/99/", "http://[", "/me/" + "a" * 900):
        page = registrar.post(scan, {"code": code}, follow=True).content.decode()
        assert "This code is of no player of the event." in page
    other = make_event("spring", players=1)
    registrar.post(scan, {"code": page_of(other, 1)})
    assert entry(other, 1).checked_in_at is None


def test_merging_keeps_reports_and_erasing_takes_them(client, event, mine):
    client.post(mine, {"do": "report", "text": "hello"})
    merge_entries(keep=entry(event, 2), other=entry(event, 1), by=BY)
    assert PlayerReport.objects.get().entry == entry(event, 2)
    renew_link(entry=entry(event, 2), by=BY)
    entries = [entry(event, 2)]
    erase_entries(entries=entries, person=person_of(entries), by=BY)
    assert PlayerReport.objects.get().text == "—"
    assert not PersonalLink.objects.exists()


def test_after_the_last_round_the_page_says_the_place_and_offers_nothing_that_is_over(
    client, event, mine
):
    update_event(event=event, number_of_rounds=1, by=BY)
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    assert "I am here" in text_of(client, mine)
    finish(table_of(round_), 40, 30, 20, 10)
    page = text_of(client, mine)
    assert "Your place in the event: 1" in page
    assert "I am here" not in page
    assert "Drop out" not in page


def test_who_missed_the_last_round_reads_no_word_of_rounds_to_come(client, event, mine):
    update_event(event=event, number_of_rounds=1, by=BY)
    finish(table_of(seat_round(event, 1, (2, 3, 4))), 40, 30, 20)
    page = text_of(client, mine)
    assert "The event is over" in page
    assert "No round is published yet" not in page


def test_the_page_promises_the_emails_that_are_sent_and_no_others(client, event, mine, settings):
    settings.EMAIL_FILE_PATH = None
    update_entry(entry=entry(event, 1), email="ada@example.org", gets_emails=True, by=BY)
    seats = "e-mails with your seat in each round"
    assert seats not in text_of(client, mine)
    assert "You get messages from the organisers by e-mail." in text_of(client, mine)
    update_event(event=event, sends_emails=True, by=BY)
    assert seats in text_of(client, mine)
    settings.EMAIL_FILE_PATH = "mail"
    page = text_of(client, mine)
    assert "This site sends no e-mails" in page
    assert seats not in page
    assert "No more e-mails" in page
    update_entry(entry=entry(event, 1), gets_emails=False, by=BY)
    assert "Send me e-mails" not in text_of(client, mine)
