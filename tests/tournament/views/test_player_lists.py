"""The organiser's page that imports a list of players."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.accounts import staff
from tests.tournament.making import make_event
from tournament import services
from tournament.access import Action
from tournament.models import AuditEntry, Entry, Event, Player
from tournament.views import player_lists

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/players/import/"
GOOD = "name,club,email\nAda <b>Byron</b>,North,ada@example.org\nСофья,,\n".encode()
BAD = b"name,email\nAda,nowhere\n,b@example.org\n"


@pytest.fixture(autouse=True)
def event():
    return make_event(players=0)


def upload(client, content: bytes) -> str:
    file = SimpleUploadedFile("players.csv", content, "text/csv")
    response = client.post(PAGE, {"file": file})
    assert response.status_code == 200
    return response.content.decode()


def test_only_organisers_who_may_enter_players_see_it(client):
    assert client.get(PAGE).status_code == 302
    client.force_login(staff("ada", *set(Action) - {Action.IMPORT_PLAYERS}))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"kept": "bmFtZQpBZGEK"}).status_code == 403


def test_a_file_is_shown_first_and_then_imported(admin_client):
    page = upload(admin_client, GOOD)
    assert "2 to add" in page
    assert "Ada &lt;b&gt;Byron" in page
    assert not Entry.objects.exists()
    kept = re.search(r'name="kept" value="([^"]+)"', page)
    done = admin_client.post(PAGE, {"kept": kept[1]}, follow=True).content.decode()
    assert "2 added, 0 changed" in done
    assert [entry.player.name for entry in Entry.objects.order_by("seed")] == [
        "Ada <b>Byron</b>",
        "Софья",
    ]
    assert AuditEntry.objects.filter(action="import players").count() == 1


def test_every_bad_row_is_named_and_nothing_can_be_imported(admin_client):
    page = upload(admin_client, BAD)
    assert "2 faults: nothing was imported" in page
    assert re.findall(r'<th scope="row" class="num">(\d+)', page) == ["2", "3"]
    assert 'name="kept"' not in page


def test_nothing_chosen_too_much_and_nonsense_are_told(admin_client, monkeypatch):
    assert "Choose a CSV or XLSX file." in admin_client.post(PAGE).content.decode()
    assert "Choose a CSV" in admin_client.post(PAGE, {"kept": "%%%"}).content.decode()
    monkeypatch.setattr(player_lists, "MAX_BYTES", len(GOOD) - 1)
    assert "The file is larger than" in upload(admin_client, GOOD)
    assert not Entry.objects.exists()


def test_a_person_of_another_event_is_renamed_only_where_the_row_is_ticked(admin_client):
    other = make_event("spring", name="Spring <i>Open</i>")
    services.import_players(event=other, content=b"name,email\nAda,ada@example.org\n", by="t")
    page = upload(admin_client, b"name,email,club\nBob,ada@example.org,North\nDan,,\n")
    assert "1 row changes somebody who is in other events too" in page
    assert "<bdi>Ada</bdi> → <strong><bdi>Bob</bdi></strong>" in page
    assert "Spring &lt;i&gt;Open&lt;/i&gt;" in page
    kept = re.search(r'name="kept" value="([^"]+)"', page)[1]
    allowed = re.search(r'name="allowed" value="([^"]+)"', page)[1]
    done = admin_client.post(PAGE, {"kept": kept}, follow=True).content.decode()
    assert "1 added, 0 changed" in done
    assert "1 row was left out" in done
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ada", "Dan"]
    done = admin_client.post(PAGE, {"kept": kept, "allowed": allowed}, follow=True)
    assert "1 added, 0 changed, 1 unchanged" in done.content.decode()
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Bob", "Dan"]


def test_a_change_of_the_name_in_this_event_is_shown(admin_client):
    services.import_players(
        event=Event.objects.get(), content=b"name,email\nAda,ada@example.org\n", by="t"
    )
    page = upload(admin_client, b"name,email\nAda Lovelace,ada@example.org\n")
    assert "<bdi>Ada</bdi> → <bdi>Ada Lovelace</bdi>" in page
    assert 'name="allowed"' not in page
