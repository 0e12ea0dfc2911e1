"""A log becomes a record and a record a log, and nothing is lost on the way."""

import pytest

from referee.engine import engine_digest, replay_lines
from referee.journal.canonical import canonical
from referee.journal.record import LoggedRow, events_of_record, record_lines
from tests.referee.journal.logs import (
    AT,
    BUY,
    HEADER,
    NUMBERS,
    ROLL,
    START,
    UNDO,
    Event,
    golden,
    revision,
)

PAUSE: Event = {"type": "pause", "reason": "lunch"}


def stamp(seq: int) -> Event:
    """The id and the time of row `seq`."""
    return {"id": f"00000000-0000-0000-0000-{seq:012}", "at": AT}


def rows_of(*events: Event) -> list[LoggedRow]:
    return [LoggedRow(seq, event, stamp(seq)["id"], AT) for seq, event in enumerate(events, 1)]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_record_of_a_log_is_replayed_to_the_logs_statement(number: str) -> None:
    record = golden(number)
    lines = record_lines(rows_of(*record.events))
    replay = replay_lines("\n".join(map(canonical, lines)).encode())
    assert replay.game is not None
    assert replay.game.statement() == record.statement
    assert events_of_record(lines) == record.events


def test_a_record_says_which_engine_judged() -> None:
    assert record_lines(rows_of(START)) == [{**HEADER, "x-engine": engine_digest()}]
    assert events_of_record([{**HEADER, "x-engine": "another", "x-own": 1}]) == [
        {"type": "start", "header": {**HEADER, "x-own": 1}}
    ]


def test_before_the_start_there_is_no_record() -> None:
    assert record_lines([]) == record_lines(rows_of(PAUSE)) == []


def test_an_event_of_the_board_has_the_id_and_time_it_was_logged_with() -> None:
    _, *lines = record_lines(rows_of(START, ROLL, PAUSE, BUY, UNDO))
    assert lines == [{**stamp(2), **ROLL}, {**stamp(4), **BUY}, {**stamp(5), **UNDO}]


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", ""])
def test_a_time_that_no_page_can_show_is_left_out(at: str) -> None:
    start, roll = rows_of(START, ROLL)
    _, line = record_lines([start, roll._replace(at=at)])
    assert line == {"id": stamp(2)["id"], **ROLL}


def test_what_a_correction_put_in_has_neither_id_nor_time() -> None:
    _, *lines = record_lines(rows_of(START, ROLL, BUY, UNDO, revision(3, BUY, UNDO, through=4)))
    assert lines == [{**stamp(2), **ROLL}, BUY, UNDO]


def test_what_stands_again_after_a_correction_was_taken_back_is_what_was_logged() -> None:
    back = {"type": "revert", "seq": 4, "reason": "it was right"}
    _, *lines = record_lines(rows_of(START, ROLL, BUY, revision(2, through=3), back))
    assert lines == [{**stamp(2), **ROLL}, {**stamp(3), **BUY}]


def test_a_corrected_start_is_the_records_header() -> None:
    corrected = {**HEADER, "mode": "A"}
    rows = rows_of(START, ROLL, revision(1, {"type": "start", "header": corrected}))
    header, line = record_lines(rows)
    assert header == {**corrected, "x-engine": engine_digest()}
    assert line == {**stamp(2), **ROLL}
