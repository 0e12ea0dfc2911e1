"""What is to be published wakes the publisher when it is committed, and not before."""

from typing import Any

import pytest
from django.db import transaction

from tests.tournament.making import BY, make_event
from tournament.common.publisher_wakeup import woken
from tournament.events.services.events import update_event


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fails", [False, True])
def test_a_write_wakes_when_it_is_committed(settings: Any, fails: bool) -> None:
    settings.REDIS_URL = ""
    event = make_event()
    woken.clear()
    with transaction.atomic():
        update_event(event=event, by=BY, name="Other")
        assert not woken.is_set()
        transaction.set_rollback(fails)
    assert woken.is_set() is not fails
