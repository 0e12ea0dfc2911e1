"""The pages of an event's webhooks: added, tried, changed, removed; the secret is shown once."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.accounts import signed_in
from tests.tournament.making import BY, make_event
from tests.tournament.webhooks.receiving import sent, webhook_to
from tournament.models import AuditEntry, Event, Membership, Webhook, WebhookMessage
from tournament.webhooks.services.addresses import MAX_BY_HAND, MAX_WEBHOOKS, switch_off

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/webhooks/"
URL = "https://hooks.example.org/secret-path"
TYPED: dict[str, Any] = {
    "url": URL,
    "format": "standard",
    "language": "en",
    "kinds": ["draw.published", "announcement.sent"],
}


@pytest.fixture
def event() -> Event:
    cache.clear()  # what it counts
    return make_event(players=4)


@pytest.fixture
def organiser(event: Event) -> Client:
    person = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role="organiser")
    return signed_in(person)


def secret_on(page: Any) -> str:
    found = re.search(r"whsec_[\w+/=]+", page.content.decode())
    return found[0] if found else ""


def press(client: Client, webhook: Webhook, do: str) -> Any:
    path = reverse("tournament:webhook-step", args=["open", webhook.pk])
    return client.post(path, {"do": do}, follow=True)


def test_the_secret_is_shown_once_and_logged_nowhere(organiser: Client) -> None:
    page = organiser.post(PAGE, TYPED)
    webhook = Webhook.objects.get()
    assert secret_on(page) == webhook.secret
    assert webhook.kinds == ["draw.published", "announcement.sent"]
    for path in (PAGE, f"{PAGE}{webhook.pk}/"):
        text = organiser.get(path).content.decode()
        assert "hooks.example.org" in text
        assert "whsec_" not in text
        assert "secret-path" not in text
    row = AuditEntry.objects.get(kind="webhook")
    assert row.label == "hooks.example.org"
    assert "secret" not in str((row.before, row.after, row.label))


def test_a_new_secret_is_shown_once(organiser: Client, event: Event) -> None:
    webhook = webhook_to(event, URL)
    page = press(organiser, webhook, "rotate")
    new = Webhook.objects.get()
    assert secret_on(page) == new.secret != webhook.secret == new.old_secret
    assert "whsec_" not in str(list(AuditEntry.objects.values_list("before", "after")))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"url": "http://hooks.example.org/"}, "begins with https://"),
        ({"url": "https://192.168.1.1/"}, "not on the public internet"),
        ({"url": "https://a:b@hooks.example.org/"}, "Leave out the name and password"),
        ({"kinds": []}, "Choose at least one thing to be told."),
        ({"format": "xml"}, "xml"),
        ({"language": "tlh"}, "tlh"),
    ],
)
def test_a_fault_is_said_at_its_field(organiser: Client, typed: dict[str, Any], said: str) -> None:
    text = organiser.post(PAGE, {**TYPED, **typed}).content.decode()
    (name,) = typed
    assert said in text
    assert f'id="id_{name}_error"' in text
    assert not Webhook.objects.exists()


def test_an_event_tells_so_many_addresses_each_once(organiser: Client, event: Event) -> None:
    for number in range(MAX_WEBHOOKS):
        webhook_to(event, f"https://hooks.example.org/{number}")
        if not number:
            again = organiser.post(PAGE, {**TYPED, "url": "https://hooks.example.org/0"})
            assert "on the list already" in again.content.decode()
    assert "at most 5 addresses" in organiser.get(PAGE).content.decode()
    assert "at most 5 addresses" in organiser.post(PAGE, TYPED).content.decode()
    assert Webhook.objects.count() == MAX_WEBHOOKS


def test_switched_off_and_on_tried_changed_and_removed(organiser: Client, event: Event) -> None:
    webhook = webhook_to(event, URL)
    assert "Nothing sent yet" in organiser.get(f"{PAGE}{webhook.pk}/").content.decode()
    press(organiser, webhook, "test")
    press(organiser, webhook, "test")
    assert WebhookMessage.objects.count() == 1
    assert "Switched off by the staff" in press(organiser, webhook, "pause").content.decode()
    assert "switch it on first" in press(organiser, webhook, "test").content.decode()
    press(organiser, webhook, "resume")
    organiser.post(f"{PAGE}{webhook.pk}/", {"kinds": ["event.finished"], "language": "ru"})
    webhook.refresh_from_db()
    assert (webhook.off, webhook.kinds, webhook.language) == ("", ["event.finished"], "ru")
    faulty = organiser.post(f"{PAGE}{webhook.pk}/", {"language": "ru"})
    assert 'id="id_kinds_error"' in faulty.content.decode()
    assert "was removed" in press(organiser, webhook, "remove").content.decode()
    assert not WebhookMessage.objects.exists()
    done = AuditEntry.objects.filter(kind="webhook").order_by("pk")
    assert [row.action for row in done] == [
        "create", "send test", "send test", "switch off", "switch on", "update", "delete",
    ]  # fmt: skip


def test_the_log_shows_each_attempt_and_sends_again(
    organiser: Client, event: Event, settings: Any
) -> None:
    settings.WEBHOOKS_INWARD = True
    webhook = webhook_to(event, "http://127.0.0.1:9/")
    press(organiser, webhook, "test")
    sent()
    path = f"{PAGE}{webhook.pk}/"
    page = organiser.get(path).content.decode()
    assert "refused" in page
    assert "1 attempt has failed" in page
    message = WebhookMessage.objects.get()
    organiser.post(f"{path}again/", {"message": message.pk})
    sent()
    assert [each.number for each in message.attempts.order_by("pk")] == [1, 2]
    gone = organiser.post(f"{path}again/", {"message": "999999"}, follow=True)
    assert "not kept any more" in gone.content.decode()


def test_of_another_event_nothing_is_sent(organiser: Client, event: Event) -> None:
    other = webhook_to(make_event("others"), URL)
    for path in ("", "do/", "again/"):
        answer = organiser.post(f"{PAGE}{other.pk}/{path}", {"do": "test"})
        assert answer.status_code == 404
    webhook = webhook_to(event, URL)
    message = WebhookMessage.objects.create(
        webhook=other, kind="webhook.test", at=other.created_at, due_at=other.created_at
    )
    organiser.post(f"{PAGE}{webhook.pk}/again/", {"message": message.pk})
    assert not AuditEntry.objects.filter(action="send again").exists()


def test_an_events_staff_sends_so_many_by_hand(organiser: Client, event: Event) -> None:
    webhook = webhook_to(event, URL)
    for _time in range(MAX_BY_HAND):
        assert "on its way" in press(organiser, webhook, "test").content.decode()
    assert "wait ten minutes" in press(organiser, webhook, "test").content.decode()


def test_the_organiser_is_told_of_an_address_that_was_switched_off(
    organiser: Client, event: Event
) -> None:
    webhook = webhook_to(event, URL)
    assert PAGE not in organiser.get("/organise/open/").content.decode().split("todo")[-1]
    switch_off(webhook=webhook, why="silent", by=BY)
    page = organiser.get("/organise/open/").content.decode()
    assert "Nothing is sent to hooks.example.org any more" in page
    reader = User.objects.create_user("rita")
    Membership.objects.create(event=event, person=reader, role="reader")
    assert "hooks.example.org" not in signed_in(reader).get("/organise/open/").content.decode()
