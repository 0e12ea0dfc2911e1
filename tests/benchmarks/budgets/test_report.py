"""Which bars a first visit is over, and its row."""

from dataclasses import replace
from typing import Any

import pytest

from benchmarks.budgets.browser import Visit
from benchmarks.budgets.report import HEAD, Row, _line

WITHIN = Visit(
    lcp=1_000,
    largest="p",
    inp=100,
    slowest="click p",
    shift=0.02,
    requests=5,
    size=70_000,
    others=0,
)


@pytest.mark.parametrize(
    ("over", "fault"),
    [
        ({"lcp": 1_001}, "LCP"),
        ({"inp": 101}, "INP"),
        ({"shift": 0.021}, "CLS"),
        ({"size": 70_001}, "bytes"),
        ({"others": 1}, "others"),
    ],
)
def test_a_visit_is_over_a_bar_by_a_little(over: dict[str, Any], fault: str) -> None:
    assert Row("event", 24, WITHIN).faults() == []
    assert Row("event", 24, replace(WITHIN, **over)).faults() == [fault]


def test_a_row_has_a_cell_for_each_column() -> None:
    columns = HEAD.splitlines()[-1].count("|")
    assert _line(Row("event", 24, WITHIN)).count("|") == columns
    assert _line(Row("events", 0, replace(WITHIN, slowest=""))).count("|") == columns
