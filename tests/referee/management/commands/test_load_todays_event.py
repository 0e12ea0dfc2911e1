"""`manage.py load_todays_event` where it has nobody to seat."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.models import Event


@pytest.mark.django_db
def test_without_the_sample_events_players_there_is_none() -> None:
    with pytest.raises(CommandError, match="sample event first"):
        call_command("load_todays_event", stdout=io.StringIO())
    assert not Event.objects.exists()
