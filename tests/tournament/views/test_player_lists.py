"""The organiser's page that imports a list of players."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.accounts import staff
from tests.tournament.making import make_event
from tournament.access import Action
from tournament.models import AuditEntry, Entry
from tournament.views import player_lists

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/players/"
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
    monkeypatch.setattr(player_lists, "MOST_BYTES", len(GOOD) - 1)
    assert "The file is larger than" in upload(admin_client, GOOD)
    assert not Entry.objects.exists()
