"""Players who register by themselves: confirmed, entered, on the waiting list, forgotten."""

import datetime as dt
import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, entry, seat_round
from tests.tournament.racing import race
from tests.tournament.registering import ADA, confirmed, drop, open_event, registered
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Email, Entry, Registration
from tournament.people.selectors.registrations import place_of, registrations_of
from tournament.people.services import registration as desk
from tournament.people.services.entries import add_entry, remove_entry
from tournament.people.services.merging import merge_entries
from tournament.people.services.personal_links import choose_emails
from tournament.personal.services import erase_entries, person_of

pytestmark = pytest.mark.django_db
Status = Registration.Status


def fill(event):
    return [each.name for each in desk.fill_places(event=event, now=timezone.now())]


def test_who_confirms_is_entered_as_they_said():
    event = open_event()
    found = confirmed(event, "Ada Lovelace", name_display="initials")
    assert found.status == Status.ENTERED
    ada = entry(event, 1)
    assert (ada.name, ada.email) == ("Ada Lovelace", "ada@example.org")
    assert (ada.club, ada.name_display, ada.gets_emails) == ("Engines", "initials", True)
    kinds = list(Email.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["confirm", "entered"]


def test_nobody_is_entered_before_confirming():
    event = open_event()
    found = registered(event, "Ada Lovelace")
    assert not event.entries.exists()
    assert not Entry.objects.exists()
    desk.confirm_registration(registration=found)
    desk.confirm_registration(registration=found)
    assert event.entries.count() == 1


def test_who_registers_again_before_confirming_is_entered_as_the_link_that_is_used_says():
    event = open_event()
    first = registered(event, "Ada Lovelace")
    registered(event, "Ada King", "ADA@example.org")
    assert Email.objects.filter(kind="confirm").count() == 2
    found = desk.confirm_registration(registration=first)
    assert Registration.objects.get() == found
    assert event.entries.get().name == "Ada Lovelace"


def test_who_is_registered_is_told_so_by_email_only():
    event = open_event()
    confirmed(event, "Ada Lovelace")
    again = registered(event, "Somebody Else", "ada@example.org")
    assert (again.name, again.status) == ("Ada Lovelace", Status.ENTERED)
    assert Email.objects.filter(kind="known").count() == 1


def test_a_player_of_another_event_with_the_address_is_left_alone():
    old = open_event("spring")
    add_entry(event=old, name="Ada  LOVELACE", email="ADA@example.org", by=BY)
    found = confirmed(open_event(), "Ada Lovelace")
    assert present(found.entry).email == "ada@example.org"
    assert (entry(old, 1).name, entry(old, 1).email) == ("Ada  LOVELACE", "ADA@example.org")


def test_an_address_that_is_of_quite_another_name_stays_with_that_person():
    event = open_event()
    add_entry(event=event, name="Robert Brown", email="ada@example.org", by=BY)
    found = present(confirmed(event, "Ada Lovelace").entry)
    assert (entry(event, 1).name, entry(event, 1).email) == ("Robert Brown", "ada@example.org")
    assert (found.name, found.email) == ("Ada Lovelace", "")


def test_who_was_imported_with_the_address_is_not_entered_twice():
    event = open_event(registration_limit=1)
    known = add_entry(event=event, name="Ada Lovelace", email="ada@example.org", club="Old", by=BY)
    found = registered(event, "Ada Lovelace") if event.has_waiting_list else None
    found = desk.confirm_registration(registration=present(found))
    assert (found.status, found.entry) == (Status.ENTERED, known)


def test_a_name_alone_opens_nobodys_page():
    event = open_event(players=1)
    found = confirmed(event, "Player 1", "thief@example.org")
    assert found.entry != entry(event, 1)
    assert event.entries.count() == 2


def test_the_organiser_is_told_of_names_that_are_nearly_the_same():
    event = open_event()
    confirmed(event, "Ada Lovelace")
    registered(event, "Lovelace Ada", "other@example.org")
    registered(event, "Grace Hopper")
    found = registrations_of(event)
    likes = {each.registration.name: each.like and each.like.name for each in found.unconfirmed}
    assert likes == {"Lovelace Ada": "Ada Lovelace", "Grace Hopper": None}
    assert found.entered == 1


def test_a_full_event_has_a_waiting_list_in_order_and_moves_it_up():
    event = open_event(registration_limit=2)
    for name in ("Ada One", "Bea Two"):
        confirmed(event, name)
    cleo, dora = confirmed(event, "Cleo Three"), confirmed(event, "Dora Four")
    assert [cleo.status, place_of(cleo), place_of(dora)] == [Status.WAITING, 1, 2]
    assert fill(event) == []
    drop(event, 1)
    assert fill(event) == ["Cleo Three"]
    dora.refresh_from_db()
    assert place_of(dora) == 1
    assert Email.objects.filter(kind="entered", registration=cleo).count() == 1
    update_event(event=event, registration_limit=None, by=BY)
    assert fill(event) == ["Dora Four"]


def test_nobody_overtakes_who_waits():
    event = open_event(registration_limit=1)
    for name in ("Ada One", "Bea Two"):
        confirmed(event, name)
    drop(event, 1)
    assert confirmed(event, "Cleo Three").status == Status.WAITING
    assert fill(event) == ["Bea Two"]


def test_once_a_round_is_published_nobody_moves_up_unasked():
    event = open_event(players=4, registration_limit=4)
    ada = confirmed(event, "Ada Lovelace")
    seat_round(event, 1, (1, 2, 3, 4))
    drop(event, 1)
    assert fill(event) == []
    desk.enter_registration(registration=ada, by=BY)
    assert entry(event, 5).name == "Ada Lovelace"


def test_without_a_waiting_list_the_last_place_is_the_last():
    event = open_event(registration_limit=1, has_waiting_list=False)
    late = registered(event, "Bea Two")
    confirmed(event, "Ada One")
    with pytest.raises(ValidationError, match="All places are taken") as refused:
        desk.confirm_registration(registration=late)
    assert refused.value.code == "full"
    with pytest.raises(ValidationError):
        registered(event, "Cleo Three")


@pytest.mark.django_db(transaction=True)
def test_two_who_confirm_at_once_do_not_share_the_last_place():
    event = open_event(registration_limit=1)
    both = [registered(event, "Ada One"), registered(event, "Bea Two")]
    race(*(lambda one=one: desk.confirm_registration(registration=one) for one in both))
    statuses = sorted(Registration.objects.values_list("status", flat=True))
    assert statuses == [Status.ENTERED, Status.WAITING]


def test_who_dropped_out_may_register_again():
    event = open_event(registration_limit=1)
    confirmed(event, "Ada One")
    drop(event, 1)
    again = confirmed(event, "Ada One")
    assert (again.status, entry(event, 1).status) == (Status.ENTERED, Entry.Status.ACTIVE)
    drop(event, 1)
    confirmed(event, "Bea Two")
    assert confirmed(event, "Ada One").status == Status.WAITING


def test_what_nobody_confirms_is_forgotten_and_leaves_no_word():
    event = open_event()
    found = registered(event, "Ada Lovelace")
    confirmed(event, "Bea Two")
    late = found.registered_at + desk.VALID_FOR
    with pytest.raises(ValidationError) as refused:
        desk.confirm_registration(registration=found, now=late)
    assert refused.value.code == "expired"
    assert desk.forget_expired(now=late - dt.timedelta(seconds=1)) == 0
    assert desk.forget_expired(now=late) == 1
    assert [each.name for each in Registration.objects.all()] == ["Bea Two"]
    told = json.dumps(list(AuditEntry.objects.values("before", "after", "label")))
    assert "Lovelace" not in told
    assert "ada@example.org" not in told


def test_who_still_waits_is_forgotten_when_the_event_is_over():
    event = open_event(registration_limit=1)
    for name in ("Ada One", "Bea Two"):
        confirmed(event, name)
    assert desk.forget_expired(now=timezone.now()) == 0
    assert desk.forget_expired(now=timezone.now() + dt.timedelta(days=10)) == 1
    assert Registration.objects.get().name == "Ada One"


def test_registration_closes_and_says_so():
    event = open_event(registration_until=timezone.now() - dt.timedelta(seconds=1))
    closed: dict[str, Any] = {"registration": "closed", "registration_until": None}
    for changes in ({}, closed):
        update_event(event=event, by=BY, **changes)
        with pytest.raises(ValidationError, match="Registration is closed"):
            registered(event, "Ada Lovelace")


def test_who_registered_in_time_confirms_after_the_deadline():
    event = open_event()
    found = registered(event, "Ada Lovelace")
    update_event(event=event, registration_until=timezone.now(), by=BY)
    assert desk.confirm_registration(registration=found).status == Status.ENTERED


def test_of_too_many_unconfirmed_the_oldest_of_who_sent_most_gives_way(monkeypatch):
    monkeypatch.setattr(desk, "MAX_UNCONFIRMED", 3)
    event = open_event()
    for name, network in (("Ada", "one"), ("Bea", "two"), ("Cyd", "two"), ("Dan", "three")):
        registered(event, name, network=network)
    left = Registration.objects.order_by("pk").values_list("name", flat=True)
    assert list(left) == ["Ada", "Cyd", "Dan"]


def test_an_entry_takes_its_registration_along():
    event = open_event(players=1)
    found = confirmed(event, "Ada Lovelace")
    with pytest.raises(ValidationError):
        desk.remove_registration(registration=found, by=BY)
    merge_entries(keep=entry(event, 1), other=present(found.entry), by=BY)
    kept = entry(event, 1)
    assert Registration.objects.get().entry == kept
    assert (kept.email, kept.gets_emails, kept.language) == ("ada@example.org", True, "en")
    remove_entry(entry=kept, by=BY)
    assert not Registration.objects.exists()
    assert not Email.objects.exists()


@pytest.mark.parametrize("refuser", [1, 2])
def test_who_refused_e_mails_once_gets_none_when_merged(refuser: int) -> None:
    event = open_event(players=2)
    for seed in (1, 2):
        choose_emails(entry=entry(event, seed), gets_emails=seed != refuser, language="en")
    merge_entries(keep=entry(event, 1), other=entry(event, 2), by=BY)
    kept = entry(event, 1)
    assert (kept.gets_emails, kept.declines_emails) == (False, True)


def test_erasing_a_person_reaches_registrations_and_emails():
    event, other = open_event(), open_event("other", registration_limit=1, players=1)
    ada = confirmed(event, "Ada Lovelace")
    confirmed(other, "Ada Lovelace")
    confirmed(event, "Bea Two")
    entries = [present(ada.entry)]
    found = erase_entries(entries=entries, person=person_of(entries), by=BY)
    assert any(line.startswith("registration") for line in found)
    assert {each.name for each in Registration.objects.all()} == {"Bea Two"}
    assert {each.address for each in Email.objects.all()} == {"bea@example.org"}
    left = Entry.objects.get(pk=entries[0].pk)
    assert (left.gets_emails, left.refused_email) == (False, "")
    told = json.dumps(list(AuditEntry.objects.values("before", "after", "label")))
    assert "Lovelace" not in told
    assert str(ADA["email"]) not in told
