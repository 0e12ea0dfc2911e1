"""Which e-mails are sent, when, to whom and how often; what they say and carry."""

import datetime as dt
import re
import smtplib

import pytest
from django.core import mail
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, entry, finish, plan, seat_round, table_of
from tests.tournament.registering import confirmed, drop, mailed, open_event, registered
from tournament.accounts.services.members import invite, withdraw_invitation
from tournament.emails import mailer, sending
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Email, Entry, Event, Result, Round
from tournament.outbox.selectors.due_corrections import GRACE as GRACE_OF_CORRECTION
from tournament.outbox.selectors.due_emails import GRACE
from tournament.outbox.services import (
    LOST_AFTER,
    RETRY_AFTER,
    claim_emails,
    queue_due_emails,
    send_again,
)
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.personal_links import entry_by
from tournament.people.services.registration import confirm_registration, registration_by
from tournament.rounds.services import clock
from tournament.rounds.services.rounds import publish_round, set_seats, unpublish_round
from tournament.rounds.services.start import announce_start

pytestmark = pytest.mark.django_db
NOT_FAILING = dt.timedelta(days=1)


@pytest.fixture
def event():
    """Four players: the first and the third wish e-mails."""
    event = open_event()
    for number, wishes in enumerate((True, False, True, False), start=1):
        added = add_entry(
            event=event, name=f"Player {number}", email=f"p{number}@example.org", by=BY
        )
        update_entry(entry=added, gets_emails=wishes, language="en", by=BY)
    return event


def told(messages) -> list[tuple[str, str]]:
    return [(message.to[0], message.subject) for message in messages]


def addresses_in(message) -> list[str]:
    return re.findall(r"http://localhost:8000(/\S+)", message.body)


def start_round(event, number=1, *tables):
    """A published round, as long ago as the mailer waits for a mis-click."""
    round_ = seat_round(event, number, *(tables or ((1, 2, 3, 4),)))
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - GRACE)
    return Round.objects.get(pk=round_.pk)


def test_the_link_to_confirm_leads_there_and_repeats_nothing_that_was_typed():
    event = open_event()
    found = registered(event, "Buy cheap pills", club="pills.example")
    (message,) = mailed()
    assert told([message]) == [("buy@example.org", "Confirm your registration: Open")]
    assert "pills" not in f"{message.body}{message.subject}"
    assert registration_by(addresses_in(message)[0].split("/")[-2]) == found
    assert mailed() == []


def test_who_is_entered_gets_the_personal_link_and_it_stays_the_same():
    event = open_event()
    found = confirmed(event, "Ada Lovelace")
    (message,) = mailed()
    (link,) = addresses_in(message)
    assert entry_by(link.split("/")[-2]) == found.entry
    assert message.extra_headers["List-Unsubscribe"] == f"<http://localhost:8000{link}>"
    registered(event, "Ada Lovelace")
    (known,) = mailed()
    assert known.subject == "You are registered: Open"
    assert addresses_in(known) == [link]


def test_a_link_is_sent_to_one_address_only(event):
    """Whoever reads the former address, mistyped or given up, opens nothing any more."""
    start_round(event)
    former = addresses_in(mailed()[0])[-1]
    update_entry(entry=entry(event, 1), email="new@example.org", by=BY)
    start_round(event, 2)
    message = next(each for each in mailed() if each.to == ["new@example.org"])
    assert entry_by(former.split("/")[-2]) is None
    assert entry_by(addresses_in(message)[-1].split("/")[-2]) == entry(event, 1)


def test_an_email_that_waited_gives_no_link_to_a_former_address(event, answering):
    start_round(event)
    answering(smtplib.SMTPServerDisconnected())
    mailed()
    update_entry(entry=entry(event, 1), email="new@example.org", by=BY)
    answering()
    later = dt.timedelta(minutes=RETRY_AFTER[0])
    assert "p1@example.org" not in [to for to, _subject in told(mailed(later=later))]


def test_every_email_has_the_headers_of_automatic_mail(event):
    start_round(event)
    message = mailed()[0]
    key = Email.objects.earliest("pk").key
    assert message.extra_headers["Message-ID"] == f"<{key}@localhost>"
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert "List-Unsubscribe-Post" not in message.extra_headers  # without HTTPS
    assert message.content_subtype == "plain"


def test_one_click_is_offered_by_https(event, settings):
    settings.SITE_ORIGIN = "https://play.example.org"
    start_round(event)
    headers = mailed()[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["List-Unsubscribe"].startswith("<https://play.example.org/me/")


def test_seats_are_told_once_to_those_who_wish_it(event):
    round_ = start_round(event)
    messages = mailed()
    assert told(messages) == [
        ("p1@example.org", "Your seat: round 1, table 1"),
        ("p3@example.org", "Your seat: round 1, table 1"),
    ]
    assert "Round 1: table 1\nCompetitor, number 1 in the order of play" in messages[0].body
    assert mailed() == []
    unpublish_round(round=round_, by=BY)
    publish_round(round=Round.objects.get(pk=round_.pk), by=BY)
    assert mailed(later=GRACE) == []


def test_only_what_changed_is_told_again(event):
    round_ = start_round(event, 1, (1, 2), (3, 4))
    mailed()
    unpublish_round(round=round_, by=BY)
    round_ = Round.objects.get(pk=round_.pk)
    tables = [plan(event, 1, 1, 2), plan(event, 2, 4, 3)]
    set_seats(round=round_, tables=tables, by=BY)
    publish_round(round=Round.objects.get(pk=round_.pk), by=BY)
    assert told(mailed(later=GRACE)) == [
        ("p3@example.org", "Your seat has changed: round 1, table 2")
    ]


def test_a_seat_that_changes_days_after_publication_is_told_again(event):
    round_ = start_round(event, 1, (1, 2), (3, 4))
    mailed()
    days_ago = timezone.now() - dt.timedelta(days=3)
    Round.objects.update(published_at=days_ago, seats_changed_at=days_ago)
    assert mailed() == []
    tables = [plan(event, 1, 1, 2), plan(event, 2, 4, 3)]
    set_seats(round=Round.objects.get(pk=round_.pk), tables=tables, by=BY)
    assert told(mailed()) == [("p3@example.org", "Your seat has changed: round 1, table 2")]


def test_a_round_published_by_mistake_is_told_to_nobody(event):
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    assert mailed() == []
    unpublish_round(round=round_, by=BY)
    assert mailed(later=GRACE) == []


def test_a_seat_that_changed_before_it_was_sent_is_told_as_it_is(event):
    round_ = start_round(event, 1, (1, 2), (3, 4))
    queue_due_emails(now=timezone.now())
    tables = [plan(event, 1, 3, 2), plan(event, 2, 1, 4)]
    set_seats(round=round_, tables=tables, by=BY)
    messages = mailed()
    assert told(messages) == [
        ("p3@example.org", "Your seat: round 1, table 1"),
        ("p1@example.org", "Your seat: round 1, table 2"),
    ]
    assert Email.objects.filter(status="dropped").count() == 2


@pytest.mark.parametrize(
    "changes", [{"published": False}, {"sends_emails": False}], ids=["hidden", "switched off"]
)
def test_hidden_events_and_those_without_emails_send_none(event, changes):
    start_round(event)
    queue_due_emails(now=timezone.now())
    update_event(event=event, by=BY, **changes)
    assert mailed() == []
    Email.objects.all().delete()
    assert mailed() == []
    assert not Email.objects.exists()


def test_a_hidden_event_writes_to_nobody_who_registered():
    event = open_event()
    registered(event, "Ada Lovelace")
    update_event(event=event, published=False, by=BY)
    assert mailed() == []
    assert Email.objects.get().status == "dropped"


def test_who_drops_out_wishes_no_more_or_has_played_is_not_told(event):
    start_round(event, 1, (1, 2), (3, 4))
    drop(event, 3)
    update_entry(entry=entry(event, 1), gets_emails=False, by=BY)
    update_entry(entry=entry(event, 2), gets_emails=True, language="fr", by=BY)
    finish(table_of(Round.objects.get()), 2, 1)
    assert mailed() == []


def corrected(event):
    """A round of four with its result, and another one two minutes ago."""
    table = table_of(start_round(event))
    finish(table, 400, 300, 200, 100)
    finish(table, 300, 400, 200, 100)
    mailed()
    return table


def age(table):
    Result.objects.filter(table=table).update(confirmed_at=timezone.now() - GRACE_OF_CORRECTION)


def test_a_correction_is_told_once_to_its_players_who_wish_it(event):
    table = corrected(event)
    assert mailed() == []  # it may be corrected again at once
    age(table)
    messages = mailed()
    assert told(messages) == [
        ("p1@example.org", "Corrected result: round 1, table 1"),
        ("p3@example.org", "Corrected result: round 1, table 1"),
    ]
    assert addresses_in(messages[0])[0].startswith("/me/")
    assert mailed() == []
    finish(table, 400, 300, 200, 100)
    age(table)
    assert len(mailed()) == 2
    assert Email.objects.filter(kind="correction", status="sent").count() == 4


def test_a_first_result_is_no_correction(event):
    table = table_of(start_round(event))
    mailed()
    finish(table, 400, 300, 200, 100)
    age(table)
    assert mailed() == []


@pytest.mark.parametrize(
    "hidden",
    [
        {"sends_emails": False},
        {"published": False, "practice": True},
        {"published": False},
        {"frozen_at": timezone.now() - dt.timedelta(days=1)},
        {"called_off": "cancelled", "called_off_reason": "Flood"},
    ],
)
def test_nobody_is_told_of_a_correction_that_is_hidden_or_where_no_emails_are_sent(event, hidden):
    table = corrected(event)
    age(table)
    Event.objects.update(**hidden)
    assert mailed() == []
    assert not Email.objects.filter(kind="correction").exists()


def test_a_correction_that_was_hidden_before_it_was_sent_is_dropped(event):
    table = corrected(event)
    age(table)
    queue_due_emails(now=timezone.now())
    Event.objects.update(frozen_at=timezone.now() - dt.timedelta(days=1))
    assert mailed() == []
    assert set(Email.objects.filter(kind="correction").values_list("status", flat=True)) == {
        "dropped"
    }
    Event.objects.update(frozen_at=None)
    assert len(mailed()) == 2


def test_who_is_told_by_email_is_kept_with_the_correction(event):
    corrected(event)
    row = AuditEntry.objects.get(action="correct")
    assert present(row.after)["told"] == {
        "tablets": [],
        "players": ["p01", "p02", "p03", "p04"],
        "links": [],
        "emails": ["p01", "p03"],
        "public": True,
    }


def test_a_start_is_told_five_minutes_before_and_again_only_when_it_moves(event):
    round_ = start_round(event)
    mailed()
    now = timezone.now()
    announce_start(round_=round_, at=now + dt.timedelta(minutes=10), by=BY)
    assert mailed() == []
    messages = mailed(later=dt.timedelta(minutes=5))
    assert [to for to, _subject in told(messages)] == ["p1@example.org", "p3@example.org"]
    assert messages[0].subject.startswith("Round 1 begins at ")
    assert "You sit at table 1." in messages[0].body
    assert mailed(later=dt.timedelta(minutes=6)) == []
    announce_start(round_=round_, at=now + dt.timedelta(minutes=20), by=BY)
    assert len(mailed(later=dt.timedelta(minutes=16))) == 2


def test_a_round_that_has_begun_is_not_about_to(event):
    round_ = start_round(event)
    mailed()
    announce_start(round_=round_, at=timezone.now() + dt.timedelta(minutes=4), by=BY)
    clock.step_clock(round_=round_, step="start", by=BY)
    assert mailed() == []


def test_texts_are_in_the_language_of_the_registration():
    event = open_event(registration_limit=1)
    for name, language in (("Ada One", "fr"), ("Bea Two", "ru")):
        confirm_registration(registration=registered(event, name, language=language))
    subjects = [message.subject for message in mailed()]
    assert subjects[0].startswith("Inscription enregistrée")
    assert subjects[1].startswith("Вы в листе ожидания")


def test_more_than_are_sent_at_once_are_sent_at_once_after(event, monkeypatch):
    monkeypatch.setattr(mailer, "MAX_AT_ONCE", 1)
    start_round(event)
    found = mailer.Mailer()
    monkeypatch.setattr(mailer, "claim_emails", lambda *, now: claim_emails(now=now, most=1))
    now = timezone.now()
    assert found.step(now=now) == found.step(now=now) == mailer.SHORT_NAP_SECONDS
    assert found.step(now=now) == mailer.NAP_SECONDS
    assert len(mail.outbox) == 2


class Server:
    """A mail server that answers what it is told to, in the place of a connection."""

    def __init__(self, *answers: Exception | None) -> None:
        self.answers = list(answers)

    def send_messages(self, messages) -> int:
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            raise answer
        mail.outbox.extend(messages)
        return 1

    def close(self) -> None:
        return None


@pytest.fixture
def answering(monkeypatch):
    def set_answers(*answers):
        monkeypatch.setattr(mailer, "get_connection", lambda: Server(*answers))

    return set_answers


def refused(code: int) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused({"p1@example.org": (code, b"no such\r\nmailbox")})


def test_a_refused_address_marks_the_player_and_is_left_alone(event, answering):
    start_round(event)
    answering(refused(550))
    assert [to for to, _subject in told(mailed())] == ["p3@example.org"]
    email = Email.objects.get(address="p1@example.org")
    assert (email.status, email.answer) == ("refused", "550 no such  mailbox")
    assert entry(event, 1).email_is_refused
    answering()
    assert mailed(later=NOT_FAILING / 2) == []
    update_entry(entry=entry(event, 1), email="new@example.org", by=BY)
    assert not entry(event, 1).email_is_refused
    assert [to for to, _subject in told(mailed())] == ["new@example.org"]


def test_the_staff_can_send_a_refused_one_again(event, answering):
    start_round(event)
    answering(refused(550))
    mailed()
    answering()
    send_again(email=Email.objects.get(status="refused"), by=BY)
    assert not entry(event, 1).email_is_refused
    assert [to for to, _subject in told(mailed())] == ["p1@example.org"]
    with pytest.raises(Exception, match="has not failed"):
        send_again(email=Email.objects.get(address="p1@example.org"), by=BY)


@pytest.mark.parametrize(
    "answer",
    [
        refused(450),
        smtplib.SMTPDataError(451, b"later"),
        smtplib.SMTPServerDisconnected("gone"),
        ConnectionRefusedError(111, "refused"),
        smtplib.SMTPAuthenticationError(535, b"wrong password"),
    ],
    ids=["greylisted", "data", "disconnected", "refused", "password"],
)
def test_what_may_pass_is_tried_again_and_marks_nobody(event, answering, answer):
    start_round(event)
    answering(answer)
    mailed()
    assert not Entry.objects.exclude(refused_email="").exists()
    email = Email.objects.get(address="p1@example.org")
    assert (email.status, email.attempts) == ("waiting", 1)
    answering()
    assert "p1@example.org" in [
        to for to, _subject in told(mailed(later=dt.timedelta(minutes=RETRY_AFTER[0])))
    ]


def test_a_server_that_is_away_is_asked_once_a_look(event, answering):
    start_round(event)
    answering(ConnectionRefusedError(), AssertionError("asked again"))
    mailed()
    assert set(Email.objects.values_list("status", flat=True)) == {"waiting"}


def test_after_as_many_attempts_it_has_failed(event, answering):
    start_round(event)
    now = timezone.now()
    for minutes in (0, *RETRY_AFTER):
        now += dt.timedelta(minutes=minutes)
        answering(OSError("away"))
        mailer.Mailer().step(now=now)
    assert set(Email.objects.values_list("status", flat=True)) == {"failed"}


def test_one_that_a_dead_process_left_is_sent_by_another(event):
    start_round(event)
    now = timezone.now()
    queue_due_emails(now=now)
    assert len(claim_emails(now=now)) == 2
    assert claim_emails(now=now) == []
    assert mailed() == []
    assert len(mailed(later=LOST_AFTER)) == 2


def test_an_invitation_is_sent_while_it_is_open(event):
    made = invite(event=event, role="registrar", email="rita@example.org", by=BY)
    gone = invite(event=event, role="reader", email="gone@example.org", by=BY)
    withdraw_invitation(invitation=gone.invitation, by=BY)
    (message,) = mailed()
    assert message.to == ["rita@example.org"]
    assert addresses_in(message) == [f"/organise/join/{made.token}/"]
    assert "Registrar" in message.body


def test_a_subject_is_one_line():
    event = open_event(name="Spring\u00a0Open")
    registered(event, "Ada Lovelace")
    assert "\n" not in mailed()[0].subject


def test_an_unexpected_answer_is_one_line():
    server = Server(smtplib.SMTPDataError(554, b"spam\r\nRCPT"))
    answer = sending.send(mail.EmailMessage("x", "y", to=["a@example.org"]), server)
    assert (answer.outcome, answer.text) == (sending.Outcome.FAILED, "554 spam  RCPT")


def test_looking_costs_the_same_for_many_events(event, django_assert_num_queries):
    start_round(event)
    mailed()
    for number in range(3):
        open_event(f"other-{number}")
    steady = mailer.Mailer()
    steady.step(now=timezone.now())
    with django_assert_num_queries(7):
        steady.step(now=timezone.now())
