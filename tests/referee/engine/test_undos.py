"""What undos take back, of whatever stands for an event."""

from __future__ import annotations

import pytest

from referee.engine import undone_events


@pytest.mark.parametrize(
    ("types", "in_force", "taken_back"),
    [
        ("", "", []),
        ("ab", "ab", []),
        ("ab-", "a", ["b-"]),
        ("ab--", "", ["b-", "a-"]),
        ("a-b-c", "c", ["a-", "b-"]),
        ("abc-d--", "a", ["c-", "d-", "b-"]),
    ],
)
def test_each_undo_takes_back_the_last_event_in_force(types, in_force, taken_back):
    events = [
        (f"{n}{kind}", {"type": "undo" if kind == "-" else kind}) for n, kind in enumerate(types)
    ]
    found = undone_events(events)
    assert [item[1:] for item in found.in_force] == list(in_force)
    assert [item[1:] + by[1:] for item, by in found.taken_back] == taken_back


def test_items_may_be_anything_even_several_the_same():
    events = [({"n": 1}, {"type": "roll"}), ({"n": 1}, {"type": "roll"}), ([], {"type": "undo"})]
    assert undone_events(events) == ([{"n": 1}], [({"n": 1}, [])])
