"""Events of another log's numbers: which events their corrections name here."""

from typing import Any

import pytest

from referee.engine import Refusal
from referee.journal.taken_over import Renumbering, order_among

Event = dict[str, Any]
ROLL: Event = {"type": "roll", "player": "p1", "dice": [1, 2]}
BUY: Event = {"type": "buy", "player": "p1"}
UNDO: Event = {"type": "undo", "reason": "a slip"}
PAUSE: Event = {"type": "pause", "reason": "tea"}
MOVED = {5: 8, 6: 9, 8: 10}
"""Of four events from row 5 on the third was not taken; three rows came before them."""


def revise(seq: int, *replacement: Event, **more: Any) -> Event:
    return {
        "type": "revise", "seq": seq, "replacement": list(replacement), "reason": "misread", **more,
    }  # fmt: skip


def revert(seq: int) -> Event:
    return {"type": "revert", "seq": seq, "reason": "it was right"}


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (ROLL, ROLL),
        (revise(6, ROLL, without=[8]), revise(9, ROLL, without=[10])),
        (revise(5, through=6), revise(8, through=9)),
        (revise(3, ROLL), revise(3, ROLL)),
        (revise(3, ROLL, without=[4, 6]), revise(3, ROLL, without=[4, 9])),
        (revert(8), revert(10)),
        (revert(2), revert(2)),
    ],
)
def test_a_correction_names_the_same_events_by_their_numbers_here(
    event: Event, expected: Event
) -> None:
    assert Renumbering(5, True, MOVED).renumber(event) == expected


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (revise(7, ROLL), "corrections_aside"),
        (revise(5, through=7), "corrections_aside"),
        (revise(6, without=[7]), "corrections_aside"),
        (revert(9), "corrections_aside"),
        (revise(4, through=5), "corrections_between"),
        ({**revise(5), "seq": "5"}, "no_such_event"),
        ({**revise(5), "through": None}, "no_such_event"),
        ({**revise(5), "without": 6}, "no_such_event"),
        ({**revise(5), "without": [True]}, "no_such_event"),
        ({"type": "revert", "reason": "no number"}, "no_such_event"),
    ],
)
def test_a_correction_of_what_is_not_here_says_so(event: Event, code: str) -> None:
    told = Renumbering(5, True, MOVED, frozenset({6})).renumber(event)
    assert told == Refusal(code)


def test_what_was_read_of_is_read_of_here_and_nothing_more() -> None:
    def read(through: int) -> Event:
        return {"type": "understood", "through": through}

    here = Renumbering(5, True, MOVED)
    assert here.renumber(read(3)) == read(3)
    assert here.renumber(read(6)) == here.renumber(read(17)) == read(4)
    assert Renumbering(5, False, MOVED).renumber(read(4)) == read(0)


def test_a_lost_log_has_no_numbers_that_mean_anything_here() -> None:
    lost = Renumbering(5, False, MOVED)
    assert lost.renumber(revise(4, ROLL)) == Refusal("corrections_aside")
    assert lost.renumber(revise(6, ROLL)) == revise(9, ROLL)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([ROLL, PAUSE, BUY], [ROLL, BUY]),
        ([ROLL, BUY, revise(7, without=[]), UNDO], [ROLL, UNDO]),
        ([ROLL, BUY, revise(6, BUY, ROLL)], [BUY, ROLL, BUY]),
        ([ROLL, BUY, revise(6, without=[7]), revert(8)], [ROLL, BUY]),
        ([{"type": "start", "header": {}}, ROLL], [{"type": "start", "header": {}}, ROLL]),
        ([ROLL, revise(5, BUY)], None),
        ([ROLL, revise(9, BUY)], None),
        ([ROLL, revert(6)], None),
        ([ROLL, {**revise(6), "seq": None}], None),
    ],
)
def test_what_events_come_to_among_themselves(
    events: list[Event], expected: list[Event] | None
) -> None:
    assert order_among(events, 6) == expected
