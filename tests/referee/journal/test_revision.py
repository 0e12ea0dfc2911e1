"""Which corrections the chief referee may write down."""

from typing import Any

import pytest

from referee.journal.event_forms import MAX_TEXT
from referee.journal.order_in_force import OrderInForce, order_in_force
from referee.journal.revision import MAX_REPLACEMENTS, revision_form
from tests.referee.journal.logs import BUY, ROLL, START, UNDO, Event, code, revision

PAUSE: Event = {"type": "pause", "reason": "lunch"}
ROWS: list[Event] = [START, ROLL, PAUSE, BUY, UNDO]


def log(*rows: Event) -> OrderInForce:
    return order_in_force(enumerate(rows or ROWS, 1))


@pytest.mark.parametrize(
    "event",
    [
        revision(1, START),
        revision(1, START, through=1),
        revision(2),
        revision(2, ROLL, BUY),
        revision(5, ROLL),
        revision(2, through=5),
        # Rows beside the board among them are left alone.
        revision(3, BUY, through=4),
        revision(2, *[ROLL] * MAX_REPLACEMENTS),
    ],
)
def test_rows_of_the_board_are_replaced_by_any_events_of_the_board(event: Event) -> None:
    assert revision_form(log(), event) is None


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"more": 1}, "field more"),
        ({"reason": ""}, "field reason"),
        ({"reason": " "}, "field reason"),
        ({"reason": 7}, "field reason"),
        ({"reason": "x" * (MAX_TEXT + 1)}, "too_long reason"),
        ({"reason": "\u202eback"}, "unfit reason"),
        ({"seq": 3}, "no_such_event"),
        ({"seq": 0}, "no_such_event"),
        ({"seq": 6}, "no_such_event"),
        ({"seq": -1}, "no_such_event"),
        ({"seq": "2"}, "no_such_event"),
        ({"seq": True}, "no_such_event"),
        ({"seq": None}, "no_such_event"),
        ({"seq": True, "through": 2}, "no_such_event"),
        ({"seq": "2", "through": 2}, "no_such_event"),
        ({"through": 1}, "no_such_event"),
        ({"through": True}, "no_such_event"),
        ({"through": "5"}, "no_such_event"),
        ({"seq": 1, "through": 2}, "no_such_event"),
        ({"replacement": None}, "field replacement"),
        ({"replacement": ROLL}, "field replacement"),
        ({"replacement": [ROLL] * (MAX_REPLACEMENTS + 1)}, "field replacement"),
        ({"replacement": [7]}, "field replacement"),
        ({"replacement": [{}]}, "field replacement"),
        ({"replacement": [{"type": 7}]}, "field replacement"),
        ({"replacement": [{"type": ["roll"]}]}, "field replacement"),
        ({"replacement": [PAUSE]}, "field replacement"),
        ({"replacement": [revision(2)]}, "field replacement"),
        ({"replacement": [START]}, "one_start"),
        ({"replacement": [ROLL, START]}, "one_start"),
        ({"seq": 1}, "one_start"),
        ({"seq": 1, "replacement": []}, "one_start"),
        ({"seq": 1, "replacement": [START, START]}, "one_start"),
        ({"seq": 1, "replacement": [START, ROLL]}, "one_start"),
    ],
)
def test_what_is_no_correction_is_refused(changes: dict[str, Any], fault: str) -> None:
    assert code(revision_form(log(), {**revision(2, ROLL), **changes})) == fault


@pytest.mark.parametrize("name", ["seq", "replacement", "reason"])
def test_a_correction_has_all_its_fields(name: str) -> None:
    event = {key: value for key, value in revision(2).items() if key != name}
    assert code(revision_form(log(), event)) == f"field {name}"


def test_before_the_start_there_is_nothing_to_correct() -> None:
    assert code(revision_form(OrderInForce(), revision(0, START))) == "no_such_event"
    assert code(revision_form(OrderInForce(), revision(1, START))) == "no_such_event"


def test_what_a_correction_took_out_cannot_be_named_alone() -> None:
    corrected = log(*ROWS, revision(2, through=4))
    assert code(revision_form(corrected, revision(2))) == "no_such_event"
    assert revision_form(corrected, revision(2, through=5)) is None
