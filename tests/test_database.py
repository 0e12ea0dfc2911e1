"""What every test finds in its database, whichever came before it."""

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType

from tests.database_rows import read_rows, restore
from tests.tournament.making import make_event
from tournament.models import AuditEntry, Event


@pytest.mark.django_db(transaction=True)
def test_what_a_test_wrote_goes_and_what_it_took_away_comes_back() -> None:
    kinds = sorted(ContentType.objects.values_list("pk", "app_label", "model"))
    group = Group.objects.get(name="Organiser")
    rights = set(group.permissions.values_list("pk", flat=True))
    assert rights
    migrated = read_rows()
    make_event(players=4)
    # Not the instance that this process keeps: deleting takes its number from it.
    ContentType.objects.filter(model="event").delete()
    Group.objects.get(name="Registrar").delete()
    group.permissions.clear()
    group.name = "Others"
    group.save()
    restore(migrated)
    assert (Event.objects.count(), AuditEntry.objects.count()) == (0, 0)
    assert sorted(ContentType.objects.values_list("pk", "app_label", "model")) == kinds
    assert (
        set(Group.objects.get(name="Organiser").permissions.values_list("pk", flat=True)) == rights
    )
    assert Group.objects.filter(name="Registrar").exists()
    assert not Group.objects.filter(name="Others").exists()
