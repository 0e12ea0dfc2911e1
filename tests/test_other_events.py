"""Whoever works in one event changes nothing in another: every form of the console is sent with
the names, addresses and numbers of another event's players, and of that event not a row changes.

That every address is among the pages asked, `test_roles` makes sure."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from referee.backups.parts import LEFT_OUT, PARTS
from referee.models import FairnessStudy, UploadKey, UploadTarget
from tests.accounts import signed_in
from tests.forms_on_pages import Sent
from tests.roles.world import World, world
from tests.shares import sampled
from tests.test_pressed_twice import CONSOLE, forms, pages
from tests.tournament.making import BY, entry, make_event, seat_round
from tests.tournament.push.service import Phone
from tests.tournament.webhooks.receiving import webhook_to
from tournament.models import (
    ArchiveJob,
    CareerEntry,
    Change,
    Email,
    Event,
    Mailing,
    PersonalLink,
    PushSubscription,
    Webhook,
    WebhookAttempt,
    WebhookMessage,
)
from tournament.people.services.entries import update_entry
from tournament.people.services.imports import import_players
from tournament.people.services.personal_links import renew_link
from tournament.push.services import subscribe
from tournament.webhooks.services.addresses import send_test

pytestmark = pytest.mark.django_db
OTHERS: dict[type[Model], str] = {
    ArchiveJob: "event",
    CareerEntry: "entry__event",
    Change: "event",
    Email: "event",
    FairnessStudy: "event",
    Mailing: "event",
    PushSubscription: "link__entry__event",
    UploadKey: "event",
    UploadTarget: "event",
    Webhook: "event",
    WebhookAttempt: "message__webhook__event",
    WebhookMessage: "webhook__event",
}
"""Tables of an event that are not in its backup, by the way to it."""
NAME, ADDRESS = "Victoria Other", "victoria@example.org"


@pytest.fixture(scope="module")
def found(lasting_db: None) -> World:
    made = world("open", public=True)
    other = make_event(
        "others", players=4, registration="open", sends_emails=True, starts_on=timezone.localdate()
    )
    victim = entry(other, 1)
    update_entry(entry=victim, name=NAME, email=ADDRESS, gets_emails=True, by=BY)
    renew_link(entry=victim, by=BY)
    subscribe(entry=victim, browser=Phone("https://push.example.org/1").browser, language="en")
    seat_round(other, 1, (1, 2, 3, 4))
    send_test(webhook=webhook_to(other, "https://hooks.example.org/others"), by=BY)
    return made


@pytest.fixture(scope="module")
def sent(found: World) -> dict[str, list[Sent]]:
    """What each button of the console sends in the first event."""
    return forms(organiser(), pages(found))


def organiser() -> Client:
    """A member of the first event who may do everything there, and nothing elsewhere."""
    return signed_in(User.objects.get(username="spare organiser"))


def rows_of(event: Event) -> dict[str, list[Any]]:
    """All rows of an event, with what is to be published and mailed of it."""
    rows = {part.label: list(part.rows(event).values()) for part in PARTS}
    for model, of_event in OTHERS.items():
        found = model._base_manager.filter(**{of_event: event})
        rows[model._meta.label] = [*found.values()]
    return rows


def with_others(sent: Sent, there: Event) -> list[dict[str, list[str]]]:
    """What the button sends, and the same with the other event's people in every field."""
    victim = entry(there, 1)
    typed = {"name": [NAME], "email": [ADDRESS], "address": [ADDRESS], "everywhere": ["on"]}
    names = {**sent.values, **{key: typed[key] for key in typed if key in sent.values}}
    numbers = {
        key: [str(victim.pk)] if key in ("keep", "other", "one", "entry", "player") else value
        for key, value in names.items()
    }
    return [sent.values, {**names, "email": [ADDRESS]}, numbers]


@pytest.mark.parametrize("name", sampled(CONSOLE))
def test_no_form_of_one_event_changes_another(name: str, sent: dict[str, list[Sent]]) -> None:
    there, client = Event.objects.get(slug="others"), organiser()
    before, link = rows_of(there), PersonalLink.objects.get(entry=entry(there, 1)).token_hash
    for form in sent.get(name, []):
        for values in with_others(form, there):
            with transaction.atomic():
                client.post(form.action, values)
                assert rows_of(there) == before, (form.action, values)
                assert PersonalLink.objects.get(entry=entry(there, 1)).token_hash == link
                assert ADDRESS not in Email.objects.exclude(event=None).values_list(
                    "address", flat=True
                ).filter(entry=entry(there, 1))
                transaction.set_rollback(True)


def test_a_list_with_anothers_address_changes_the_own_event_only(found: World) -> None:
    there, here = Event.objects.get(slug="others"), Event.objects.get(slug="open")
    before = rows_of(there)
    rows = f"name,email\nMallory,{ADDRESS}\n"
    import_players(event=here, content=rows.encode(), by=BY)
    assert here.entries.filter(name="Mallory", email=ADDRESS).exists()
    assert rows_of(there) == before


def test_every_table_of_an_event_is_compared() -> None:
    compared = {part.model for part in PARTS} | {*OTHERS}
    assert {model.__name__ for model in set(LEFT_OUT) - compared} == {
        "BackupJob",
        "DrawJob",
        "Invitation",
        "LiveChance",
        "Membership",
        "Outbox",
        "Pairing",
        "Person",
        "PublicVersion",
        "SeasonEvent",
        "SeasonJoin",
        "TurningPoints",
    }
