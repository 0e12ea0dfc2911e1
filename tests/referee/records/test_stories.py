"""Stories of stored records: none of one that today's rules refuse, or that is too long."""

import json

from referee.records.frames import MAX_EVENTS
from referee.records.stories import stories_or_none
from scoring.game.editions import load_edition
from tests.referee.records.test_story import HEADER

EDITION = load_edition("us-2011")
ROLL = {"type": "roll", "player": "p1", "dice": [1, 2]}


def record(*events: object) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in (HEADER, *events))


def test_a_record_that_is_refused_has_no_stories() -> None:
    assert set(stories_or_none(record(ROLL), EDITION)) == {"p1", "p2"}
    assert stories_or_none(record(ROLL, ROLL), EDITION) == {}
    assert stories_or_none(record().replace("amr/1", "amr/0"), EDITION) == {}


def test_a_record_that_is_too_long_has_none() -> None:
    counted = {"type": "recount", "player": "p1", "cash": 1500, "reason": "x"}
    assert stories_or_none(record(ROLL, *[counted] * (MAX_EVENTS - 2)), EDITION)
    assert stories_or_none(record(ROLL, *[counted] * MAX_EVENTS), EDITION) == {}
