"""The page of uploads: a key that is shown once, conflicts, and where the event is sent."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.models import UploadKey, UploadTarget
from referee.uploads.sending import Answer, UploadError
from referee.uploads.targets import claim_target, opened_target, record_upload
from tests.present import present
from tests.referee.backups.test_views import client_of
from tests.tournament.making import make_event, seat_round
from tournament.models import AuditEntry, Event, EventRole

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/backups/uploads/"
KEY = "k" * 43
URL = "https://play.example.org/api/v1/uploads/open"
CONFLICT = {"where": "Round 1, table 1", "what": "event 3", "here": "a", "hall": "b"}


@pytest.fixture
def event(settings: Any, tmp_path: Path) -> Event:
    settings.DATA_DIR = tmp_path
    made = make_event(players=4)
    seat_round(made, 1, (1, 2, 3, 4))
    return made


def test_a_key_is_shown_once_and_ends_when_it_is_revoked(event: Event) -> None:
    client = client_of(event, EventRole.ORGANISER)
    shown = client.post(PAGE, {"do": "issue"}).content.decode()
    secret = present(re.search(r'id="new-key"[^>]*value="([\w-]{43})"', shown))[1]
    assert "http://testserver/api/v1/uploads/open" in shown
    assert secret not in client.get(PAGE).content.decode()
    asked = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/v1/uploads/open", headers=asked).status_code == 200
    client.post(PAGE, {"do": "revoke"})
    refused = Client().get("/api/v1/uploads/open", headers=asked)
    assert (refused.status_code, "revoked" in refused.json()["detail"]) == (401, True)
    assert secret not in str(list(AuditEntry.objects.values_list("after", "before")))


def test_conflicts_are_listed_and_taken_by_whoever_read_them(event: Event) -> None:
    client = client_of(event, EventRole.ORGANISER)
    client.post(PAGE, {"do": "issue"})
    UploadKey.objects.update(conflicts=[CONFLICT], conflicts_found=1, conflicts_digest="d" * 64)
    assert "Round 1, table 1" in client.get(PAGE).content.decode()
    page = client.post(PAGE, {"do": "accept", "seen": "e" * 64}, follow=True)
    assert "read them again" in page.content.decode()
    page = client.post(PAGE, {"do": "accept", "seen": "d" * 64}, follow=True)
    assert "next upload replaces them" in page.content.decode()


def test_an_event_is_sent_when_it_is_due_and_rests_in_between(event: Event) -> None:
    client = client_of(event, EventRole.ORGANISER)
    for url, key in (("http://localhost/x", KEY), (URL, ""), (URL, "short")):
        client.post(PAGE, {"do": "send", "url": url, "key": key})
    assert not UploadTarget.objects.exists()
    client.post(PAGE, {"do": "send", "url": URL, "key": KEY, "continuous": "on"})
    assert KEY not in UploadTarget.objects.get().key
    now = timezone.now()
    target = present(claim_target(now=now))
    assert (opened_target(target).url, opened_target(target).key) == (URL, KEY)
    assert claim_target(now=now) is None
    later = now + dt.timedelta(seconds=3)
    record_upload(target=target, answer=Answer(1, "", []), began=now, now=later)
    assert UploadTarget.objects.get().next_at == later + dt.timedelta(seconds=60)
    record_upload(target=target, answer=UploadError("No.", [CONFLICT], 1), began=now, now=later)
    assert UploadTarget.objects.get().next_at == later + dt.timedelta(minutes=5)
    page = client.get(PAGE).content.decode()
    assert "No." in page
    assert "event 3" in page
    # Once, and with the key that is known.
    page = client.post(PAGE, {"do": "send", "url": URL, "key": ""}, follow=True).content.decode()
    assert "The event is on its way.<" in page
    once = present(claim_target(now=timezone.now()))
    record_upload(target=once, answer=UploadError("No."), began=now, now=later)
    assert UploadTarget.objects.get().next_at is None
    assert "no longer sent" in client.post(PAGE, {"do": "stop"}, follow=True).content.decode()
    assert not UploadTarget.objects.exists()


@pytest.mark.parametrize("role", [EventRole.CHIEF_REFEREE, EventRole.REGISTRAR, EventRole.READER])
def test_nobody_else_does(event: Event, role: str) -> None:
    client = client_of(event, role)
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"do": "issue"}).status_code == 403
    assert not UploadKey.objects.exists()
