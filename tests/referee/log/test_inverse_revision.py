"""What takes a correction back: what it replaced stands again, where it can be known."""

from typing import Any

import pytest

from referee.journal.order_in_force import order_in_force
from referee.log.inverse_revision import inverse_revision

START: dict[str, Any] = {"type": "start", "header": {}}
OTHER_START: dict[str, Any] = {"type": "start", "header": {"edition": "other"}}


def event(name: str) -> dict[str, Any]:
    return {"type": "roll", "name": name}


A, B, C, D, X, Y = map(event, "ABCDXY")


def revise(seq: int, *replacement: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "revise", "seq": seq, "replacement": list(replacement), **more}


@pytest.mark.parametrize(
    ("rows", "correction"),
    [
        ([START, A, B, C, revise(3, X)], 5),
        ([START, A, B, C, revise(3, X, Y), D], 5),
        ([START, A, B, C, D, revise(2, X, through=4)], 6),
        # Nothing stands there any more: it comes back beside its neighbour, before or after it.
        ([START, A, B, C, revise(3)], 5),
        ([START, A, B, C, revise(2)], 5),
        ([START, A, B, C, revise(2, X), revise(3)], 6),
        ([START, A, B, C, revise(3, X), D, revise(5)], 7),
        # What no longer fitted comes back with it.
        ([START, A, B, C, D, revise(2, X, without=[4])], 6),
        ([START, A, B, C, D, revise(3, without=[5])], 6),
        ([START, A, revise(1, OTHER_START)], 3),
        # A correction of another event does not matter.
        ([START, A, B, C, revise(2, X), revise(4, Y)], 5),
    ],
)
def test_what_stood_before_stands_again(rows: list[dict[str, Any]], correction: int) -> None:
    numbered = list(enumerate(rows, 1))
    back = inverse_revision(numbered, correction, "a slip")
    assert back is not None
    assert back["reason"] == "a slip"
    # As if the correction had never been made.
    never = order_in_force(row for row in numbered if row[0] != correction)
    then = order_in_force([*numbered, (len(numbered) + 1, back)])
    assert then.start == never.start
    assert [each for _, each in then.events] == [each for _, each in never.events]


@pytest.mark.parametrize(
    ("rows", "correction"),
    [
        ([START, A, B, revise(3, X), revise(3, Y)], 4),
        ([START, A, B, revise(2, X), {"type": "revert", "seq": 4}], 4),
        # It was put back already, beside its neighbour.
        ([START, A, B, C, revise(3), revise(2, A, B)], 5),
        ([START, A, B, C, revise(2), revise(3, A, B)], 5),
        # Nothing is left beside which it could stand.
        ([START, A, revise(2)], 3),
        ([START, A, B, revise(1, OTHER_START, without=[3])], 4),
        ([START, *[A] * 101, revise(2, through=102), B], 103),
    ],
)
def test_where_nobody_knows_what_is_to_stand_there_is_none(
    rows: list[dict[str, Any]], correction: int
) -> None:
    assert inverse_revision(list(enumerate(rows, 1)), correction, "a slip") is None


def test_only_a_correction_is_taken_back() -> None:
    with pytest.raises(LookupError):
        inverse_revision([(1, START), (2, A)], 2, "a slip")
