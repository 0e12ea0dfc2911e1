"""The lines of `manage.py verify`, in words."""

import pytest

from referee.live.verification.comparing import Difference
from referee.live.verification.folder import Verification
from referee.management.verification_report import report


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("seats.2.before_retention", "Cash before retention, seat 2: "),
        ("seats.1.final", "Final cash, seat 1: "),
        ("tie_breaks.wins", "tie_breaks.wins: "),
    ],
)
def test_a_figure_of_a_seat_is_named_in_words(field: str, words: str) -> None:
    difference = Difference("round 1, table 2", field, 3, 4)
    found = Verification("", 1, 1, 1, 1, 0, 1, 0, (), (difference,))
    (line, *_more) = report(found, 1.0)
    assert line == f"round 1, table 2: {words}published 3, recomputed 4"
