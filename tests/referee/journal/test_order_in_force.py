"""What is played and exported of a log: its board events with the chief's corrections applied."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.journal.order_in_force import OrderInForce, order_in_force, revised_rows
from tests.referee.journal.logs import START, Event, revision


def event(name: str) -> Event:
    """An event of the board, told apart by its name."""
    return {"type": "roll", "player": name}


A, B, C, X, Y = map(event, "abcxy")
OTHER: Event = {"type": "start", "header": {}}
NOTE: Event = {"type": "note", "text": "ok"}


def in_force(*rows: Event) -> OrderInForce:
    return order_in_force(enumerate(rows, 1))


@pytest.mark.parametrize(
    ("rows", "order"),
    [
        ([START], []),
        ([START, A, B], [(2, A), (3, B)]),
        ([START, A, NOTE, B], [(2, A), (4, B)]),
        ([START, A, START, B], [(4, B)]),
        ([START, A, B, revision(2)], [(3, B)]),
        ([START, A, B, revision(2, X)], [(2, X), (3, B)]),
        ([START, A, B, revision(2, X, Y)], [(2, X), (2, Y), (3, B)]),
        ([START, A, B, C, revision(2, X, through=3)], [(2, X), (4, C)]),
        ([START, A, NOTE, B, revision(3, X, through=4)], [(2, A), (3, X)]),
        ([START, A, B, revision(2, X), C], [(2, X), (3, B), (5, C)]),
        ([START, A, B, revision(2, X, Y), revision(2, A)], [(2, A), (3, B)]),
        ([START, A, B, revision(2, through=3), C], [(5, C)]),
        ([START, A, revision(1, OTHER), B], [(2, A), (4, B)]),
    ],
)
def test_rows_come_to_these_events(rows: list[Event], order: list[tuple[int, Event]]) -> None:
    assert in_force(*rows).events == order


def test_the_start_is_the_last_one_with_its_correction() -> None:
    assert (in_force().start, in_force().start_seq) == (None, 0)
    assert not in_force().may_revise(0, 0)
    again = in_force(START, NOTE, OTHER)
    assert (again.start, again.start_seq) == (OTHER, 3)
    corrected = in_force(START, A, revision(1, OTHER))
    assert (corrected.start, corrected.start_seq) == (OTHER, 1)


def test_a_revision_replaces_one_row_or_all_to_the_last_it_names() -> None:
    assert list(revised_rows(revision(4))) == [4]
    assert list(revised_rows(revision(4, through=6))) == [4, 5, 6]


LISTS = st.lists(st.sampled_from([X, Y]), max_size=3)
CORRECTIONS = st.lists(st.tuples(st.integers(2, 6), st.integers(0, 3), LISTS), max_size=5)


@settings(max_examples=60)
@given(CORRECTIONS)
def test_the_order_is_that_of_the_rows_and_a_correction_touches_no_others(
    corrections: list[tuple[int, int, list[Event]]],
) -> None:
    order = in_force(START, A, B, C, A, B)
    for number, (seq, more, replacement) in enumerate(corrections, 7):
        before, given = order.copy(), revision(seq, *replacement, through=seq + more)
        order.add(number, given)
        numbers = [row for row, _ in order.events]
        assert numbers == sorted(numbers)
        assert [event for row, event in order.events if row == seq] == replacement
        assert outside(order, given) == outside(before, given)
        assert (order.start, order.start_seq) == (START, 1)


def outside(order: OrderInForce, given: Event) -> list[tuple[int, Event]]:
    """What stands for other rows than those of a revision."""
    return [item for item in order.events if item[0] not in revised_rows(given)]


@settings(max_examples=60)
@given(CORRECTIONS, st.integers(0, 8), st.integers(0, 8))
def test_a_correction_may_name_rows_of_which_one_stands(
    corrections: list[tuple[int, int, list[Event]]], seq: int, through: int
) -> None:
    revisions = [revision(row, *events, through=row + more) for row, more, events in corrections]
    order = in_force(START, A, B, C, A, B, *revisions)
    if seq == 1:
        assert order.may_revise(seq, through) == (through == 1)
    else:
        named = range(seq, through + 1)
        stands = any(row in named for row, _ in order.events)
        assert order.may_revise(seq, through) == (seq > 1 and stands)


def test_a_copy_goes_its_own_way() -> None:
    order: Any = in_force(START, A)
    twin = order.copy()
    twin.add(3, B)
    twin.add(4, revision(1, OTHER))
    assert order == in_force(START, A)
    assert twin == in_force(START, A, B, revision(1, OTHER))
