"""A phone is told its player's seat: asked for on the personal page, shown by the page's worker.

No test reaches a browser's own push service, and Chromium without a window shows no notification: a
subscription and what is shown are the test's. The message comes by the debugging protocol. What is
sent to push services: tests/tournament/push.
"""

import json
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Worker, expect

from tests.e2e.conftest import Axe
from tests.e2e.waiting import until_heard
from tests.tournament.making import BY, entry, make_event
from tests.tournament.push.service import Phone
from tournament.models import Event, PushSubscription
from tournament.people.services.personal_links import renew_link
from tournament.push.services import subscribe

PHONE = Phone("https://push.example.org/send/1")
OTHER = Phone("https://push.example.org/send/2")
TELL = "Notify me on this phone"
STOP = "Turn off on this phone"
PERMISSION = """
Object.defineProperty(Notification, 'permission', { get: () => localStorage.answer ?? 'default' });
Notification.requestPermission = async () => (localStorage.answer = ANSWER);
"""
SUBSCRIPTION = """
const phone = PHONE;
const letters = key => String.fromCharCode(...new Uint8Array(key));
const bytes = text => Uint8Array.from(text, letter => letter.charCodeAt(0)).buffer;
const own = () => localStorage.key1 && ({
  endpoint: phone.endpoint,
  options: { applicationServerKey: bytes(localStorage.key1) },
  toJSON: () => ({ endpoint: phone.endpoint, keys: { p256dh: phone.p256dh, auth: phone.auth } }),
  unsubscribe: async () => { localStorage.removeItem('key1'); return true; },
});
PushManager.prototype.getSubscription = async () => own() || null;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('refused');
  if (own()) throw new Error('subscribed with another key');
  localStorage.key1 = letters(applicationServerKey);
  return own();
};
"""
SHOWN = """() => {
  self.seen = [];
  self.registration.showNotification = async (title, { body, tag }) => {
    self.seen.push(`${title}, ${body} (${tag})`);
  };
  const clients = { matchAll: async () => [], openWindow: async page => self.seen.push(page) };
  Object.defineProperty(self, 'clients', { value: clients });
}"""
TAPPED = """() => {
  const tap = new ExtendableEvent('notificationclick');
  tap.notification = { close: () => self.seen.push('closed') };
  self.dispatchEvent(tap);
}"""


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event(players=4, starts_on=timezone.localdate())


@pytest.fixture
def mine(event: Event, live_server: Any) -> str:
    token = renew_link(entry=entry(event, 1), by=BY)
    return f"{live_server.url}/me/{token}/"


def phone_of(page: Page, answer: str) -> None:
    """Let the page's person answer so when notifications are asked for."""
    page.add_init_script(PERMISSION.replace("ANSWER", json.dumps(answer)))
    phone = json.dumps(PHONE.browser._asdict())
    page.add_init_script(f"(() => {{{SUBSCRIPTION.replace('PHONE', phone)}}})()")


def test_a_phone_is_told_and_stopped(page: Page, mine: str, axe: Axe) -> None:
    phone_of(page, "granted")
    page.goto(mine)
    page.get_by_role("button", name=TELL).click()
    expect(page.get_by_role("button", name=STOP)).to_be_visible()
    expect(page.get_by_role("button", name="Turn off on all devices")).to_be_hidden()
    assert not axe(page)
    assert PushSubscription.objects.get().endpoint == PHONE.endpoint
    worker = page.context.service_workers[0]
    worker.evaluate(SHOWN)
    deliver(page, {"title": "Round 1: table 5", "body": "Monopolist"})
    seen(page, worker, ["Round 1: table 5, Monopolist (seat)"])
    worker.evaluate(TAPPED)
    seen(page, worker, ["Round 1: table 5, Monopolist (seat)", "closed", mine])
    page.get_by_role("button", name=STOP).click()
    expect(page.get_by_role("button", name=TELL)).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_a_phone_that_was_removed_here_asks_again(page: Page, mine: str) -> None:
    phone_of(page, "granted")
    page.goto(mine)
    page.get_by_role("button", name=TELL).click()
    expect(page.get_by_role("button", name=STOP)).to_be_visible()
    PushSubscription.objects.all().delete()
    page.evaluate("() => (localStorage.key1 = `another ${localStorage.key1}`)")
    page.goto(mine)
    page.get_by_role("button", name=TELL).click()
    expect(page.get_by_role("button", name=STOP)).to_be_visible()
    assert PushSubscription.objects.count() == 1


def test_a_phone_that_was_turned_off_in_another_window_turns_off_no_others(
    page: Page, mine: str, event: Event
) -> None:
    subscribe(entry=entry(event, 1), browser=OTHER.browser, language="en")
    phone_of(page, "granted")
    page.goto(mine)
    page.get_by_role("button", name=TELL).click()
    expect(page.get_by_role("button", name=STOP)).to_be_visible()
    page.evaluate("localStorage.removeItem('key1')")
    page.get_by_role("button", name=STOP).click()
    expect(page.get_by_role("button", name=TELL)).to_be_visible()
    expect(page.get_by_text("Notifications are off for this phone.")).to_be_hidden()
    assert PushSubscription.objects.count() == 2


def test_who_blocks_notifications_reads_what_to_do(page: Page, mine: str) -> None:
    phone_of(page, "denied")
    page.goto(mine)
    page.get_by_role("button", name=TELL).click()
    expect(page.get_by_text("This browser blocks notifications from this site.")).to_be_visible()
    expect(page.get_by_role("button", name=TELL)).to_be_hidden()
    assert not PushSubscription.objects.exists()


def test_without_a_push_service_nothing_is_offered(page: Page, mine: str) -> None:
    page.add_init_script("delete window.PushManager")
    page.goto(mine)
    expect(page.get_by_role("heading", name="Check-in")).to_be_visible()
    expect(page.get_by_text("Seat notifications")).to_be_hidden()


def deliver(page: Page, message: dict[str, str]) -> None:
    """Have a message come for the page's worker, as from the browser's push service."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.append(told))
    session.send("ServiceWorker.enable")
    until_heard(page, lambda: found and found[-1]["registrations"])
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": page.url.partition("/me/")[0],
            "registrationId": found[-1]["registrations"][0]["registrationId"],
            "data": json.dumps(message),
        },
    )
    session.detach()


def seen(page: Page, worker: Worker, lines: list[str]) -> None:
    """Wait until the worker has shown and done so much."""
    until_heard(page, lambda: worker.evaluate("self.seen") == lines)
