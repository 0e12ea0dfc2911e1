"""What is old goes by itself, what is fresh stays, and every table is known to do either."""

import datetime as dt
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.utils import timezone

from config import clean_up as module
from config.clean_up import clean_up
from referee.devices.paired import open_log
from referee.models import Pairing
from tests.tournament.making import BY, make_event, seat_round, table_of
from tournament.backups import files as backup_files
from tournament.models import (
    ArchiveJob,
    BackupJob,
    DrawJob,
    Email,
    Event,
    Invitation,
    Mailing,
    PersonalLink,
    PublicVersion,
    PushSubscription,
    Registration,
    WebhookAttempt,
    WebhookMessage,
)
from tournament.webhooks.services.addresses import add_webhook

pytestmark = pytest.mark.django_db
OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
NOW = timezone.now()
AGO = dt.timedelta(days=100)
KEPT = {
    "referee": "apikey call collectedcorrection device fairnessstudy gamelog gamerecord livechance"
    " loggedevent setaside setasideevent tablecode turningpoints uploadkey uploadtarget",
    "tournament": "announcement auditentry authenticatorapp careerentry clockentry"
    " conflictingresult cut entry event handprize membership papersheet passkey penalty person"
    " personallink playerreport recoverycode result resultcorrection round roundabsence seal"
    " season seasonevent seasonjoin seasonrating seat seatresult table webhook",
    # What people are signed in with, and what the admin's history is of.
    "auth": "group permission user",
    "admin": "logentry",
    "contenttypes": "contenttype",
}
"""Tables of events and accounts: what is in them goes with those, by somebody's hand."""
ELSEWHERE = {
    "tournament.change": "the publisher",
    "referee.outbox": "the publisher",
    "tournament.publisherlease": "one row, which is written over",
    "tournament.accountsession": "goes with its session",
    "tournament.webhookattempt": "goes with its message",
    "axes.accessattemptexpiration": "goes with its attempt",
    "axes.accesslog": "AXES_DISABLE_ACCESS_LOG: it has no rows",
}


def event_of(age: dt.timedelta) -> Event:
    """An event that ended so long ago."""
    slug, day = f"days-{age.days}", (NOW - age).date()
    return Event.objects.filter(slug=slug).first() or make_event(
        slug, players=4, starts_on=day, ends_on=day
    )


def round_of(age: dt.timedelta) -> Any:
    event = event_of(age)
    return event.rounds.first() or seat_round(event, 1, (1, 2, 3, 4))


def aged(model: type[Model], age: dt.timedelta, column: str, **fields: Any) -> Model:
    """A row whose moment lies so far back, also where that is set by itself."""
    row: Model = model._base_manager.create(**fields)
    model._base_manager.filter(pk=row.pk).update(**{column: NOW - age})
    return row


def registration(age: dt.timedelta) -> Model:
    return Registration.objects.create(
        event=event_of(dt.timedelta(0)),
        name="Ada",
        email=f"ada{age.days}@example.org",
        language="en",
        nonce=f"nonce{age.days}",
        token_hash=f"hash{age.days}",
        registered_at=NOW - age,
    )


def email(age: dt.timedelta, **fields: Any) -> Model:
    more = {"created_at": NOW - age, "due_at": NOW - age, "language": "en", **fields}
    return Email.objects.create(address="ada@example.org", status="sent", **more)


def version(age: dt.timedelta, number: int = 1) -> Model:
    about = {"digest": "d", "snapshot": "{}", "patch": "{}", "created_at": NOW - age}
    return PublicVersion.objects.create(event=event_of(age), number=number, **about)


def old_version(age: dt.timedelta) -> Model:
    """One that a newer one follows."""
    first = version(age)
    version(age, 2)
    return first


def pairing(age: dt.timedelta) -> Model:
    return Pairing.objects.create(
        game=open_log(table=table_of(round_of(age))),
        token_hash=f"hash{age.days}",
        handle=f"H{age.days}",
        created_at=NOW - age,
        expires_at=NOW - age,
    )


def session(age: dt.timedelta) -> Model:
    expires = NOW - age + dt.timedelta(hours=1)
    return Session.objects.create(session_key=f"key{age.days}", expire_date=expires)


def invitation(age: dt.timedelta) -> Model:
    return Invitation.objects.create(
        event=event_of(dt.timedelta(0)),
        role="organiser",
        name="Ada",
        token_hash=f"hash{age.days}",
        nonce=f"nonce{age.days}",
        expires_at=NOW - age + dt.timedelta(days=14),
    )


def person_of(age: dt.timedelta) -> User:
    return User.objects.create(username=f"olga{age.days}")


def webhook_message(age: dt.timedelta) -> Model:
    url = f"https://hooks.example.org/{age.days}"
    fields: Any = {"format": "standard", "language": "en", "kinds": ["draw.published"]}
    webhook = add_webhook(event=event_of(age), url=url, by=BY, **fields)
    message = WebhookMessage.objects.create(
        webhook=webhook, kind="draw.published", at=NOW - age, due_at=NOW - age, status="sent"
    )
    WebhookAttempt.objects.create(message=message, at=NOW - age, number=1, milliseconds=1)
    return message


def push_subscription(age: dt.timedelta) -> Model:
    entry = round_of(age).event.entries.get(seed=1)
    link, _new = PersonalLink.objects.get_or_create(
        entry=entry, token_hash=f"hash{age.days}", nonce="n"
    )
    return PushSubscription.objects.create(
        link=link, endpoint="https://push.example.org/1", language="en", next_at=NOW
    )


ROWS: dict[str, Callable[[dt.timedelta], Model]] = {
    "sessions.session": session,
    "axes.accessattempt": lambda age: aged(
        AccessAttempt, age, "attempt_time", username="ada", failures_since_start=1
    ),
    "axes.accessfailurelog": lambda age: aged(AccessFailureLog, age, "attempt_time"),
    "tournament.registration": registration,
    "tournament.email": lambda age: email(age, kind=Email.Kind.SEAT, event=event_of(age)),
    "tournament.mailing": lambda age: Mailing.objects.create(
        event=event_of(age), subject="Lunch", text="At noon", sent_at=NOW - age
    ),
    "tournament.email (account)": lambda age: email(age, kind=Email.Kind.PASSWORD),
    "tournament.invitation": invitation,
    "tournament.drawjob": lambda age: aged(DrawJob, age, "created_at", round=round_of(age), seed=1),
    "tournament.backupjob": lambda age: aged(BackupJob, age, "created_at", event=event_of(age)),
    "tournament.archivejob": lambda age: aged(
        ArchiveJob, age, "created_at", event=event_of(age), person=person_of(age)
    ),
    "tournament.publicversion": old_version,
    "referee.pairing": pairing,
    "tournament.webhookmessage": webhook_message,
    "tournament.pushsubscription": push_subscription,
}


@pytest.mark.parametrize("kind", ROWS)
def test_what_is_old_goes_and_what_is_fresh_stays(kind: str) -> None:
    old, fresh = ROWS[kind](AGO), ROWS[kind](dt.timedelta(0))
    clean_up(now=NOW)
    found = set(type(old)._base_manager.values_list("pk", flat=True))
    assert old.pk not in found
    assert fresh.pk in found


def test_the_newest_version_of_an_event_stays_however_old_it_is() -> None:
    newest = version(AGO)
    clean_up(now=NOW)
    assert PublicVersion.objects.get() == newest


def test_files_that_nobody_finished_go(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.EMAIL_FOLDER = tmp_path, tmp_path / "mail"
    waiting = BackupJob.objects.create(uploaded=True, restores="open.zip")
    names = (
        "backups/uploads/7.zip",
        "backups/uploads/x.part",
        f"backups/uploads/{waiting.pk}.zip",
        "backups/1/y.part",
        "backups/1/open-20200101T000000Z.zip",
        "mail/1.log",
        "mail/notes.txt",
        "archives/7.zip",
        "archives/x.part",
    )
    fresh = ("backups/uploads/8.zip", "backups/1/z.part", "mail/2.log", "archives/8.zip")
    for name in (*names, *fresh):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        age = AGO if name in names else dt.timedelta(0)
        os.utime(file, ((NOW - age).timestamp(),) * 2)
    clean_up(now=NOW)
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")}
    assert left == {*fresh, names[2], names[4], names[6]}
    assert backup_files.upload_of(waiting.pk).exists()


def test_what_cannot_be_deleted_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[dt.datetime] = []

    def broken(*, now: dt.datetime) -> None:
        raise OSError

    works = (broken, lambda *, now: done.append(now))
    monkeypatch.setattr(module, "_clean_up_steps", lambda: works)
    clean_up(now=NOW)
    assert done == [NOW]


def test_every_table_is_kept_or_cleaned_up_and_said_to_be_so() -> None:
    kept = {f"{app}.{name}" for app, names in KEPT.items() for name in names.split()}
    cleaned = {kind.split()[0] for kind in ROWS}
    known = {model._meta.label_lower for model in apps.get_models()}
    assert not kept & (cleaned | set(ELSEWHERE))
    assert known == kept | cleaned | set(ELSEWHERE)
    (table,) = re.findall(r"## Who deletes what\n.*?(?=\n## )", OPERATIONS.read_text(), re.DOTALL)
    told = set(re.findall(r"`(\w+\.\w+)`", table))
    assert cleaned | set(ELSEWHERE) <= told
