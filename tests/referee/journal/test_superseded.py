"""Which rows of a log are told as taken back or corrected."""

from typing import Any

import pytest

from referee.journal.superseded import find_superseded

START: dict[str, Any] = {"type": "start", "header": {}}
ROLL: dict[str, Any] = {"type": "roll"}
UNDO: dict[str, Any] = {"type": "undo"}
RULING: dict[str, Any] = {"type": "ruling"}


def revise(seq: int, *replacement: dict[str, Any], through: int | None = None) -> dict[str, Any]:
    given = {"type": "revise", "seq": seq, "replacement": list(replacement)}
    return given if through is None else {**given, "through": through}


def revert(seq: int) -> dict[str, Any]:
    return {"type": "revert", "seq": seq}


@pytest.mark.parametrize(
    ("rows", "taken_back", "corrected", "gone"),
    [
        ([START, ROLL, RULING, ROLL], [], [], []),
        ([START, ROLL, ROLL, UNDO, RULING, UNDO], [2, 3], [], []),
        ([START, ROLL, UNDO, ROLL, UNDO, ROLL], [2, 4], [], []),
        ([START, START, ROLL], [], [1], [1]),
        ([START, ROLL, ROLL, revise(2)], [], [2], [2]),
        ([START, ROLL, RULING, ROLL, ROLL, revise(2, through=4)], [], [2, 4], [2, 4]),
        # What a correction of several rows puts there stands for the first of them.
        ([START, ROLL, ROLL, ROLL, revise(2, ROLL, ROLL, through=3)], [], [2, 3], [3]),
        # An undo that was corrected takes nothing back.
        ([START, ROLL, UNDO, revise(3)], [], [3], [3]),
        # An undo takes back what a correction put there: the row is told as corrected alone.
        ([START, ROLL, revise(2, ROLL, ROLL), UNDO], [], [2], []),
        ([START, ROLL, revise(2, ROLL), revise(2, ROLL)], [], [2, 3], []),
        ([START, ROLL, ROLL, revise(2, ROLL), revise(3)], [], [2, 3], [3]),
        ([START, ROLL, revise(1, START), revise(1, START)], [], [1, 3], []),
        # What no longer fitted was left out with what was corrected.
        ([START, ROLL, ROLL, ROLL, {**revise(2, ROLL), "without": [4]}], [], [2, 4], [4]),
        # Taken back, a correction leaves no trace but its own mark and those of what followed it.
        ([START, ROLL, ROLL, revise(2), revert(4)], [4], [], []),
        ([START, ROLL, revise(2, ROLL), ROLL, UNDO, revert(3), ROLL], [3, 4], [], [4, 5]),
        ([START, ROLL, UNDO, ROLL, revise(4), revert(5)], [2, 5], [], []),
        ([START, ROLL, revise(2, ROLL), revise(2), revert(4), revert(3)], [3, 4], [], []),
        ([START, ROLL, revise(2), revert(3), revise(2), START], [3], [1, 2], [1, 2]),
        ([], [], [], []),
    ],
)
def test_what_does_not_count(
    rows: list[dict[str, Any]], taken_back: list[int], corrected: list[int], gone: list[int]
) -> None:
    found = find_superseded(enumerate(rows, 1))
    assert [sorted(kind) for kind in found] == [taken_back, corrected, gone]
