"""An upload is judged here, on the server that it came from: the event as it is, and as it was."""

import io
import json
import tempfile
from pathlib import Path
from typing import IO, Any

import pytest
from django.core.exceptions import ValidationError

from referee.backups.archive import Json
from referee.backups.services import write_upload
from referee.log.chief import append_chief
from referee.models import GameLog, UploadKey
from referee.uploads.conflicts import ConflictsError
from referee.uploads.keys import accept_conflicts, issue_key, key_of, recognise_key, revoke_key
from referee.uploads.receiving import OutdatedError, RevokedError, receive, state_of
from tests.accounts import staff
from tests.present import present
from tests.referee.backups.saving import played_event, rows_of
from tests.referee.backups.test_restoring import with_rows
from tests.tournament.making import BY
from tournament.backups.files import backups_of
from tournament.models import Event, EventRole, Membership, Round, Seat

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


def written_before_a_ruling(event: Event, secret: str) -> IO[bytes]:
    """An upload that lacks what the chief has logged here since."""
    out = written(event, secret)
    game = GameLog.objects.get()
    assert not append_chief(game_id=game.pk, event={"type": "ruling", "text": "Late."}, by=BY)
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
    game = GameLog.objects.get()
    old = written_before_a_ruling(event, secret)
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


def forged(event: Event, secret: str, tmp_path: Path, table: str, change: Any) -> IO[bytes]:
    """An upload with other rows of a table, and a digest that fits."""
    file = tmp_path / "upload.zip"
    sent = written(event, secret)
    sent.seek(0)
    file.write_bytes(sent.read())
    return with_rows(file, table, change).open("rb")


def change_one(fields: Json) -> Json:
    """Change what a row of a log says, and not its hash."""
    said = json.loads(fields["event"])
    return {**fields, "event": json.dumps({**said, "x": 1})} if fields["seq"] == 20 else fields


@pytest.mark.parametrize(
    ("table", "change", "refused"),
    [
        ("referee.loggedevent", change_one, "event 20 was changed"),
        ("referee.gamerecord", lambda fields: {**fields, "text": "junk"}, "line 1"),
        (
            "referee.gamerecord",
            lambda fields: {**fields, "statement": {**fields["statement"], "richest": []}},
            "does not come to the statement",
        ),
    ],
)
def test_what_was_changed_under_its_old_hash_is_played_again_and_refused(
    event: Event, secret: str, tmp_path: Path, table: str, change: Any, refused: str
) -> None:
    before = rows_of(event)
    with pytest.raises(ValidationError, match=refused):
        receive(
            key=key(event),
            secret=secret,
            file=forged(event, secret, tmp_path, table, change),
            receipt=0,
        )
    assert rows_of(event) == before


def test_an_upload_that_fails_again_and_again_takes_no_backups_place(
    event: Event, secret: str
) -> None:
    old = written_before_a_ruling(event, secret)
    with pytest.raises(ConflictsError):
        receive(key=key(event), secret=secret, file=old, receipt=0)
    accept_conflicts(event=event, seen=key(event).conflicts_digest, by=BY)
    for _attempt in range(3):
        with pytest.raises(ValidationError):
            receive(key=key(event), secret=secret, file=io.BytesIO(b"x"), receipt=0)
        with pytest.raises(OutdatedError):
            receive(key=key(event), secret=secret, file=old, receipt=7)
    assert len(backups_of(event)) == 1


def test_a_key_ends_with_its_makers_right_to_make_it(event: Event) -> None:
    olga = staff("olga")
    membership = Membership.objects.create(event=event, person=olga, role=EventRole.ORGANISER)
    secret = issue_key(event=event, by=olga)
    assert recognise_key("open", secret) == key(event)
    membership.delete()
    assert recognise_key("open", secret) is None


def test_conflicts_tell_nothing_that_is_sealed(event: Event, secret: str) -> None:
    sent = written(event, secret)
    receive(key=key(event), secret=secret, file=sent, receipt=0)
    Round.objects.filter(number=2).update(certificate={"seed": "4711"}, kept=["x"])
    with pytest.raises(ConflictsError) as found:
        receive(key=key(event), secret=secret, file=sent, receipt=1)
    (conflict,) = found.value.conflicts
    assert "certificate: …" in conflict.here
    assert "4711" not in str(conflict)
