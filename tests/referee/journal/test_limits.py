"""How much one table may record, by what it is about."""

from collections import Counter

import pytest

from referee.engine.actions import ACTIONS
from referee.journal.limits import (
    ENDING,
    KEPT_FOR_THE_END,
    MARGIN,
    MAX_GAME_BYTES,
    MAX_GAME_EVENTS,
    MAX_OWN_BYTES,
    MAX_OWN_EVENTS,
    MAX_ROWS,
    ROOMS,
    is_full,
    room_of,
)
from referee.journal.order_in_force import NOT_BOARD


def test_every_type_has_a_room_and_only_what_is_beside_the_board_has_one_of_its_own() -> None:
    assert ROOMS.keys() == NOT_BOARD
    assert {room_of(kind) for kind in (*ACTIONS, "start", "undo", "fly")} == {"board"}
    assert {*ROOMS.values(), "board"} == MAX_ROWS.keys()


@pytest.mark.parametrize("kind", ROOMS)
def test_a_room_is_full_at_its_limit_and_fills_no_other(kind: str) -> None:
    most = MAX_ROWS[room_of(kind)]
    rows = Counter({room_of(kind): most - 1})
    assert not is_full(rows, kind)
    rows[room_of(kind)] += 1
    assert is_full(rows, kind)
    assert not is_full(rows, "roll")
    assert {each for each in ROOMS if is_full(rows, each)} == {
        each for each in ROOMS if room_of(each) == room_of(kind)
    }


def test_the_last_rows_of_the_board_are_for_ending_the_game() -> None:
    assert ACTIONS.keys() > ENDING
    rows = Counter(board=MAX_ROWS["board"] - KEPT_FOR_THE_END)
    assert {kind for kind in ACTIONS if not is_full(rows, kind)} == ENDING
    rows["board"] -= 1
    assert not any(is_full(rows, kind) for kind in ACTIONS)
    rows["board"] = MAX_ROWS["board"]
    assert all(is_full(rows, kind) for kind in ACTIONS)


def test_the_server_takes_more_than_a_tablet_records() -> None:
    rows = Counter(notes=MAX_ROWS["notes"] + MARGIN - 1)
    assert is_full(rows, "note")
    assert not is_full(rows, "note", beyond=MARGIN)
    rows["notes"] += 1
    assert is_full(rows, "note", beyond=MARGIN)


def test_a_pause_finds_room_together_with_the_end_of_it() -> None:
    rows: Counter[str] = Counter()
    while not is_full(rows, "pause"):
        rows[room_of("pause")] += 1
        assert not is_full(rows, "resume")
        rows[room_of("resume")] += 1
    assert rows["pauses"] == MAX_ROWS["pauses"]


def test_all_that_four_tablets_may_record_for_a_table_may_wait() -> None:
    assert (MAX_GAME_EVENTS, MAX_GAME_BYTES) == (4 * MAX_OWN_EVENTS, 4 * MAX_OWN_BYTES)
    assert sum(MAX_ROWS.values()) <= MAX_OWN_EVENTS
