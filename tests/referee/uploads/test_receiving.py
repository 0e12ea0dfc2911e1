"""An upload is judged here, on the server that it came from: the event as it is, and as it was."""

import tempfile
from pathlib import Path
from typing import IO, Any

import pytest
from django.core.exceptions import ValidationError

from referee.backups.services import write_upload
from referee.log.chief import append_chief
from referee.models import GameLog, UploadKey
from referee.uploads.conflicts import ConflictsError
from referee.uploads.keys import accept_conflicts, issue_key, key_of, recognise_key, revoke_key
from referee.uploads.receiving import OutdatedError, RevokedError, receive, state_of
from tests.present import present
from tests.referee.backups.saving import played_event, rows_of
from tests.tournament.making import BY
from tournament.backups.files import backups_of
from tournament.models import Event, Round, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings: Any, tmp_path: Path) -> Event:
    settings.DATA_DIR = tmp_path
    return played_event()


@pytest.fixture
def secret(event: Event) -> str:
    return issue_key(event=event, by=BY)


def written(event: Event, secret: str) -> IO[bytes]:
    out = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the test
    write_upload(out, event, key=secret)
    return out


def key(event: Event) -> UploadKey:
    return present(key_of(event))


def test_an_upload_brings_certificates_and_changes_nothing_that_is_equal(
    event: Event, secret: str
) -> None:
    before = rows_of(event)
    answer = receive(key=key(event), secret=secret, file=written(event, secret), receipt=0)
    after = rows_of(Event.objects.get())
    assert {label for label in after if after[label] != before[label]} == {"tournament.auditentry"}
    assert [(game["received"], game["seq"] - game["already"]) for game in answer["games"]] == [
        (0, 0)
    ]
    assert Round.objects.get(number=2).certificate


def test_seats_that_were_exchanged_here_are_conflicts_with_both_players(
    event: Event, secret: str
) -> None:
    sent = written(event, secret)
    receive(key=key(event), secret=secret, file=sent, receipt=0)
    one, other, *_rest = Seat.objects.filter(round__number=2).order_by("pk")
    for seat, order in ((one, 6), (other, one.order), (one, other.order)):
        Seat.objects.filter(pk=seat.pk).update(order=order)
    assert state_of(key(event))["content"] == ""
    with pytest.raises(ConflictsError) as found:
        receive(key=key(event), secret=secret, file=sent, receipt=1)
    assert {(each.where, each.here, each.hall) for each in found.value.conflicts} == {
        ("seat", f"order: {other.order}", f"order: {one.order}"),
        ("seat", f"order: {one.order}", f"order: {other.order}"),
    }


def test_lines_that_the_hall_has_no_more_stay_until_somebody_says_otherwise(
    event: Event, secret: str
) -> None:
    old = written(event, secret)
    game = GameLog.objects.get()
    assert not append_chief(game_id=game.pk, event={"type": "ruling", "text": "Late."}, by=BY)
    with pytest.raises(ConflictsError) as found:
        receive(key=key(event), secret=secret, file=old, receipt=0)
    (conflict,) = found.value.conflicts
    assert (conflict.what, conflict.hall) == (f"event {game.head_seq + 1}", "–")
    assert GameLog.objects.get().head_seq == game.head_seq + 1
    with pytest.raises(ValidationError):
        accept_conflicts(event=event, seen="others", by=BY)
    accept_conflicts(event=event, seen=key(event).conflicts_digest, by=BY)
    assert backups_of(event) == []
    receive(key=key(event), secret=secret, file=old, receipt=0)
    assert GameLog.objects.get().head_hash == game.head_hash
    assert len(backups_of(event)) == 1
    assert (key(event).conflicts, key(event).accepted, key(event).receipt) == ([], "", 1)


def test_what_was_overtaken_or_revoked_meanwhile_is_not_taken(event: Event, secret: str) -> None:
    shown = key(event)
    with pytest.raises(OutdatedError):
        receive(key=shown, secret=secret, file=written(event, secret), receipt=7)
    revoke_key(event=event, by=BY)
    with pytest.raises(RevokedError):
        receive(key=shown, secret=secret, file=written(event, secret), receipt=0)
    assert recognise_key("open", secret) is None
    again = issue_key(event=event, by=BY)
    assert recognise_key("open", again) == key(event)
    assert recognise_key("other", again) is None


def test_a_confirmed_result_that_is_not_the_logs_is_refused(event: Event, secret: str) -> None:
    GameLog.objects.update(snapshot='{"status": "finished"}')
    sent = written(event, secret)
    GameLog.objects.update(snapshot="")
    with pytest.raises(ValidationError, match="Round 1, table 1: the snapshot differs"):
        receive(key=key(event), secret=secret, file=sent, receipt=0)
    assert GameLog.objects.get().snapshot == ""
