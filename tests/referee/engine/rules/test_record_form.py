"""The record as a file: lines, JSON to the letter, and the fields of every event."""

import json
from typing import Any

import pytest

from referee.engine import replay_lines
from tests.referee.engine.table import every_edition, header, table

HEAD = json.dumps(header(), ensure_ascii=False)
ROLL = '{"type":"roll","player":"p1","dice":[1,2]}'


def replay(*lines, end="\n"):
    return replay_lines(end.join(lines).encode() + end.encode())


def refused_at(line, code, *lines):
    refused_for(replay(*lines), line, code)


def refused_for(replayed, line, code):
    """The replay ended at this line for a reason that has no rule."""
    assert replayed.refusal is not None
    assert (replayed.line, replayed.refusal.code, replayed.refusal.rule) == (line, code, None)


def test_a_header_alone_is_a_record():
    assert replay(HEAD).game.statement()["status"] == "playing"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_end_with_either(end):
    found = replay(HEAD, ROLL, end=end)
    assert (found.refusal, found.line) == (None, None)
    assert found.game.statement()["players"][0]["square"] == 3


def test_the_last_line_need_not_end():
    game = replay_lines(f"{HEAD}\n{ROLL}".encode()).game
    assert game is not None
    assert game.statement()["on_turn"] == "p1"


@pytest.mark.parametrize("blank", ["", "\r"])
def test_blank_lines_are_skipped_and_counted(blank):
    assert replay(blank, HEAD, blank, ROLL, blank).refusal is None
    refused_at(5, "no_throw_open", blank, HEAD, blank, ROLL, ROLL)


@pytest.mark.parametrize("content", [b"", b"\n", b"\r\n\r\n", b"\n\n\n"])
def test_a_record_without_a_header_is_refused(content):
    found = replay_lines(content)
    assert found.game is None
    refused_for(found, 1, "no_header")


def test_no_byte_order_mark():
    found = replay_lines(b"\xef\xbb\xbf" + HEAD.encode())
    assert found.game is None
    refused_for(found, 1, "not_json")


@pytest.mark.parametrize(
    ("encoding", "line", "code"),
    [
        ("utf-16", 1, "not_utf8"), ("utf-16-le", 1, "not_json"), ("utf-32", 1, "not_utf8"),
        ("latin-1", 3, "not_utf8"), ("cp1251", 3, "not_utf8"),
    ],
)  # fmt: skip
def test_other_encodings_are_refused_at_their_line(encoding, line, code):
    text = f"{HEAD}\n{ROLL}\n" + '{"type":"undo","reason":"Ж"}'
    found = replay_lines(text.encode(encoding, "backslashreplace").replace(b"\\u0416", b"\xff"))
    refused_for(found, line, code)


def test_what_is_before_a_line_that_is_not_utf8_is_judged_first():
    bad = b'{"type":"undo","reason":"\xff"}'
    refused_for(replay_lines(f"{HEAD}\n{ROLL}\n".encode() + bad), 3, "not_utf8")
    refused_for(replay_lines(f"{HEAD}\n{ROLL}\n{ROLL}\n".encode() + bad), 3, "no_throw_open")


@pytest.mark.parametrize(
    "text",
    [
        "{", "}", "[1,2", '{"type":"roll"', '{"type":"roll",}', "{'type':'time'}",
        '{"type":"time"} x', '{"type":"time"}{"type":"time"}', "nonsense",
        "//", '{"type":"undo","reason":"a\tb"}', '{"type":"undo","reason":"\\x"}',
        '{"type":"roll","player":"p1","dice":[01,2]}',
        '{"type":"roll","player":"p1","dice":[+1,2]}',
        '{"type":"roll","player":"p1","dice":[1,2],}',
        '{"type":"roll","player":"p1","dice":[1,,2]}',
    ],
)  # fmt: skip
def test_a_line_that_is_no_json_is_refused(text):
    refused_at(2, "not_json", HEAD, text)
    refused_at(1, "not_json", text, HEAD)


@pytest.mark.parametrize("text", ["null", "3", '"roll"', "[]"])
def test_a_line_that_is_no_object_is_refused(text):
    refused_at(2, "not_an_object", HEAD, text)
    refused_at(1, "not_an_object", text, HEAD)


ONE_DEED = {"deeds": {"1": {"owner": "p1"}}}
NUMBERS = [
    "1.0", "1e0", "1E0", "1e99", "1e999", "NaN", "Infinity", "-Infinity", "-0", "-0.0", "true",
    "false", "null", '"1"', "[1]", "{}", "9" * 25, "9" * 5000, "-1", "0", "7",
]  # fmt: skip


def fault_of(number, code):
    """The code that a number is refused with: of those that JSON does not know, never `code`."""
    return "not_json" if number in ("NaN", "Infinity", "-Infinity") else code


@pytest.mark.parametrize("number", NUMBERS)
def test_dice_are_integers_from_1_to_6(number):
    code = fault_of(number, "not_dice")
    refused_at(2, code, HEAD, f'{{"type":"roll","player":"p1","dice":[{number},2]}}')
    refused_at(2, code, HEAD, f'{{"type":"roll","player":"p1","dice":[2,{number}]}}')


@pytest.mark.parametrize("number", [n for n in NUMBERS if n not in ("0", "7")])
def test_squares_counts_and_cash_are_integers(number):
    head, code = json.dumps(header(position=ONE_DEED)), fault_of(number, "not_a_number")
    refused_at(2, code, head, f'{{"type":"mortgage","player":"p1","square":{number}}}')
    refused_at(2, code, head, f'{{"type":"build","player":"p1","square":1,"count":{number}}}')
    if not number.startswith("9"):
        recount = f'{{"type":"recount","player":"p1","cash":{number},"reason":"x"}}'
        refused_at(2, code, head, recount)
        for side in (f'"give":{{"cash":{number}}},"take":{{"deeds":[1]}}',
                     f'"give":{{"deeds":[{number}]}},"take":{{"cash":1}}'):  # fmt: skip
            refused_at(2, code, head, f'{{"type":"trade","player":"p1","with":"p2",{side}}}')


@pytest.mark.parametrize("number", ["1.0", "1e2", "-0", "NaN", "true", '"5"', "null"])
def test_numbers_of_the_header_are_integers(number):
    code = fault_of(number, "not_a_number")
    refused_at(1, code, HEAD[:-1] + f',"position":{{"cash":{{"p1":{number}}}}}}}')
    refused_at(1, code, HEAD[:-1] + f',"position":{{"squares":{{"p1":{number}}}}}}}')


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"time","type":"time"}',
        '{"type":"roll","player":"p1","player":"p1","dice":[1,2]}',
        '{"type":"roll","player":"p1","dice":[1,2],"dice":[1,2]}',
        '{"type":"roll","player":"p1","dice":[1,2],"x-a":1,"x-a":2}',
        '{"type":"roll","player":"p1","dice":[1,2],"\\u0064ice":[1,2]}',
        '{"type":"roll","player":"p1","dice":[1,2],"x-a":{"b":1,"b":1}}',
        '{"type":"roll","player":"p1","dice":[1,2],"x-a":[[{"b":[{"c":1,"c":1}]}]]}',
        '{"type":"trade","player":"p1","with":"p2","give":{"cash":1,"cash":1},"take":{}}',
        '{"type":"roll","player":"p1","dice":[1,2],"at":"2026-05-02T14:00:36Z",'
        '"at":"2026-05-02T14:00:36Z"}',
        '{"type":"roll","player":"p1","dice":[1,2],"at":"2026-05-02T14:00:36Z","x-a":1,"x-a":2}',
        '{"type":"undo","reason":"a:b:c","reason":"a"}',
    ],
)
def test_a_key_that_is_there_twice_is_refused(text):
    refused_at(3, "key_twice", HEAD, ROLL.replace("1,2", "4,6"), text)


def test_a_key_of_the_header_that_is_there_twice_is_refused():
    refused_at(1, "key_twice", HEAD[:-1] + ',"mode":"A"}')
    refused_at(1, "key_twice", HEAD[:-1] + ',"position":{"cash":{"p1":1,"p1":1}}}')
    refused_at(1, "key_twice", HEAD[:-1] + ',"x-a":{"b":1,"b":1}}')


@pytest.mark.parametrize("depth", [50, 200, 900, 960, 980, 990, 995, 1000, 2000, 50_000])
@pytest.mark.parametrize("key", ["x-deep", "event", "y", "dice", "player"])
def test_deep_nesting_is_no_crash(depth, key):
    nest = "[" * depth + "]" * depth
    roll = f'{{"type":"roll","player":"p1","dice":[1,2],"{key}":{nest}}}'
    for line, lines in ((1, (HEAD[:-1] + f',"{key}":{nest}}}',)), (2, (HEAD, roll))):
        if depth > 100:
            refused_at(line, "too_deep", *lines)
        elif key == "x-deep" or (key == "event" and line == 1):
            assert replay(*lines).refusal is None
        else:
            twice = key in ("dice", "player") and line == 2
            refused_at(line, "key_twice" if twice else "unknown_key", *lines)


@pytest.mark.parametrize("value", ['{"a":[1.5,null,-0,1e99]}', '""', "null", "[]", "1.5", "true"])
def test_values_of_foreign_keys_may_be_any_json(value):
    assert replay(HEAD[:-1] + f',"x-a":{value}}}').refusal is None
    assert replay(HEAD, ROLL[:-1] + f',"x-a":{value}}}').refusal is None


def test_foreign_keys_in_the_objects_of_events():
    give = '"give":{"cash":1,"x-a":1},"take":{"x-b":null}'
    assert replay(HEAD, f'{{"type":"trade","player":"p1","with":"p2",{give}}}').refusal is None
    gold = '{"type":"trade","player":"p1","with":"p2","give":{"gold":1},"take":{}}'
    refused_at(2, "unknown_key", HEAD, gold)


@pytest.mark.parametrize(
    "id_",
    ["66d09b5d-74c5-4249-aa46-78fd42afe183", "66D09B5D-74C5-4249-AA46-78FD42AFE183"],
)
def test_an_event_may_have_a_uuid(id_):
    assert replay(HEAD, ROLL[:-1] + f',"id":"{id_}"}}').refusal is None


@pytest.mark.parametrize(
    "id_",
    ['""', '"7"', "7", "null", '"66d09b5d74c54249aa4678fd42afe183x"', '"66d09b5d-74c5-4249-aa46"',
     '"g6d09b5d-74c5-4249-aa46-78fd42afe183"', '"66d09b5d-74c5-4249-aa46-78fd42afe183\\n"',
     '"{66d09b5d-74c5-4249-aa46-78fd42afe183}"', '["66d09b5d-74c5-4249-aa46-78fd42afe183"]'],
)  # fmt: skip
def test_any_other_id_is_refused(id_):
    refused_at(2, "id_form", HEAD, ROLL[:-1] + f',"id":{id_}}}')


@pytest.mark.parametrize(
    "at",
    ["2026-05-02T14:00:36Z", "2026-05-02T14:00:36.123456Z", "2026-05-02T14:00:36+02:00",
     "2026-05-02t14:00:36z", "2024-02-29T23:59:59-11:30", "2016-12-31T23:59:60Z"],
)  # fmt: skip
def test_an_event_may_have_a_time(at):
    assert replay(HEAD, ROLL[:-1] + f',"at":"{at}"}}').refusal is None


@pytest.mark.parametrize(
    "at",
    ['""', "5", "null", '"2026-05-02"', '"2026-05-02 14:00"', '"2026-05-02T14:00:36"',
     '"2026-13-02T14:00:36Z"', '"2026-02-30T14:00:36Z"', '"2025-02-29T14:00:36Z"',
     '"2026-05-02T24:00:36Z"', '"2026-05-02T14:60:36Z"', '"2026-05-02T14:00:61Z"',
     '"2026-05-02T14:00Z"', '"2026-05-02T14:00:36.Z"', '"2026-05-02T14:00:36+2:00"',
     '"2026-05-02T14:00:36+24:00"', '"2026-05-02T14:00:36Z\\n"', '"٢٠٢٦-05-02T14:00:36Z"',
     '"0000-05-02T14:00:36Z"', '["2026-05-02T14:00:36Z"]', '"yesterday"'],
)  # fmt: skip
def test_any_other_time_is_refused(at):
    refused_at(2, "time_form", HEAD, ROLL[:-1] + f',"at":{at}}}')


# The fields of each event: required ones, no others, of their types.

FIELDS: dict[str, dict[str, Any]] = {
    "roll": {"player": "p1", "dice": [1, 2]},
    "pass": {"player": "p1"},
    "pay_fine": {"player": "p1"},
    "buy": {"player": "p1"},
    "utility_roll": {"player": "p1", "dice": [1, 2]},
    "card": {"player": "p1", "effect": "none"},
    "income_tax": {"player": "p1", "choice": "flat"},
    "foundation": {"player": "p1", "die": 1},
    "build": {"player": "p1", "square": 1},
    "sell": {"player": "p1", "square": 1},
    "mortgage": {"player": "p1", "square": 1},
    "redeem": {"player": "p1", "square": 1},
    "trade": {"player": "p1", "with": "p2", "give": {"cash": 1}, "take": {}},
    "bankrupt": {"player": "p1"},
    "withdraw": {"player": "p1"},
    "recount": {"player": "p1", "cash": 5, "reason": "counted"},
    "undo": {"reason": "misread"},
    "time": {},
    "adjusted": {"player": "p1"},
    "retain": {},
    "circuit": {"dice": {}},
    "richest": {"dice": {}},
}
GOOD_GAME = {
    "roll": lambda: table("us-wooden"),
    "pass": lambda: table("eu-fr", prison=["p1"]),
    "pay_fine": lambda: table("us-wooden", prison=["p1"]),
    "buy": lambda: table("us-wooden").roll("p1", 1, 2),
    "utility_roll": lambda: table("us-wooden", deeds={12: "p2"}, squares={"p1": 9}).roll(
        "p1", 1, 2
    ),
    "card": lambda: table("us-wooden").roll("p1", 3, 4),
    "income_tax": lambda: table("us-wooden", squares={"p1": 1}).roll("p1", 1, 2),
    "foundation": lambda: table("us-wooden", squares={"p1": 17}).roll("p1", 1, 2),
    "build": lambda: table("us-wooden", deeds={1: "p1"}),
    "sell": lambda: table("us-wooden", deeds={1: "p1 +1"}),
    "mortgage": lambda: table("us-wooden", deeds={1: "p1"}),
    "redeem": lambda: table("us-wooden", deeds={1: "p1 mortgaged"}),
    "trade": lambda: table("us-wooden"),
    "bankrupt": lambda: table("us-wooden", cash={"p1": 0}, squares={"p1": 35}).roll("p1", 1, 2),
    "withdraw": lambda: table("us-wooden"),
    "recount": lambda: table("us-wooden"),
    "undo": lambda: table("us-wooden").roll("p1", 1, 2),
    "time": lambda: table("us-wooden", mode="two-hour"),
    "adjusted": lambda: table("us-wooden", mode="two-hour").time(),
    "retain": lambda: table("eu-fr", mode="two-hour").time(),
    "circuit": lambda: table("eu-fr", mode="two-hour").time().retain(),
    "richest": lambda: table("us-wooden", mode="B", roles="ccm").withdraw("p3"),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_an_event_with_its_fields_is_accepted(kind):
    more = {"id": "66d09b5d-74c5-4249-aa46-78fd42afe183", "at": "2026-05-02T14:00:36Z", "x-a": 1}
    GOOD_GAME[kind]().permits().play(kind, **FIELDS[kind], **more)
    GOOD_GAME[kind]().play(kind, **FIELDS[kind])


@pytest.mark.parametrize("kind", FIELDS)
def test_an_event_with_another_key_is_refused(kind):
    game = GOOD_GAME[kind]()
    for key in ("sum", "X-a", "x", "", "Type", "comment"):
        game.refuses("unknown_key").play(kind, **FIELDS[kind], **{key: 1})


@pytest.mark.parametrize("kind", [kind for kind in FIELDS if FIELDS[kind]])
def test_an_event_without_one_of_its_fields_is_refused(kind):
    game = GOOD_GAME[kind]()
    for key in FIELDS[kind]:
        fields = {name: value for name, value in FIELDS[kind].items() if name != key}
        no_dice = key == "dice" and kind in ("roll", "utility_roll")
        game.refuses("not_dice" if no_dice else "missing_key").play(kind, **fields)


WRONG = [None, True, False, 1.0, -1, 41, 10**12, "", "p9", "1", [], [1], [1, 2, 3], ["1", "2"], {},
         {"a": 1}, [0, 1], [True, 1], [1.0, 2], "flat ", {"deeds": 5}, {"cash": "5"}]  # fmt: skip


@pytest.mark.parametrize("kind", [kind for kind in FIELDS if FIELDS[kind]])
def test_a_field_of_another_type_is_refused(kind):
    game = GOOD_GAME[kind]()
    for key in FIELDS[kind]:
        for value in WRONG:
            if not fits(key, value):
                event = {"type": kind, **FIELDS[kind], key: value}
                game.refuses(fault(kind, key, value)).judge(event)


FAULTS = {
    "player": "unknown_player", "with": "unknown_player", "choice": "not_a_choice",
    "die": "not_a_number", "square": "not_a_number", "cash": "not_a_number",
    "reason": "reason_form", "effect": "not_an_effect", "dice": "not_dice",
}  # fmt: skip
"""The code that a wrong value of a field is refused with."""


def fault(kind, key, value):
    """The code that this value of `WRONG` is refused with in that field."""
    if kind in ("circuit", "richest"):
        return "not_a_utility" if isinstance(value, dict) else "not_throws"
    if key in ("give", "take"):
        if not isinstance(value, dict):
            return "not_a_side"
        return {"a": "unknown_key", "deeds": "not_deeds", "cash": "not_a_number"}[next(iter(value))]
    return FAULTS[key]


def fits(key, value):
    """Whether this value of `WRONG` is of the form of that field."""
    if key == "reason":
        return isinstance(value, str) and value != ""
    if key in ("give", "take", "dice"):
        return value == {}
    if key == "cash":
        return value in (41, 10**12) and type(value) is int
    return False


@pytest.mark.parametrize(
    "kind", [None, "", "rol", "Roll", "roll ", 1, True, [], {}, "undo\n", "x-a"]
)
def test_an_unknown_type_is_refused(kind):
    game = table()
    game.refuses("unknown_type").judge({"type": kind})
    game.refuses("unknown_type").judge({"type": kind, "player": "p1", "dice": [1, 2]})
    game.refuses("unknown_type").judge({})


@every_edition
def test_nothing_after_a_refusal_is_applied(edition):
    head = json.dumps(header(edition))
    found = replay(head, ROLL, ROLL, '{"type":"roll","player":"p2","dice":[1,2]}')
    assert found.line == 3
    assert found.game.statement()["players"][0]["square"] == 3
    assert found.game.statement()["players"][1]["square"] == 0


@pytest.mark.parametrize("count", [0, -1, True, 1.0, "1", None, [1]])
def test_a_count_is_a_whole_number_from_1_on(count):
    game = table(deeds={1: "p1 +2", 3: "p1"})
    game.refuses("not_a_number").build("p1", 3, count=count)
    game.refuses("not_a_number").sell("p1", 1, count=count)


@pytest.mark.parametrize(
    ("code", "dice"),
    [
        *(("not_dice", {"12": value}) for value in ([1], [1, 7], 3, None)),
        *(("not_a_utility", {key: [1, 2]}) for key in ("twelve", "12.0", "١٢", " 12")),
        ("not_a_utility", {"12": [1, 2], "012": [1, 2]}),
        ("not_throws", []), ("not_throws", [[12, [1, 2]]]),
    ],
)  # fmt: skip
def test_the_dice_of_the_circuit_are_two_by_square(code, dice):
    game = table("eu-fr", mode="two-hour", deeds={12: "p1"}).time().retain()
    game.refuses(code).play("circuit", dice=dice)
    game.play("circuit", dice={"12": [1, 2]})
