"""What an event has to look like beside the rules of the game."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.journal.canonical import MAX_DEPTH
from referee.journal.event_forms import (
    FIELDS,
    MAX_PAUSE_SECONDS,
    MAX_ROW,
    MAX_TEXT,
    QUICK,
    size_fault,
    table_event_fault,
    tablet_fault,
)
from referee.journal.limits import MAX_EVENT_BYTES
from referee.journal.order_in_force import CORRECTIONS, NOT_BOARD
from tests.referee.journal.logs import HEADER, ROLL, START, Event, code

NOTE: Event = {"type": "note", "text": "ok"}
RIGHT: list[Event] = [
    {"type": kind, **dict.fromkeys(fields, "x")}
    for kind, fields in FIELDS.items()
    if kind != "understood"
]
UNDERSTOOD: Event = {"type": "understood", "through": 7}
EACH_FIELD = [(event, name) for event in RIGHT for name in event if name != "type"]


def test_all_that_is_logged_beside_the_board_has_a_form() -> None:
    assert FIELDS.keys() == NOT_BOARD - CORRECTIONS


@pytest.mark.parametrize("event", [*RIGHT, UNDERSTOOD], ids=lambda event: event["type"])
def test_an_event_has_all_its_fields_and_no_others(event: Event) -> None:
    assert table_event_fault(event) is None
    assert code(table_event_fault({**event, "more": "x"})) == "field more"
    for name in event.keys() - {"type"}:
        without = {key: value for key, value in event.items() if key != name}
        assert code(table_event_fault(without)) == f"field {name}"


@pytest.mark.parametrize(("event", "name"), EACH_FIELD)
@pytest.mark.parametrize("value", ["", " \n", None, 7, True, ["x"], {"a": "x"}])
def test_a_field_is_a_text_that_says_something(event: Event, name: str, value: object) -> None:
    assert code(table_event_fault({**event, name: value})) == f"field {name}"


@pytest.mark.parametrize(("event", "name"), EACH_FIELD)
def test_a_text_is_plain_and_not_too_long(event: Event, name: str) -> None:
    assert table_event_fault({**event, name: "é" * MAX_TEXT}) is None
    assert code(table_event_fault({**event, name: "é" * (MAX_TEXT + 1)})) == f"too_long {name}"
    for letter in ("\x00", "\x7f", "\u202e", "\u2068", "\ud800"):
        assert code(table_event_fault({**event, name: f"a{letter}b"})) == f"unfit {name}"


def test_only_a_confirmation_may_say_why_it_is_given_in_a_players_place() -> None:
    confirm = {"type": "confirm", "player": "p1", "statement": "0" * 64}
    assert table_event_fault(confirm) is None
    assert table_event_fault({**confirm, "reason": "had to leave for a train"}) is None
    for reason in ("", " ", None, 7, ["x"]):
        assert code(table_event_fault({**confirm, "reason": reason})) == "field reason"
    assert code(table_event_fault({**confirm, "reason": "x" * 501})) == "too_long reason"
    assert code(table_event_fault({**NOTE, "reason": "x"})) == "field reason"


@pytest.mark.parametrize("through", [-1, MAX_ROW + 1, True, None, "5", 5.0, [5]])
def test_what_was_read_reaches_to_a_row(through: object) -> None:
    assert tablet_fault({**UNDERSTOOD, "through": MAX_ROW}) is None
    assert code(tablet_fault({**UNDERSTOOD, "through": through})) == "field through"


@pytest.mark.parametrize("seconds", [0, 312, MAX_PAUSE_SECONDS])
def test_the_end_of_a_pause_may_say_how_long_it_was(seconds: int) -> None:
    assert tablet_fault({"type": "resume"}) is None
    assert tablet_fault({"type": "resume", "seconds": seconds}) is None


@pytest.mark.parametrize("seconds", [-1, MAX_PAUSE_SECONDS + 1, True, None, "5", 5.0, [5]])
def test_a_pause_lasts_whole_seconds_and_a_day_at_most(seconds: object) -> None:
    assert code(tablet_fault({"type": "resume", "seconds": seconds})) == "field seconds"
    more = {"type": "resume", "seconds": 5, "minutes": 1}
    assert code(tablet_fault(more)) == "field minutes"
    assert code(tablet_fault({**NOTE, "seconds": 5})) == "field seconds"


def test_line_breaks_and_every_script_are_plain_text() -> None:
    assert table_event_fault({**NOTE, "text": "один\n\tдва, «trois» — 四 🎲"}) is None


def test_a_long_unknown_field_is_named_in_short() -> None:
    assert code(table_event_fault({**NOTE, "y" * 600: 1})) == f"field {'y' * MAX_TEXT}"


@pytest.mark.parametrize("event", [ROLL, START, NOTE, {"type": "fly"}])
def test_a_tablet_may_record_what_has_no_keys_of_its_own(event: Event) -> None:
    assert tablet_fault(event) is None


def test_a_tablet_records_what_is_beside_the_board_in_its_form_only() -> None:
    assert code(tablet_fault({**NOTE, "text": ""})) == "field text"


@settings(max_examples=30)
@given(st.lists(st.sampled_from(["list", "object"]), max_size=6), st.sampled_from([1, 0, None, {}]))
def test_an_own_key_is_found_at_any_depth(path: list[str], value: object) -> None:
    inner: object = {"a": 1, "x-deep": value}
    for step in path:
        inner = [0, [], inner] if step == "list" else {"a": [], "b": inner}
    assert code(tablet_fault({**ROLL, "more": inner})) == "own_key x-deep"


@pytest.mark.parametrize("header", [7, None, [{"x-own": 1}]])
def test_a_start_without_a_header_has_no_key_of_its_own_either(header: object) -> None:
    event = {"type": "start", "header": header}
    assert code(tablet_fault(event)) == (None if header in (7, None) else "own_key x-own")
    assert code(tablet_fault({**event, "x-own": 1})) == "own_key x-own"


@pytest.mark.parametrize(
    ("own", "fault"),
    [
        ({QUICK: 1}, None),
        ({QUICK: True}, f"own_key {QUICK}"),
        ({QUICK: 1.0}, f"own_key {QUICK}"),
        ({QUICK: 2}, f"own_key {QUICK}"),
        ({QUICK: 1, "x-other": 1}, "own_key x-other"),
        ({"position": {QUICK: 1}}, f"own_key {QUICK}"),
    ],
)
def test_a_start_says_that_only_the_end_was_entered(own: Event, fault: str | None) -> None:
    assert code(tablet_fault({"type": "start", "header": {**HEADER, **own}})) == fault
    assert code(tablet_fault({**ROLL, QUICK: 1})) == f"own_key {QUICK}"


def test_an_own_key_is_named_in_short() -> None:
    assert code(tablet_fault({**ROLL, "x-" + "y" * 600: 1})) == f"own_key x-{'y' * (MAX_TEXT - 2)}"


def test_an_event_is_kept_up_to_16_kib_of_its_canonical_json() -> None:
    room = MAX_EVENT_BYTES - len(json.dumps({**NOTE, "text": ""}, separators=(",", ":")))
    assert size_fault({**NOTE, "text": "x" * room}) is None
    assert code(size_fault({**NOTE, "text": "x" * (room + 1)})) == "event_too_long"
    assert code(size_fault({**NOTE, "text": "é" * (room // 2 + 1)})) == "event_too_long"


def test_what_has_no_canonical_form_is_named_by_its_place() -> None:
    assert code(size_fault({**ROLL, "dice": [1, 2.5]})) == "not_canonical /dice/1"
    assert code(size_fault({**NOTE, "text": "\ud800"})) == "not_canonical /text"
    deep: Event = {}
    for _ in range(MAX_DEPTH):
        deep = {"a": deep}
    assert size_fault(deep) is None
    assert code(size_fault({"a": deep})) == f"not_canonical {'/a' * (MAX_DEPTH + 1)}"
    assert code(size_fault({1: 2})) == "not_canonical /"  # type: ignore[dict-item]
