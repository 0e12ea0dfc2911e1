"""Whatever a record holds, it is replayed or refused at a line, with one clear sentence."""

import json
from pathlib import Path

import pytest

from referee.engine import (
    LANGUAGES,
    MAX_RECORD_BYTES,
    Game,
    RecordRefusedError,
    ledger,
    replay_lines,
    replay_steps,
)
from referee.engine.game import MAX_EVENTS
from referee.engine.history import CHECKPOINT_EVERY, sparse_checkpoints
from referee.engine.reading import read_event
from referee.engine.replay import MAX_LINE_LENGTH
from referee.engine.state import State
from referee.engine.strictjson import read_line
from scoring.game.editions import load_edition, load_edition_file
from tests.referee.engine.table import refused, refuses_header

GOLDEN = Path(__file__).parents[2] / "golden" / "golden"
PLAYERS = [
    {"id": "p1", "name": "Ada", "role": "competitor"},
    {"id": "p2", "name": "Ben", "role": "monopolist"},
]
HEADER = {"record": "amr/1", "edition": "us-2011", "mode": "A", "players": PLAYERS}
ROLL = '{"type":"roll","player":"p1","dice":[1,2]}'
STAMP = '"id":"f0add66c-70b8-4a29-ab41-c864d6761994","at":"2026-05-02T14:01:53Z"'


def record(*lines: str, header=HEADER) -> str:
    return "\n".join((json.dumps(header), *lines))


def named(name: str) -> str:
    header = {**HEADER, "players": [{**PLAYERS[0], "name": name}, PLAYERS[1]]}
    return json.dumps(header)


BAD = {
    "empty": (b"", 1, "no_header"),
    "blank lines only": (b"\n \t\r\n\n", 1, "no_header"),
    "binary": (bytes(range(128, 256)) * 9, 1, "not_utf8"),
    "zeros": (b"\0" * 1000, 1, "not_json"),
    "utf-16": (record(ROLL).encode("utf-16"), 1, "not_utf8"),
    "byte order mark": ("\ufeff" + record(ROLL), 1, "not_json"),
    "latin-1 name": (named("Zoë").replace("\\u00eb", "ë").encode("latin-1"), 1, "not_utf8"),
    "bad bytes later": (record(ROLL).encode() + b"\n\n\xc3(\n", 4, "not_utf8"),
    "a surrogate in bytes": (record(ROLL).encode() + b"\n\xed\xa0\x80\n", 3, "not_utf8"),
    "truncated": (record(ROLL, ROLL[:30]), 3, "not_json"),
    "truncated header": (json.dumps(HEADER)[:40], 1, "not_json"),
    "two values in a line": (record(ROLL + ROLL), 2, "not_json"),
    "a list": (record("[]"), 2, "not_an_object"),
    "a number": (record("7"), 2, "not_an_object"),
    "a text": (record('"roll"'), 2, "not_an_object"),
    "null header": ("null", 1, "not_an_object"),
    "deep list": (record("[" * 100_000), 2, "too_deep"),
    "deep objects": (record('{"x-a":' * 30_000), 2, "too_deep"),
    "deep header": ("[" * 100_000, 1, "too_deep"),
    "too large": (b"\n" * (MAX_RECORD_BYTES + 1), 1, "record_too_large"),
    "long line": (record(ROLL, " " * (MAX_LINE_LENGTH + 1)), 3, "line_too_long"),
    "NaN": (record('{"type":"recount","player":"p1","cash":NaN,"reason":"r"}'), 2, "not_json"),
    "Infinity": (record('{"type":"time","x-a":-Infinity}'), 2, "not_json"),
    "-0": (record('{"type":"recount","player":"p1","cash":-0,"reason":"r"}'), 2, "not_a_number"),
    "-0 stamped": (
        record('{"type":"recount","player":"p1","cash":-0,"reason":"r",' + STAMP + "}"),
        2,
        "not_a_number",
    ),
    "1e99": (
        record('{"type":"recount","player":"p1","cash":1e99,"reason":"r"}'),
        2,
        "not_a_number",
    ),
    "5000 digits": (
        record('{"type":"recount","player":"p1","cash":1' + "0" * 5000 + ',"reason":"r"}'),
        2,
        "not_a_number",
    ),
    "a boolean die": (record('{"type":"roll","player":"p1","dice":[true,2]}'), 2, "not_dice"),
    "a float die": (record('{"type":"roll","player":"p1","dice":[1.0,2]}'), 2, "not_dice"),
    "three dice": (record('{"type":"roll","player":"p1","dice":[1,2,3]}'), 2, "not_dice"),
    "dice as text": (record('{"type":"roll","player":"p1","dice":"12"}'), 2, "not_dice"),
    "a key twice": (record('{"type":"time","type":"time"}'), 2, "key_twice"),
    "a key twice, stamped": (record('{"type":"time","type":"time",' + STAMP + "}"), 2, "key_twice"),
    "two ids": (record(ROLL[:-1] + ',"id":"x",' + STAMP + "}"), 2, "key_twice"),
    "an id before the stamp": (
        record('{"id":"f0add66c-70b8-4a29-ab41-c864d6761994",' + ROLL[1:-1] + "," + STAMP + "}"),
        2,
        "key_twice",
    ),
    "a key twice within": (
        record('{"type":"trade","player":"p1","with":"p2","give":{"cash":1,"cash":1},"take":{}}'),
        2,
        "key_twice",
    ),
    "an escaped key twice": (record('{"type":"time","\\u0074ype":"time"}'), 2, "key_twice"),
    "a list as type": (record('{"type":["roll"]}'), 2, "unknown_type"),
    "no type": (record('{"player":"p1"}'), 2, "unknown_type"),
    "a list as player": (record('{"type":"buy","player":["p1"]}'), 2, "unknown_player"),
    "an object as player": (record('{"type":"buy","player":{}}'), 2, "unknown_player"),
    "no player": (record('{"type":"buy"}'), 2, "missing_key"),
    "a long name": (named("x" * 10_000), 1, "not_a_name"),
    "a control character": (named("A\x07da"), 1, "not_a_name"),
    "a bidi override": (named("A\u202eda"), 1, "not_a_name"),
    "a lone surrogate": (named("A\ud800da"), 1, "not_a_name"),
    "a blank name": (named("  "), 1, "not_a_name"),
    "a name of many parts": (
        json.dumps({**HEADER, "players": [{**PLAYERS[0], "name": ["Ada"]}, PLAYERS[1]]}),
        1,
        "not_a_name",
    ),
    "a fraction that is only kept": (json.dumps({**HEADER, "round": 1.5}), 1, "not_an_integer"),
    "a fraction kept deeply": (
        json.dumps({**HEADER, "table": {"a": [1e9]}}),
        1,
        "not_an_integer",
    ),
    "a nameless card": (
        record('{"type":"card","player":"p1"}', header={**HEADER, "edition": "eu-fr"}),
        2,
        "missing_key",
    ),
    "effect of the wrong kind": (
        record('{"type":"card","player":"p1","effect":7}', header={**HEADER, "edition": "eu-fr"}),
        2,
        "not_an_effect",
    ),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD)
def test_bad_input_is_refused_at_its_line(case):
    data, line, code = case
    replay = replay_lines(data)
    assert replay.refusal is not None
    assert (replay.line, replay.refusal.code, replay.refusal.rule) == (line, code, None)
    for language in LANGUAGES:
        assert "\n" not in replay.describe(language)
        assert len(replay.describe(language)) < 500


@pytest.mark.parametrize("name", ["Ada", "Зоя", "محمد", "עדה", "阿达", "Zoë 🎲", "O’Neil"])
def test_names_in_any_script_are_fine(name):
    replay = replay_lines(named(name) + "\n" + ROLL)
    assert replay.refusal is None
    assert replay.describe() == ""


def test_lines_may_end_as_on_windows_and_be_blank():
    text = record("", ROLL, " \t", '{"type":"roll","player":"p2","dice":[1,2]}')
    replay = replay_lines(text.replace("\n", "\r\n").encode())
    assert replay.refusal is None
    assert replay.game is not None
    assert len(replay.game.events) == 2


def test_lines_may_come_one_by_one():
    assert replay_lines(iter(record(ROLL).split("\n"))).refusal is None


def refused_as(text: str) -> str:
    """The code that the record is refused with."""
    refusal = replay_lines(text).refusal
    assert refusal is not None
    return refusal.code


def test_a_stamp_is_checked_in_any_form():
    for stamp in (STAMP, STAMP.upper().replace("ID", "id").replace("AT", "at")):
        assert replay_lines(record(f"{ROLL[:-1]},{stamp}}}")).refusal is None
    bad = STAMP.replace("2026-05-02", "2026-02-30")
    assert refused_as(record(f"{ROLL[:-1]},{bad}}}")) == "time_form"
    bad = STAMP.replace("f0add66c", "g0add66c")
    assert refused_as(record(f"{ROLL[:-1]},{bad}}}")) == "id_form"


def test_any_json_may_stand_behind_an_x_key():
    for value in ("1e9", "-0", "1" + "0" * 5000, '{"a":[null,{"b":1.5}]}', '"\\ud800"'):
        replay = replay_lines(record(f'{ROLL[:-1]},"x-note":{value}}}'))
        assert replay.refusal is None, value
        assert replay.game is not None
        assert replay.game.events[0]["type"] == "roll"


def test_what_is_remembered_of_a_line_is_what_it_says():
    stamped = f"{ROLL[:-1]},{STAMP}}}"
    assert read_event(ROLL)[0] == read_event(stamped)[0] == json.loads(ROLL)
    assert read_line(stamped) == json.loads(stamped)


def test_more_events_than_any_game_are_refused():
    note = '{"type":"recount","player":"p1","cash":1500,"reason":"counted"}'
    replay = replay_lines(record(*[note] * (MAX_EVENTS + 1)))
    assert replay.game is not None
    assert replay.refusal is not None
    assert (replay.refusal.code, replay.line) == ("too_many_events", MAX_EVENTS + 2)
    assert refused(replay.game.play(json.loads(note))) == ("too_many_events", None)


def test_a_long_log_can_be_taken_back_event_by_event():
    note = '{"type":"recount","player":"p1","cash":1500,"reason":"counted"}'
    undo = '{"type":"undo","reason":"slip"}'
    replay = replay_lines(record(*[note] * 3000, *[undo] * 3000, undo))
    assert replay.game is not None
    assert replay.refusal is not None
    assert (replay.refusal.code, replay.line) == ("nothing_to_undo", 6002)
    assert replay.game.state.events == 0


def test_few_checkpoints_are_kept_and_most_of_them_late():
    state = Game.open(HEADER).state
    checkpoints: list[State] = []
    for number in range(1, 200):
        checkpoint = state.copy()
        checkpoint.events = number * CHECKPOINT_EVERY
        checkpoints = sparse_checkpoints([*checkpoints, checkpoint])
    numbers = [checkpoint.events // CHECKPOINT_EVERY for checkpoint in checkpoints]
    assert numbers[0] == 128
    assert numbers[-3:] == [197, 198, 199]
    assert len(numbers) < 12


def test_depth_is_bounded_in_every_way_in():
    deep = {"type": "recount", "player": "p1", "cash": 1, "reason": "counted", "x-a": []}
    for _ in range(98):
        deep["x-a"] = [deep["x-a"]]
    game = Game.open(HEADER)
    assert game.play(deep).is_accepted
    assert list(game.events) == [deep]
    deep["x-a"] = [deep["x-a"]]
    assert refused(game.play(deep)) == ("too_deep", None)
    for _ in range(100_000):
        deep["x-a"] = [deep["x-a"]]
    assert refused(game.play(deep)) == ("too_deep", None)
    assert len(game.events) == 1


def test_brackets_in_a_text_are_no_depth():
    note = '{"type":"recount","player":"p1","cash":1500,"reason":"' + '[\\"{' * 150 + '"}'
    assert replay_lines(record(note)).refusal is None


def test_steps_tell_what_went_wrong():
    steps = list(replay_steps(record(ROLL, ROLL, ROLL)))
    assert [step.line for step in steps] == [2, 3]
    assert [refusal.code for refusal in steps[1].decision.refusals] == ["no_throw_open"]
    assert steps[0].before.square == [0, 0]


def test_steps_end_with_a_line_that_cannot_be_read():
    for bad, code in ((b"{", "not_json"), (b"\xff", "not_utf8")):
        *_, last = replay_steps(record(ROLL).encode() + b"\n" + bad)
        assert (last.line, last.event, last.decision.refusals[0].code) == (3, None, code)


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "no_header"), (b"{", "not_json"), (b"\xff", "not_utf8")]
)
def test_steps_need_a_header(data, code):
    with pytest.raises(RecordRefusedError, match=f"^{code}$"):
        list(replay_steps(data))


def test_the_ledger_knows_only_what_is_in_force():
    undo = '{"type":"undo","reason":"slip"}'
    buy = '{"type":"buy","player":"p1"}'
    steps = ledger(record(ROLL, buy, undo, undo, ROLL.replace("1,2", "2,3"), "{"))
    assert [step.line for step in steps] == [6]


def test_a_games_header_and_log_come_back_as_given(tmp_path):
    path = next(GOLDEN.glob("40*.amr.jsonl"))
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    game = Game.open(lines[0])
    for event in lines[1:]:
        assert game.play(event).is_accepted
    assert game.header == lines[0]
    assert list(game.events) == lines[1:]
    assert game.events[-1] == lines[-1]
    assert list(game.events[3:5]) == lines[4:6]
    assert game.result() is None


def test_a_game_of_an_own_edition(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('inherits = "us-2011"\n[squares.3]\nprice = 100\n', "utf-8")
    own = load_edition_file(path)
    game = Game.open(HEADER, edition=own)
    game.play(json.loads(ROLL))
    assert game.play({"type": "buy", "player": "p1"}).consequences[0].amount == 100
    replay = replay_lines(record(ROLL), edition=own)
    assert replay.game is not None
    assert replay.game.state.edition is own
    refuses_header(HEADER, "other_edition", edition=load_edition("eu-fr"))


def test_decisions_as_json():
    game = Game.open(HEADER)
    accepted = game.decide(json.loads(ROLL)).as_json()
    assert accepted["refusals"] == []
    assert [item["kind"] for item in accepted["consequences"]] == ["turn", "move", "offer"]
    assert accepted == json.loads(json.dumps(accepted))
    forbidden = game.decide({"type": "time"}).as_json()
    assert [item["code"] for item in forbidden["refusals"]] == ["no_time_limit"]
    assert forbidden["consequences"] == []
    actions = [action.as_json() for action in game.legal_actions()]
    assert actions == json.loads(json.dumps(actions))
