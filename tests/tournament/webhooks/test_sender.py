"""Messages reach a real receiver that drops, delays, refuses, redirects and floods: signed, with
one id, tried again after a growing wait, and never in the way of others."""

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tests.tournament.webhooks.receiving import (
    is_signed,
    published,
    receiving,
    sent,
    states,
    webhook_to,
)
from tournament.events.services.announcements import announce, withdraw_announcement
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Event, Webhook, WebhookAttempt, WebhookMessage
from tournament.people.services.entries import update_entry
from tournament.standings.services.reveal import freeze_results, reveal_places
from tournament.webhooks.connecting import CheckedConnection
from tournament.webhooks.sender import Sender
from tournament.webhooks.services import outbox
from tournament.webhooks.services.addresses import (
    remove_webhook,
    resume_webhook,
    rotate_secret,
    send_again,
    send_test,
)
from tournament.webhooks.services.outbox import BACK_OFF, LEASE, SETTLED, claim_messages

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


@pytest.fixture(autouse=True)
def _inward(settings: Any) -> None:
    settings.WEBHOOKS_INWARD = True


@pytest.fixture
def event() -> Event:
    event = make_event(players=8)
    published(event)
    return event


def attempts() -> list[tuple[int | None, int]]:
    return [(each.code, each.number) for each in WebhookAttempt.objects.order_by("pk")]


def test_a_message_is_signed_and_says_what_the_public_sees(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as receiver:
        webhook = webhook_to(event, receiver.url)
        seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        published(event)
        sent()
    (message,) = receiver.received
    assert is_signed(message, webhook.secret)
    assert not is_signed({**message, "body": message["body"] + " "}, webhook.secret)
    body = json.loads(message["body"])
    found = WebhookMessage.objects.get()
    assert body["id"] == message["headers"]["webhook-id"] == found.public_id
    assert body["type"] == "draw.published"
    assert body["event"] == {"slug": "open", "name": "Open"}
    assert body["link"] == "http://localhost:8000/e/open/r/1/"
    assert body["data"] == {"round": 1, "tables": 2}
    assert states(webhook) == [("draw.published", "sent", 1)]
    assert attempts() == [(204, 1)]


def test_what_was_not_answered_is_sent_again_with_the_same_id(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, "drop", "lose", "500", "429") as receiver:
        webhook = webhook_to(event, receiver.url)
        announce(event=event, text="Lunch", by=BY)
        published(event)
        later = 0.0
        for wait in (0, *BACK_OFF[:4]):
            if wait:
                sent(later=later + wait - 1)
            later += wait
            sent(later=later)
    assert len(receiver.ids) == 4
    assert len(set(receiver.ids)) == 1
    assert attempts() == [(None, 1), (None, 2), (500, 3), (429, 4), (204, 5)]
    assert json.loads(receiver.received[0]["body"])["data"]["text"] == "Lunch"
    assert states(webhook) == [("announcement.sent", "sent", 5)]
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.leased_at) == (0, None, None)


def test_an_address_that_is_silent_for_a_day_is_switched_off(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, *["500"] * 40) as receiver:
        webhook = webhook_to(event, receiver.url)
        send_test(webhook=webhook, by=BY)
        for hour in range(30):
            sent(later=hour * 3600)
        assert states(webhook)[0][1] == "failed"
        webhook.refresh_from_db()
        assert webhook.off == "silent"
        tries = len(receiver.received)
        assert 6 < tries < 20
        sent(later=5 * DAY)
        assert len(receiver.received) == tries
    assert AuditEntry.objects.filter(action="switch off", by="webhooks").count() == 1


def test_an_address_that_is_gone_is_told_nothing_until_it_is_switched_on(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path, "410") as receiver:
        webhook = webhook_to(event, receiver.url)
        announce(event=event, text="Lunch", by=BY)
        published(event)
        sent()
        webhook.refresh_from_db()
        assert webhook.off == "gone"
        announce(event=event, text="Not told", by=BY)
        published(event)
        sent(later=DAY / 2)
        assert len(receiver.received) == 1
        resume_webhook(webhook=webhook, by=BY)
        sent()
    assert len(set(receiver.ids)) == 1
    assert states(webhook) == [("announcement.sent", "sent", 2)]


def test_a_redirect_is_not_followed(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, name="inside") as inside:
        with receiving(tmp_path, f"redirect:{inside.url}") as receiver:
            send_test(webhook=webhook_to(event, receiver.url), by=BY)
            sent()
        assert len(receiver.received) == 1
        assert inside.received == []
    assert attempts() == [(307, 1)]


@pytest.mark.parametrize("tell", ["trickle", "delay:5"])
def test_an_answer_that_takes_too_long_is_cut_off(
    event: Event, tmp_path: Path, tell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CheckedConnection, "seconds", 0.3)
    with receiving(tmp_path, tell) as receiver:
        send_test(webhook=webhook_to(event, receiver.url), by=BY)
        sent()
    assert attempts() == [(None, 1)]


def test_a_refusal_that_takes_too_long_is_cut_off(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CheckedConnection, "seconds", 0.3)
    with receiving(tmp_path, "drip") as receiver:
        send_test(webhook=webhook_to(event, receiver.url), by=BY)
        sent()
    attempt = WebhookAttempt.objects.get()
    assert attempt.code == 500
    assert 0 < len(attempt.answer) < 50


def test_a_name_that_is_resolved_slowly_leaves_no_more_time(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve = socket.getaddrinfo

    def slowly(*given: Any, **named: Any) -> Any:
        time.sleep(0.5)
        return resolve(*given, **named)

    monkeypatch.setattr(CheckedConnection, "seconds", 0.3)
    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    with receiving(tmp_path, "trickle") as receiver:
        send_test(webhook=webhook_to(event, receiver.url), by=BY)
        sent()
    assert attempts() == [(None, 1)]


def test_no_more_of_an_answer_is_read_than_its_beginning(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, "flood") as receiver:
        send_test(webhook=webhook_to(event, receiver.url), by=BY)
        sent()
    attempt = WebhookAttempt.objects.get()
    assert (attempt.code, attempt.answer) == (500, "x" * 200)


def test_a_slow_address_holds_up_no_other(event: Event, tmp_path: Path) -> None:
    with (
        receiving(tmp_path, "delay:30", name="slow") as slow,
        receiving(tmp_path, name="quick") as quick,
    ):
        webhook_to(event, slow.url)
        webhook = webhook_to(event, quick.url)
        seat_round(event, 1, (1, 2, 3, 4))
        announce(event=event, text="Lunch", by=BY)
        published(event)
        sender = Sender()
        while [state for _kind, state, _tries in states(webhook)] != ["sent", "sent"]:
            sender.step(now=timezone.now())
            sender.wait(1)
        assert len(slow.received) <= 1
        assert not sender.is_idle
    assert quick.kinds == ["draw.published", "announcement.sent"]


def test_the_old_secret_signs_for_a_day(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as receiver:
        webhook = webhook_to(event, receiver.url)
        old, new = webhook.secret, rotate_secret(webhook=webhook, by=BY).secret
        send_test(webhook=webhook, by=BY)
        sent()
        Webhook.objects.update(rotated_at=webhook.created_at.replace(year=2020))
        send_again(message=WebhookMessage.objects.get(), by=BY)
        sent()
    during, after = receiver.received
    assert old != new
    assert [is_signed(during, old), is_signed(during, new)] == [True, True]
    assert [is_signed(after, old), is_signed(after, new)] == [False, True]


def test_an_address_that_is_not_allowed_any_more_is_not_sent_to(
    event: Event, tmp_path: Path, settings: Any
) -> None:
    with receiving(tmp_path) as receiver:
        send_test(webhook=webhook_to(event, receiver.url), by=BY)
        settings.WEBHOOKS_INWARD = False
        sent()
        assert receiver.received == []
    attempt = WebhookAttempt.objects.get()
    assert attempt.answer == "Write an address that begins with https://."
    assert attempt.message.status == "waiting"


def test_what_is_hidden_again_before_it_is_sent_is_not_told(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as receiver:
        webhook = webhook_to(event, receiver.url)
        withdrawn = announce(event=event, text="Ada is ill", by=BY)
        seat_round(event, 1, (1, 2, 3, 4))
        published(event)
        withdraw_announcement(announcement=withdrawn, by=BY)
        sent()
        sent()
        update_event(event=event, published=False, by=BY)
        send_again(message=WebhookMessage.objects.get(kind="draw.published"), by=BY)
        sent()
    assert receiver.kinds == ["draw.published"]
    assert {state for _kind, state, _tries in states(webhook)} == {"dropped"}


def test_results_and_standings_go_out_as_the_public_sees_them_now(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path, "500", "500") as receiver:
        webhook_to(event, receiver.url, "result.confirmed")
        webhook_to(event, f"{receiver.url}/2", "standings.changed")
        round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        published(event)
        before = timezone.now()
        finish(table_of(round_, 1), 40, 30, 20, 10)
        between = timezone.now()
        finish(table_of(round_, 2), 40, 30, 20, 10)
        published(event)
        sent(later=60)
        assert attempts() == [(500, 1), (500, 1)]
        freeze_results(event=event, at=between, by=BY)
        published(event)
        sent(later=120)
        bodies = [json.loads(each["body"]) for each in receiver.received[2:]]
        told = {body["type"]: body["data"] for body in bodies}
        assert [each["table"] for each in told["result.confirmed"]["results"]] == [1]
        assert told["standings.changed"]["tables_finished"] == 1
        assert told["standings.changed"]["rows"][4]["points"] == "0"
        freeze_results(event=event, at=before, by=BY)
        published(event)
        for message in WebhookMessage.objects.all():
            send_again(message=message, by=BY)
        so_far = len(receiver.received)
        for _each in range(3):
            sent(later=180)
        assert len(receiver.received) == so_far
    assert set(WebhookMessage.objects.values_list("status", flat=True)) == {"dropped"}


def test_places_that_are_hidden_again_are_not_told(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as receiver:
        freeze_results(event=event, by=BY)
        webhook_to(event, receiver.url, "standings.changed")
        finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
        reveal_places(event=event, up_to=2, seen=None, by=BY)
        published(event)
        reveal_places(event=event, up_to=None, seen=2, by=BY)
        published(event)
        sent(later=60)
    assert receiver.received == []


def test_a_name_is_the_public_one_of_the_moment_of_sending(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as receiver:
        webhook_to(event, receiver.url, "result.confirmed")
        round_ = seat_round(event, 1, (1, 2, 3, 4))
        published(event)
        finish(table_of(round_), 40, 30, 20, 10)
        published(event)
        update_entry(entry=event.entries.get(seed=1), name_display="number", by=BY)
        sent()
    (message,) = receiver.received
    assert "Player 1" not in message["body"]
    seats = json.loads(message["body"])["data"]["results"][0]["seats"]
    assert [seat["name"] for seat in seats] == ["№\xa01", "Player 2", "Player 3", "Player 4"]


def test_discord_gets_a_text_that_mentions_nobody(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, "404") as receiver:
        webhook = webhook_to(event, receiver.url, format="discord")
        announce(event=event, text="@everyone *look* [here](https://x.example)", by=BY)
        published(event)
        sent()
    body = json.loads(receiver.received[0]["body"])
    assert body["content"] == r"\@everyone \*look\* \[here\]\(https\://x.example\)"
    assert body["allowed_mentions"] == {"parse": []}
    assert body["embeds"][0]["url"] == "http://localhost:8000/e/open/"
    webhook.refresh_from_db()
    assert webhook.off == "gone"


def test_an_address_is_claimed_once_until_its_process_is_lost(event: Event) -> None:
    webhook = webhook_to(event, "http://127.0.0.1:9/")
    send_test(webhook=webhook, by=BY)
    now = WebhookMessage.objects.get().due_at
    assert len(claim_messages(now=now, most=5)) == 1
    assert claim_messages(now=now + LEASE / 2, most=5) == []
    (again,) = claim_messages(now=now + LEASE, most=5)
    assert again.tries == 2


def test_standings_that_come_while_a_message_is_claimed_are_not_lost(event: Event) -> None:
    webhook_to(event, "http://127.0.0.1:9/", "standings.changed")
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(table_of(round_, 1), 40, 30, 20, 10)
    published(event)
    finish(table_of(round_, 2), 40, 30, 20, 10)

    def publish_before(execute: Any, sql: str, *given: Any) -> Any:
        if sql.startswith("UPDATE") and '"tries"' in sql.partition("WHERE")[0]:
            published(event)
        return execute(sql, *given)

    now = WebhookMessage.objects.get().due_at
    with connection.execute_wrapper(publish_before):
        (claimed,) = claim_messages(now=now, most=5)
    told = [claimed, *WebhookMessage.objects.exclude(pk=claimed.pk)]
    assert [each.facts["tables_finished"] for each in told] == [2]


@pytest.mark.parametrize("removed", [False, True])
def test_an_address_for_which_too_much_waits_is_switched_off_once_it_is_published(
    event: Event,
    removed: bool,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    webhook = webhook_to(event, "http://127.0.0.1:9/")
    monkeypatch.setattr(outbox, "MAX_WAITING", 0)
    announce(event=event, text="Lunch", by=BY)
    with django_capture_on_commit_callbacks() as callbacks:
        published(event)
    assert Webhook.objects.get().off == ""
    if removed:
        remove_webhook(webhook=webhook, by=BY)
    for callback in callbacks:
        callback()
    assert [each.off for each in Webhook.objects.all()] == ([] if removed else ["full"])
    assert event.versions.count() == 2


def test_standings_settle_and_are_told_once(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as receiver:
        webhook_to(event, receiver.url, "standings.changed")
        round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        published(event)
        for table in (1, 2):
            finish(table_of(round_, table), 40, 30, 20, 10)
            published(event)
        sent()
        assert receiver.received == []
        sent(later=SETTLED.total_seconds() + 1)
    (message,) = receiver.received
    data = json.loads(message["body"])["data"]
    assert (data["tables_finished"], len(data["rows"])) == (2, 8)
