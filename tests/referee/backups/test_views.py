"""The page of the backups: saved with one press, listed, downloaded, offered before each round."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import make_event, seat_round
from tournament.models import AuditEntry, Event, EventRole, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings: Any, tmp_path: Path) -> Event:
    settings.DATA_DIR = tmp_path
    made = make_event(players=4)
    seat_round(made, 1, (1, 2, 3, 4))
    return made


def client_of(event: Event, role: str) -> Client:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def test_an_organiser_saves_one_and_takes_it_along(event: Event) -> None:
    client = client_of(event, EventRole.ORGANISER)
    assert "No backup yet" in client.get("/organise/open/backups/").content.decode()
    page = client.post("/organise/open/backups/save/", follow=True)
    assert "Saved: open-" in page.content.decode()
    (item,) = page.context["backups"].files
    found = client.get(f"/organise/open/backups/{item.name}/")
    assert found["Content-Disposition"] == f'attachment; filename="{item.name}"'
    assert found.getvalue()[:2] == b"PK"
    assert AuditEntry.objects.get(action="back up").by == "organiser"
    assert client.get("/organise/open/backups/open-20200101T000000Z.zip/").status_code == 404


def test_a_round_offers_it_and_says_when_the_last_was_saved(event: Event) -> None:
    client = client_of(event, EventRole.ORGANISER)
    assert "No backup yet" in client.get("/organise/open/r/1/").content.decode()
    page = client.post("/organise/open/backups/save/", {"round": "1"}, follow=True)
    assert page.redirect_chain[-1][0] == "/organise/open/r/1/"
    assert "Last backup:" in page.content.decode()


@pytest.mark.parametrize("role", [EventRole.CHIEF_REFEREE, EventRole.REGISTRAR, EventRole.READER])
def test_nobody_else_does(event: Event, role: str) -> None:
    client = client_of(event, role)
    assert client.get("/organise/open/backups/").status_code == 403
    assert client.post("/organise/open/backups/save/").status_code == 403
    assert "Save a backup" not in client.get("/organise/open/r/1/").content.decode()


def test_a_disk_that_takes_no_more_is_said(event: Event, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    client = client_of(event, EventRole.ORGANISER)
    page = client.post("/organise/open/backups/save/", follow=True)
    assert "Nothing was saved" in page.content.decode()
