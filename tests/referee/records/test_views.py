"""All game records of an event in one zip: as stored, replayable, a few read at a time."""

import io
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.live.verification.folder import verify_folder
from referee.models import GameRecord
from tests.accounts import signed_in
from tests.tournament.making import BY, entry
from tournament.access import ROLE_ACTIONS, Action
from tournament.models import Event, EventRole, Membership
from tournament.people.services.entries import update_entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample")]
SLUG = "spring-open-2026"
PAGE = f"/organise/{SLUG}/downloads/records.zip"


def member(role: str) -> Client:
    person = User.objects.create_user(role)
    event = Event.objects.get(slug=SLUG)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def archive_of(client: Client) -> ZipFile:
    answer = client.get(PAGE)
    assert answer["Content-Disposition"] == f'attachment; filename="{SLUG}-records.zip"'
    return ZipFile(io.BytesIO(answer.getvalue()))


def records() -> dict[str, GameRecord]:
    """The current records by their file names."""
    found = GameRecord.objects.filter(superseded_at=None).select_related("table__round")
    return {f"round-{row.table.round.number}/table-{row.table.number}": row for row in found}


def test_the_archive_has_every_record_as_it_is_stored(tmp_path: Path) -> None:
    archive, stored = archive_of(member(EventRole.ORGANISER)), records()
    assert archive.testzip() is None
    assert len(stored) == 18
    endings = (".amr.jsonl", ".statement.json")
    assert sorted(archive.namelist()) == sorted(n + e for n in stored for e in endings)
    for name, record in stored.items():
        assert archive.read(f"{name}.amr.jsonl").decode() == record.text
        assert json.loads(archive.read(f"{name}.statement.json")) == record.statement
    archive.extractall(tmp_path)
    found = verify_folder(tmp_path, processes=1)
    assert (found.records, found.statements, found.differences) == (18, 18, ())


def test_staff_get_names_that_the_public_does_not() -> None:
    one = entry(Event.objects.get(slug=SLUG), 1)
    update_entry(entry=one, name_display="number", by=BY)
    archive = archive_of(member(EventRole.CHIEF_REFEREE))
    texts = [archive.read(name).decode() for name in archive.namelist()]
    assert any(one.name in text for text in texts)


def test_a_superseded_record_is_left_out() -> None:
    GameRecord.objects.filter(table__number=1).update(superseded_at=timezone.now())
    archive = archive_of(member(EventRole.ORGANISER))
    assert not [name for name in archive.namelist() if "table-1." in name]


@pytest.mark.parametrize("role", EventRole.values)
def test_who_sees_records_downloads_them(role: str) -> None:
    sees = Action.SEE_RECORDS in ROLE_ACTIONS[role]
    assert member(role).get(PAGE).status_code == (200 if sees else 403)


def test_many_records_cost_as_many_queries_as_a_few() -> None:
    client, costs = member(EventRole.ORGANISER), list[int]()
    for tables in ((1,), (1, 2, 3, 4, 5, 6)):
        GameRecord.objects.exclude(table__number__in=tables).update(superseded_at=timezone.now())
        GameRecord.objects.filter(table__number__in=tables).update(superseded_at=None)
        with CaptureQueriesContext(connection) as found:
            assert len(archive_of(client).namelist()) == 6 * len(tables)
        costs.append(len(found))
    assert costs[0] == costs[1]


def test_an_event_without_records_has_an_empty_archive() -> None:
    GameRecord.objects.all().update(superseded_at=timezone.now())
    assert archive_of(member(EventRole.ORGANISER)).namelist() == []


def test_a_visitor_is_sent_to_sign_in() -> None:
    assert Client().get(PAGE)["Location"].startswith("/organise/sign-in/")
