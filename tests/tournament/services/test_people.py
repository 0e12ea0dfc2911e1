"""Players and entries: adding, correcting, withdrawing, rejoining, removing."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tests.present import present
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament import services
from tournament.models import AuditEntry, Entry, Player

pytestmark = pytest.mark.django_db


def test_a_player_may_have_a_name_in_any_script():
    for name in ("Дарья Ветрова", "محمد علي", "山田 太郎", "O'Keeffe", "\u200fشیدا\u200c پور"):
        assert services.create_player(name=name, by=BY).name == name


@pytest.mark.parametrize("name", ["", " ", "x" * 101, "a\x00b", "a\nb", "\u202ea", "a\u2066"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(ValidationError):
        services.create_player(name=name, by=BY)
    assert not Player.objects.exists()


def test_an_address_belongs_to_one_player_whatever_its_case():
    services.create_player(name="Ada", email="ada@example.org", by=BY)
    with pytest.raises(ValidationError, match="Another player has this email"):
        services.create_player(name="Eve", email="ADA@example.org", by=BY)
    services.create_player(name="Bob", by=BY)
    services.create_player(name="Cid", by=BY)
    assert Player.objects.filter(email="").count() == 2


def test_a_correction_names_its_author():
    ada = User.objects.create_user("ada")
    player = services.create_player(name="Ad", by=BY)
    services.update_player(player=player, name="Ada", by=ada)
    row = present(AuditEntry.objects.first())
    assert (row.by, row.by_user_id) == ("ada", ada.pk)
    assert (row.before, row.after) == ({"name": "Ad"}, {"name": "Ada"})


def test_an_entry_comes_behind_the_last_seed_unless_said_otherwise():
    event = make_event(players=2)
    player = services.create_player(name="Late", by=BY)
    assert services.add_entry(event=event, player=player, by=BY).seed == 3


def test_neither_a_player_nor_a_seed_is_in_an_event_twice():
    event = make_event(players=1)
    with pytest.raises(ValidationError, match="already"):
        services.add_entry(event=event, player=entry(event, 1).player, by=BY)
    other = services.create_player(name="Other", by=BY)
    with pytest.raises(ValidationError, match="seed rank"):
        services.add_entry(event=event, player=other, seed=1, by=BY)
    assert Entry.objects.count() == 1


def test_a_player_drops_out_and_comes_back():
    event = make_event(players=1)
    assert services.withdraw_entry(entry=entry(event, 1), by=BY).status == "dropped"
    assert services.rejoin_entry(entry=entry(event, 1), by=BY).status == "active"
    assert list(AuditEntry.objects.values_list("after", flat=True)[:2]) == [
        {"status": "active"},
        {"status": "dropped"},
    ]


def test_a_seed_is_free_to_change_until_the_player_was_seated():
    event = make_event(players=2)
    services.update_entry(entry=entry(event, 2), seed=5, by=BY)
    seat_round(event, 1, (1, 5))
    with pytest.raises(ValidationError, match="seated under this seed rank"):
        services.update_entry(entry=entry(event, 5), seed=6, by=BY)
    services.update_entry(entry=entry(event, 5), seed=5, club="A", by=BY)
    assert entry(event, 5).club == "A"


def test_a_seated_player_is_not_removed_and_an_entered_one_not_deleted():
    event = make_event(players=3)
    seat_round(event, 1, (1, 2))
    with pytest.raises(ValidationError, match="has a seat"):
        services.remove_entry(entry=entry(event, 1), by=BY)
    with pytest.raises(ValidationError, match="is in an event"):
        services.delete_player(player=entry(event, 3).player, by=BY)
    free = entry(event, 3)
    services.remove_entry(entry=free, by=BY)
    services.delete_player(player=free.player, by=BY)
    assert Player.objects.count() == 2
