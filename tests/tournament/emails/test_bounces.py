"""E-mails that come back later: their addresses are marked, by hand or from the mailbox of who
sends, and nothing more goes there."""

import datetime as dt
import io
from email import message_from_string
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.accounts import signed_in
from tests.tournament.making import BY, seat_round
from tests.tournament.registering import confirmed, mailed, open_event
from tournament.emails.bounces import bounce_in
from tournament.models import AuditEntry, Email
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db
EMAILS = "/organise/open/players/emails/"


@pytest.fixture
def sent() -> Email:
    """The e-mail with her personal link that Ada got, as far as we know."""
    confirmed(open_event(), "Ada Lovelace", "ada@example.org")
    mailed()
    return Email.objects.get(kind="entered")


def report(email: Email, action: str = "failed", returned: str = "message/rfc822") -> str:
    """What a mail server sends back."""
    head = f"Message-ID: <{email.key}@localhost>\nSubject: You are registered\n"
    return f"""From: MAILER-DAEMON@mx.example.org
To: treasurer@localhost
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; somebody@elsewhere.example
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.org>:
    no such mailbox

--b
Content-Type: {returned}

{head}
Hello Ada

--b--
"""


def read(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the command says of a message on its standard input."""
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    call_command("read_bounces", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("returned", ["message/rfc822", "text/rfc822-headers"])
def test_a_report_marks_the_address_and_nothing_more_goes_there(
    sent: Email, returned: str, monkeypatch: pytest.MonkeyPatch, django_user_model: Any
) -> None:
    entry = sent.entry
    assert entry is not None
    assert "1 e-mail came back" in read(report(sent, returned=returned), monkeypatch)
    sent.refresh_from_db()
    assert (sent.status, sent.answer) == (
        "refused",
        "550 5.1.1 <ada@example.org>: no such mailbox",
    )
    organiser = signed_in(django_user_model.objects.create_superuser("olga"))
    assert "E-mail address refused" in organiser.get("/organise/open/players/").content.decode()
    confirmed(entry.event, "Bea Two", "bea@example.org")
    seat_round(entry.event, 1, (1, 2))
    later = mailed(later=dt.timedelta(minutes=1))
    assert {message.to[0] for message in later} == {"bea@example.org"}
    assert "0 e-mails came back" in read(report(sent), monkeypatch)
    assert AuditEntry.objects.filter(action="email came back").count() == 1


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "expanded", ""])
def test_one_that_is_only_late_marks_nothing(
    sent: Email, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "0 e-mails" in read(report(sent, action), monkeypatch)
    sent.refresh_from_db()
    assert sent.status == "sent"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not a message",
        "Subject: I am away\n\nUntil Monday.",
        "Content-Type: message/delivery-status\n\n",
        "Content-Type: multipart/report; boundary=b\n\n--b\n",
        "Content-Type: message/rfc822\n\nMessage-ID: <00000000-x@y>\n\n",
    ],
)
def test_what_is_no_report_of_ours_is_left_alone(text: str) -> None:
    assert bounce_in(message_from_string(text)) is None


def test_nobody_marks_an_address_without_having_had_its_email(
    sent: Email, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Email(key="8f2c4a34-6f37-4a3a-9dbd-8f6f3c1c2a11")
    assert "0 e-mails" in read(report(other), monkeypatch)


def test_a_mailbox_of_several_is_read_and_one_that_is_not_there_named(
    sent: Email, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bounces.mbox"
    one = "From MAILER-DAEMON Mon Nov 23 12:00:00 2026\n"
    away = one + "Subject: I am away\n\nUntil Monday.\n\n"
    file.write_text(away + one + report(sent) + "\n" + one + report(sent))
    call_command("read_bounces", str(file))
    assert "1 e-mail came back" in capsys.readouterr().out
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("read_bounces", str(tmp_path / "none"))


def test_by_hand_twice_and_sent_again(sent: Email, django_user_model: Any) -> None:
    organiser = signed_in(django_user_model.objects.create_superuser("olga"))
    assert "It came back" in organiser.get(EMAILS).content.decode()
    for _press in range(2):
        page = organiser.post(f"{EMAILS}returned/", {"email": sent.pk}, follow=True)
        assert "Nothing more is sent to ada@example.org" in page.content.decode()
    assert AuditEntry.objects.filter(action="refuse email").count() == 1
    organiser.post(f"{EMAILS}again/", {"email": sent.pk})
    late = organiser.post(f"{EMAILS}returned/", {"email": sent.pk}, follow=True)
    assert "cannot come back" in late.content.decode()
    assert [message.to for message in mailed()] == [["ada@example.org"]]


def test_a_late_report_says_nothing_of_the_address_that_was_given_since(
    sent: Email, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = sent.entry
    assert entry is not None
    update_entry(entry=entry, email="new@example.org", by=BY)
    read(report(sent), monkeypatch)
    entry.refresh_from_db()
    assert entry.refused_email == ""
