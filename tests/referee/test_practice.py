"""A practice event is deleted with the logs of its tables."""

import pytest

from referee.models import Device, GameLog, LoggedEvent
from tests.referee.log.test_chief import play
from tests.referee.tables import golden, log_events, make_table, paired
from tournament.models import Event
from tournament.practice.services import delete_practice_event

pytestmark = pytest.mark.django_db


def test_logs_and_tablets_go_with_it() -> None:
    lines = golden("03")
    table = make_table(lines[0])
    play(paired(table), log_events(lines))
    Event.objects.filter(pk=table.round.event_id).update(practice=True, published=False)
    assert LoggedEvent.objects.exists()
    delete_practice_event(event=table.round.event, by="tests")
    assert [kind.objects.count() for kind in (Event, GameLog, LoggedEvent, Device)] == [0, 0, 0, 0]
