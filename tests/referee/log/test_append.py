"""A batch is judged, appended as a prefix, and answered the same way for ever."""

import pytest

from referee.log.store import append
from tests.referee.tables import golden, log_events, make_table, paired

pytestmark = pytest.mark.django_db


def test_x():
    lines = golden("01")
    tablet = paired(make_table(lines[0]))
    events = log_events(lines)
    made = tablet.made_of(*events)
    for at in range(0, len(made), 50):
        done = append(device=tablet.device, batch=tablet.batch(*made[at : at + 50]))
        bad = [v for v in done.verdicts if v.verdict != "accepted"]
        assert not bad, bad[0]
        tablet.acknowledge(done.game)
    assert done.game.state == "finished"
