"""Players of an event: adding, correcting, withdrawing, rejoining, removing."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tests.present import present
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.models import AuditEntry, Entry
from tournament.people.services.entries import (
    add_entry,
    rejoin_entry,
    remove_entry,
    update_entry,
    withdraw_entry,
)

pytestmark = pytest.mark.django_db


def test_a_player_may_have_a_name_in_any_script():
    event = make_event()
    for name in ("Дарья Ветрова", "محمد علي", "山田 太郎", "O'Keeffe", "\u200fشیدا\u200c پور"):
        assert add_entry(event=event, name=name, by=BY).name == name


@pytest.mark.parametrize("name", ["", " ", "x" * 101, "a\x00b", "a\nb", "\u202ea", "a\u2066"])
def test_a_name_that_is_none_is_refused(name):
    event = make_event()
    with pytest.raises(ValidationError):
        add_entry(event=event, name=name, by=BY)
    assert not Entry.objects.exists()


def test_an_address_belongs_to_one_player_of_an_event_whatever_its_case():
    event, other = make_event(), make_event("other")
    add_entry(event=event, name="Ada", email="ada@example.org", by=BY)
    bob = add_entry(event=event, name="Bob", by=BY)
    add_entry(event=event, name="Cid", by=BY)
    with pytest.raises(ValidationError, match="Another player has this email"):
        add_entry(event=event, name="Eve", email="ADA@example.org", by=BY)
    with pytest.raises(ValidationError, match="Another player has this email"):
        update_entry(entry=bob, email="Ada@example.org", by=BY)
    add_entry(event=other, name="Eve", email="ADA@example.org", by=BY)
    assert Entry.objects.filter(email="").count() == 2


def test_a_correction_names_its_author():
    ada = User.objects.create_user("ada")
    found = add_entry(event=make_event(), name="Ad", by=BY)
    update_entry(entry=found, name="Ada", by=ada)
    row = present(AuditEntry.objects.first())
    assert (row.by, row.by_user_id, row.kind, row.event_slug) == ("ada", ada.pk, "entry", "open")
    assert (row.before, row.after) == ({"name": "Ad"}, {"name": "Ada"})


def test_an_entry_comes_behind_the_last_seed_unless_said_otherwise():
    event = make_event(players=2)
    assert add_entry(event=event, name="Late", by=BY).seed == 3


def test_a_seed_is_in_an_event_once():
    event = make_event(players=1)
    with pytest.raises(ValidationError, match="seed rank"):
        add_entry(event=event, name="Other", seed=1, by=BY)
    assert Entry.objects.count() == 1


def test_a_player_drops_out_and_comes_back():
    event = make_event(players=1)
    assert withdraw_entry(entry=entry(event, 1), by=BY).status == "dropped"
    assert rejoin_entry(entry=entry(event, 1), by=BY).status == "active"
    assert list(AuditEntry.objects.values_list("after", flat=True)[:2]) == [
        {"status": "active"},
        {"status": "dropped"},
    ]


def test_a_seed_is_free_to_change_until_the_player_was_seated():
    event = make_event(players=2)
    update_entry(entry=entry(event, 2), seed=5, by=BY)
    seat_round(event, 1, (1, 5))
    with pytest.raises(ValidationError, match="seated under this seed rank"):
        update_entry(entry=entry(event, 5), seed=6, by=BY)
    update_entry(entry=entry(event, 5), seed=5, club="A", by=BY)
    assert entry(event, 5).club == "A"


def test_a_seated_player_is_not_removed_and_another_is():
    event = make_event(players=3)
    seat_round(event, 1, (1, 2))
    with pytest.raises(ValidationError, match="has a seat"):
        remove_entry(entry=entry(event, 1), by=BY)
    remove_entry(entry=entry(event, 3), by=BY)
    assert Entry.objects.count() == 2
