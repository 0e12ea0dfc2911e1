"""The table of the mutants, and when it says that too much is lost."""

from typing import Any

import pytest

from benchmarks.mutants.report import is_lost, table, with_journeys


def result(number: int, new: str | None, old: str | None) -> dict[str, Any]:
    where = {"area": "referee/api", "path": "a.py", "line": 3, "number": number}
    what = {"kind": "and/or", "before": "a | b", "after": "c", "left_out": 0}
    return {**where, **what, "new": new, "old": old}


@pytest.mark.parametrize(("missing", "lost"), [(1, False), (2, False), (3, True)])
def test_two_in_a_hundred_may_be_lost(missing: int, lost: bool) -> None:
    results = [result(n, None if n < missing else "t", "t") for n in range(100)]
    assert is_lost(results) is lost


def test_journeys_find_for_their_own_set() -> None:
    results = [result(1, None, None), result(2, None, None), result(3, "t", "t")]
    journeys = [result(1, None, "j"), result(2, "j", "j")]
    assert [(one["new"], one["old"]) for one in with_journeys(results, journeys)] == [
        (None, "j"),
        ("j", "j"),
        ("t", "t"),
    ]


def test_the_table_names_what_is_lost() -> None:
    text = table([result(1, None, "t"), result(2, "t", "t")], [], 7, "abc")
    assert "| referee/api | 2 | 1 | 2 |" in text
    assert "**More than 2 % are lost.**" in text
    lost, neither = text.split("## ")[1:]
    assert "- a.py:3, and/or: `a \\| b` → `c`" in lost
    assert "None." in neither
