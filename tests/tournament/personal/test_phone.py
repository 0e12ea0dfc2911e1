"""The ways to be told a seat that the personal page offers, and to whom."""

import hashlib
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, entry, make_event, seat_round
from tests.tournament.push.service import Phone
from tournament.models import Event, PushSubscription
from tournament.people.services.personal_links import renew_link
from tournament.push.vapid import public_key

pytestmark = pytest.mark.django_db
HALL: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.77", "HTTP_HOST": "192.168.1.10:8000"}
OFFER = "Notify me on this phone"
PHONE = Phone("https://push.example.org/1")


@pytest.fixture(autouse=True)
def _attempts_not_counted_yet() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    return make_event(players=4, starts_on=timezone.localdate())


@pytest.fixture
def mine(event: Event) -> str:
    return f"/me/{renew_link(entry=entry(event, 1), by=BY)}/"


def test_a_browser_is_told_and_stopped(client: Client, mine: str) -> None:
    page = client.get(mine).content.decode()
    assert f'data-push="{public_key()}"' in page
    assert 'aria-labelledby="phone" hidden>' in page
    client.post(mine, PHONE.posted, headers={"accept-language": "fr"})
    assert PushSubscription.objects.get().language == "fr"
    page = client.get(mine).content.decode()
    assert hashlib.sha256(PHONE.endpoint.encode()).hexdigest() in page
    assert PHONE.endpoint not in page
    assert "Notifications go to 1 device." in page
    client.post(mine, {"do": "push-off", "endpoint": PHONE.endpoint})
    assert not PushSubscription.objects.exists()


def test_all_are_stopped_by_the_link_without_a_script(client: Client, mine: str) -> None:
    for number in range(2):
        client.post(mine, Phone(f"https://push.example.org/{number}").posted)
    assert "Notifications go to 2 devices." in client.get(mine).content.decode()
    client.post(mine, {"do": "push-off", "endpoint": ""})
    assert PushSubscription.objects.count() == 2
    client.post(mine, {"do": "push-off-all"})
    assert not PushSubscription.objects.exists()


def test_a_refusal_is_read_on_the_page(client: Client, mine: str) -> None:
    posted = {**PHONE.posted, "endpoint": "https://10.0.0.1/"}
    page = client.post(mine, posted, follow=True).content.decode()
    assert "This browser cannot receive notifications." in page
    assert client.post(mine, {"do": "push-on"}).status_code == 302
    assert not PushSubscription.objects.exists()


def test_in_clear_it_is_neither_offered_nor_done(client: Client, mine: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["192.168.1.10"]
    assert OFFER not in client.get(mine, **HALL).content.decode()
    for posted in (PHONE.posted, {"do": "push-off"}, {"do": "push-off-all"}):
        assert client.post(mine, posted, **HALL).status_code == 404
    assert not PushSubscription.objects.exists()


def test_it_is_not_offered_where_no_seat_follows(client: Client, event: Event, mine: str) -> None:
    seat_round(event, 1, (1, 2, 3, 4))
    assert OFFER in client.get(mine).content.decode()
    Event.objects.update(practice=True, published=False)
    assert OFFER not in client.get(mine).content.decode()


def test_the_worker_is_sent_from_where_its_scope_is_a_page(client: Client, mine: str) -> None:
    answer = client.get("/me/push-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "showNotification" in answer.content.decode()
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "worker-src" not in policy
