"""10,000 mutated records thrown at `replay_lines`: only statements and refusals come out."""

import json
import random
import string
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from referee.engine import LANGUAGES, MAX_RECORD_BYTES, Replay, replay_lines, replay_steps

# The tests of single rules reach every branch; counting branches here would double the time.
pytestmark = pytest.mark.no_cover

RECORDS = Path(__file__).resolve().parents[2] / "golden"
SHORT = 40
"""Lines of a record that are mutated; what comes after is left out, so that it is quick."""

ODD_VALUES = [
    "1e99", "-1e99", "1e999", "NaN", "Infinity", "-Infinity", "-0", "-0.0", "0", "1.0", "true",
    "false", "null", "9" * 19, "9" * 400, "-" + "9" * 5000, "[]", "{}", '""', '"p1"', '"p2"', '"1"',
    '"a\\nb"', '"a\\u2028b"',
    '"\\ud800"', '"\\u0000"', '"' + "A" * 10_000 + '"', '"\u202e"', "[" * 3000, "{" * 40,
    "[" * 900 + "]" * 900, '{"a":1,"a":1}', '{"x-a":1e5}', "[1,2,3]", "[7,1]", "[true,1]", "40",
    "-1", "1000000000000", '"roll"', '"undo"', '"\u0661"', "[[]]", '{"cash":1}', '{"deeds":[1,1]}',
]  # fmt: skip
ODD_LINES = [
    "", " ", "\t", "\r", "null", "[]", "{}", "{", '"', "\x00", "\ufeff", "{}{}", "//", "\u2028",
    '{"type":"undo","reason":"x"}', '{"type":"time"}', '{"type":"retain"}',
    '{"type":"circuit","dice":{}}', '{"type":"richest","dice":{}}',
    '{"type":"withdraw","player":"p1"}',
    '{"type":"recount","player":"p1","cash":0,"reason":"x"}', '{"type":"bankrupt","player":"p2"}',
    '{"type":"adjusted","player":"p1"}',
    '{"type":"recount","player":"p1","cash":1000000000,"reason":"x"}',
]  # fmt: skip
KEYS = [
    "type", "player", "dice", "square", "count", "cash", "reason", "with", "give", "take", "id",
    "at", "x-a", "X", "", "card", "effect", "choice", "die", "record", "edition", "mode",
    "players", "rulings", "position", "board", "deeds", "prison", "squares", "\u0440layer",
    "a\nb", "a\u2028b",
]  # fmt: skip
BYTES = [
    b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf", b"\r", b"\n", b"\x80",
    b"\xf4\x90\x80\x80",
]  # fmt: skip


def originals() -> list[list[str]]:
    """The first lines of every golden and refused record."""
    files = sorted(RECORDS.glob("*/*.amr.jsonl"))
    texts = (path.read_bytes().decode("utf-8", "replace") for path in files)
    return [text.split("\n")[:SHORT] for text in texts]


ORIGINALS = originals()


def mutated(rng: random.Random) -> bytes:
    """A record with one to four faults of any kind in it, not necessarily any."""
    lines = list(rng.choice(ORIGINALS))
    for _ in range(rng.choice((1, 1, 2, 4))):
        rng.choice(MUTATIONS)(rng, lines)
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice(BYTES) + data[at + rng.randrange(3) :]
    if rng.random() < 0.05:
        data = data[: rng.randrange(len(data) + 1)]
    return data


def somewhere(rng: random.Random, lines: list[str]) -> int:
    """A line, the header rather often."""
    return 0 if rng.random() < 0.3 else rng.randrange(len(lines))


def replace_a_value(rng: random.Random, lines: list[str]) -> None:
    at = somewhere(rng, lines)
    places = [n for n, letter in enumerate(lines[at]) if letter in ":[,"]
    if places:
        start = rng.choice(places) + 1
        ends = [lines[at].find(letter, start) for letter in ",}]"]
        end = min((end for end in ends if end >= 0), default=len(lines[at]))
        lines[at] = lines[at][:start] + rng.choice(ODD_VALUES) + lines[at][end:]


def replace_by_json(rng: random.Random, lines: list[str]) -> None:
    """A field of an event or header set, taken out or renamed, in well-formed JSON."""
    at = somewhere(rng, lines)
    try:
        value = json.loads(lines[at])
        place = value if rng.random() < 0.7 else rng.choice(list(value.values()))
        key = rng.choice(list(place)) if rng.random() < 0.7 else rng.choice(KEYS)
        if rng.random() < 0.2:
            place.pop(key)
        else:
            place[key] = json.loads(rng.choice(ODD_VALUES))
        lines[at] = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    except (ValueError, TypeError, IndexError, KeyError, AttributeError, RecursionError):
        lines[at] = rng.choice(ODD_LINES)


def add_a_key(rng: random.Random, lines: list[str]) -> None:
    at = somewhere(rng, lines)
    text = f'"{rng.choice(KEYS)}":{rng.choice(ODD_VALUES)},'
    lines[at] = lines[at].replace("{", "{" + text, 1)


def change_letters(rng: random.Random, lines: list[str]) -> None:
    at = somewhere(rng, lines)
    place = rng.randrange(len(lines[at]) + 1)
    lines[at] = (
        lines[at][:place] + rng.choice(string.printable + "é\u202e\u0661😀")
        + lines[at][place + rng.randrange(2) :]
    )  # fmt: skip


def change_digits(rng: random.Random, lines: list[str]) -> None:
    at = somewhere(rng, lines)
    digits = [n for n, letter in enumerate(lines[at]) if letter.isdigit()]
    if digits:
        place = rng.choice(digits)
        lines[at] = lines[at][:place] + rng.choice("0123456789") + lines[at][place + 1 :]


def move_lines(rng: random.Random, lines: list[str]) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def drop_lines(rng: random.Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    del lines[at : at + rng.choice((1, 1, 2, 5))]
    lines[:] = lines or [""]


def repeat_a_line(rng: random.Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines[at:at] = [lines[at]] * rng.choice((1, 1, 3))


def insert_a_line(rng: random.Random, lines: list[str]) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(ODD_LINES))


def exchange_the_header(rng: random.Random, lines: list[str]) -> None:
    lines[0] = rng.choice(ORIGINALS)[0]


def carry_on_with_another(rng: random.Random, lines: list[str]) -> None:
    lines[rng.randrange(len(lines)) :] = rng.choice(ORIGINALS)[1:]
    lines[:] = lines or [""]


MUTATIONS = [
    replace_a_value, replace_a_value, replace_by_json, replace_by_json, add_a_key, change_letters,
    change_digits, change_digits, move_lines, drop_lines, repeat_a_line, insert_a_line,
    exchange_the_header, carry_on_with_another,
]  # fmt: skip


def check(replay: Replay, data: bytes) -> None:
    """A statement, or one refusal that can be told in every language on one short line."""
    if replay.refusal is None:
        assert replay.line is None
        assert replay.game is not None
        statement = json.loads(json.dumps(replay.game.statement()))
        assert statement["status"]
        assert sum(replay.game.state.cash) == 0
        return
    assert replay.line is not None
    assert 1 <= replay.line <= data.count(b"\n") + 1
    for language in LANGUAGES:
        text = replay.describe(language)
        assert len(text.splitlines()) == 1
        assert not any(category(letter) in ("Cc", "Cs") for letter in text)
        assert len(text) < 600
        assert str(replay.line) in text
        assert (replay.refusal.rule or str(replay.line)) in text


@settings(
    max_examples=100, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
)
@given(seed=st.integers(0, 2**32 - 1))
def test_ten_thousand_mutated_records(seed):
    rng = random.Random(seed)
    for _ in range(100):
        data = mutated(rng)
        check(replay_lines(data), data)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(data=st.binary(max_size=300))
def test_any_bytes(data):
    check(replay_lines(data), data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(value=JSON, number=st.integers(0, len(ORIGINALS) - 1))
def test_any_json_as_header_and_as_event(value, number):
    text = json.dumps(value)
    check(replay_lines(text.encode()), text.encode())
    data = (ORIGINALS[number][0] + "\n" + text).encode()
    check(replay_lines(data), data)


def test_steps_and_lines_agree_on_mutated_records():
    rng = random.Random(7)
    for _ in range(300):
        data = mutated(rng)
        replay = replay_lines(data)
        if replay.game is None:
            continue
        steps = list(replay_steps(data))
        if replay.refusal:
            assert steps[-1].line == replay.line
            assert steps[-1].decision.refusals[0] == replay.refusal
        else:
            assert all(step.decision.is_accepted for step in steps)


@pytest.mark.parametrize("byte", [b"{", b"[", b" ", b"\x00", b"\xff", b"0", b'"'])
def test_giant_records_of_one_letter(byte):
    for size in (MAX_RECORD_BYTES, MAX_RECORD_BYTES + 1):
        check(replay_lines(byte * size), byte * size)


@pytest.mark.parametrize("size", [1_000_000, MAX_RECORD_BYTES + 1])
def test_a_giant_record_of_blank_lines(size):
    check(replay_lines(b"\n" * size), b"\n" * size)


@pytest.mark.parametrize("length", [100_000, 300_000])
def test_a_line_that_never_ends(length):
    head = ORIGINALS[0][0]
    for text in (
        head[:-1] + ',"x-a":"' + "a" * length + '"}',
        head + "\n" + '{"type":"undo","reason":"' + "a" * length + '"}',
        head + "\n" + '{"type":"time"' + " " * length + "}",
        head + "\n" + '{"type":"time",' + '"x-a":1,' * (length // 8) + '"x-b":1}',
    ):
        check(replay_lines(text.encode()), text.encode())
