"""How late a tablet is told of its rows."""

import pytest

from benchmarks.live.hub import _delays


def test_a_tablet_is_told_of_several_rows_at_once() -> None:
    heard = [("1/1", 2, 10.5), ("1/1", 5, 11.0), ("1/2", 1, 10.2)]
    logged = [("1/1", 1, 10.0), ("1/1", 3, 10.6), ("1/2", 1, 10.1), ("1/2", 2, 10.3)]
    assert list(_delays(heard, logged)) == pytest.approx([0.5, 0.4, 0.1])


def test_who_listens_to_nothing_is_not_counted() -> None:
    assert list(_delays([], [("1/1", 1, 10.0)])) == []
