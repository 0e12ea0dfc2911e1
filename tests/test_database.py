"""What every test finds in its database, whichever came before it."""

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command


@pytest.mark.django_db(transaction=True)
def test_an_emptied_database_has_the_ready_made_groups_again() -> None:
    call_command("flush", interactive=False, verbosity=0)
    group = Group.objects.get(name="Organiser")
    assert group.permissions.filter(codename="publish_event").exists()
