"""The browsers that a player may have told, and the end of that."""

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tests.tournament.push.service import Phone, text
from tests.tournament.racing import race
from tournament.events.services.calling_off import call_off_event
from tournament.models import AuditEntry, Event, PushSubscription
from tournament.overview.services import close_event
from tournament.people.services.personal_links import renew_link, revoke_link
from tournament.personal.selectors.data import data_of
from tournament.personal.services import erase_entries, person_of
from tournament.push.selectors import push_offer
from tournament.push.services import (
    MAX_SUBSCRIPTIONS,
    forget_subscriptions,
    subscribe,
    unsubscribe,
)

pytestmark = pytest.mark.django_db
URL = "https://push.example.org/send/"


@pytest.fixture
def event() -> Event:
    event = make_event(players=4, starts_on=timezone.localdate())
    for seed in (1, 2):
        renew_link(entry=entry(event, seed), by=BY)
    return event


def told(event: Event, seed: int, name: str = "1") -> Phone:
    phone = Phone(f"{URL}{name}")
    subscribe(entry=entry(event, seed), browser=phone.browser, language="en")
    return phone


def endpoints() -> list[str]:
    return [each.endpoint.removeprefix(URL) for each in PushSubscription.objects.order_by("pk")]


def test_a_browser_is_known_once_and_gets_its_newest_keys(event: Event) -> None:
    told(event, 1)
    again = told(event, 1)
    found = PushSubscription.objects.get()
    assert (found.p256dh, found.auth) == (again.browser.p256dh, again.browser.auth)


def test_a_player_has_five_browsers_at_most_and_no_other_players(event: Event) -> None:
    for number in range(MAX_SUBSCRIPTIONS):
        told(event, 1, f"{number}")
    with pytest.raises(ValidationError, match="at most 5 devices"):
        told(event, 1, "more")
    told(event, 1, "0")
    told(event, 2, "more")
    unsubscribe(entry=entry(event, 1), endpoint=f"{URL}0")
    told(event, 1, "more")
    assert endpoints() == ["1", "2", "3", "4", "more", "more"]


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_when_many_subscribe_at_once(event: Event) -> None:
    own = entry(event, 1)
    for number in range(MAX_SUBSCRIPTIONS - 1):
        told(event, 1, f"{number}")
    phones = [Phone(f"{URL}{name}") for name in "abc"]
    race(
        *(
            lambda phone=phone: subscribe(entry=own, browser=phone.browser, language="en")
            for phone in phones
        )
    )
    connection.close()
    assert PushSubscription.objects.count() == MAX_SUBSCRIPTIONS


@pytest.mark.parametrize(
    "fields",
    [
        {"endpoint": ""},
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "https://10.0.0.7/1"},
        {"endpoint": "https://[::1]/1"},
        {"endpoint": "https://push.example.org:22/1"},
        {"endpoint": "https://localhost/1"},
        {"endpoint": "https://a:b@push.example.org/1"},
        {"endpoint": URL + "x" * 1000},
        {"endpoint": "javascript:alert(1)"},
        {"p256dh": ""},
        {"p256dh": "x"},
        {"p256dh": text(b"\4" + b"\1" * 64)},
        {"p256dh": "é" * 87},
        {"p256dh": text(b"\4" * 100_000)},
        {"auth": ""},
        {"auth": text(b"1" * 15)},
        {"auth": text(b"1" * 17)},
    ],
    ids=lambda fields: next(f"{name}={value[:30]}" for name, value in fields.items()),
)
def test_what_could_not_be_sent_to_is_refused(
    event: Event, settings: Any, fields: dict[str, str]
) -> None:
    # Organisers may be trusted with the own network; players are not.
    settings.WEBHOOKS_INWARD = True
    browser = Phone(f"{URL}1").browser._replace(**fields)
    with pytest.raises(ValidationError, match="cannot receive notifications"):
        subscribe(entry=entry(event, 1), browser=browser, language="en")
    assert not PushSubscription.objects.exists()


def test_one_is_stopped_or_all_and_no_other_players(event: Event) -> None:
    for name in "abc":
        told(event, 1, name)
    told(event, 2, "a")
    unsubscribe(entry=entry(event, 1), endpoint=f"{URL}a")
    assert endpoints() == ["b", "c", "a"]
    unsubscribe(entry=entry(event, 1), endpoint="")
    assert endpoints() == ["b", "c", "a"]
    unsubscribe(entry=entry(event, 1), endpoint=None)
    assert endpoints() == ["a"]
    rows = AuditEntry.objects.filter(kind="pushsubscription").order_by("pk")
    assert [(row.action, row.by) for row in rows] == [
        *[("create", "player")] * 4,
        *[("delete", "player")] * 3,
    ]
    assert URL not in str(list(rows.values("label", "before", "after")))


def test_it_ends_with_the_link_or_the_person(event: Event) -> None:
    told(event, 1)
    revoke_link(entry=entry(event, 1), by=BY)
    assert endpoints() == []
    told(event, 2)
    assert data_of(entry(event, 2))["notified_devices"][0]["endpoint"] == f"{URL}1"
    entries = [entry(event, 2)]
    erase_entries(entries=entries, person=person_of(entries), by=BY)
    assert endpoints() == []


def test_it_ends_with_the_event(event: Event) -> None:
    told(event, 1)
    other = make_event("other", players=1, starts_on=timezone.localdate())
    renew_link(entry=entry(other, 1), by=BY)
    told(other, 1, "other")
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    close_event(event=event, by=BY)
    assert endpoints() == ["other"]
    assert AuditEntry.objects.filter(action="stop push", event_slug="open").count() == 1
    with pytest.raises(ValidationError, match="no more seats to announce"):
        told(event, 1)


def test_a_week_after_the_last_day_it_ends_and_begins_no_more(event: Event) -> None:
    today = timezone.now().date()
    told(event, 1)
    Event.objects.update(starts_on=today - dt.timedelta(7), ends_on=today - dt.timedelta(7))
    forget_subscriptions(now=timezone.now())
    assert endpoints() == ["1"]
    assert push_offer(entry(event, 1)) is not None
    Event.objects.update(starts_on=today - dt.timedelta(8), ends_on=today - dt.timedelta(8))
    forget_subscriptions(now=timezone.now())
    assert endpoints() == []
    assert push_offer(entry(event, 1)) is None
    with pytest.raises(ValidationError, match="no more seats to announce"):
        told(event, 1)


def test_a_postponed_event_keeps_its_phones_until_it_has_a_new_date(event: Event) -> None:
    today = timezone.now().date()
    Event.objects.update(starts_on=today - dt.timedelta(30), ends_on=today - dt.timedelta(30))
    call_off_event(event=event, how=Event.CalledOff.POSTPONED, reason="", by=BY)
    assert push_offer(entry(event, 1)) is not None
    told(event, 1)
    forget_subscriptions(now=timezone.now())
    assert endpoints() == ["1"]


def test_without_a_link_nothing_is_told(event: Event) -> None:
    with pytest.raises(ValidationError):
        told(event, 3)
