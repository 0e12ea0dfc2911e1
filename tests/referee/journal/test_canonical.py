"""One text for one value: what canonical JSON is, and what has none."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.journal.canonical import MAX_DEPTH, NotCanonicalError, canonical, digest, pointer

TEXTS = st.text(st.sampled_from('abZ 0~/"\\\x00\né«Ё\uff21\U0001f3b2'), max_size=4)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
    lambda values: st.one_of(
        st.lists(values, max_size=3), st.dictionaries(TEXTS, values, max_size=3)
    ),
    max_leaves=8,
)


def nested(levels: int) -> object:
    """A number in as many lists and objects, by turns."""
    value: object = 7
    for level in range(levels):
        value = {"a": value} if level % 2 else [value]
    return value


@settings(max_examples=50)
@given(VALUES)
def test_canonical_json_is_read_back_and_written_again_as_it_was(value: object) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


@settings(max_examples=50)
@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_the_order_in_which_keys_came_changes_nothing(value: dict[str, object]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [1, 2], "type": "roll"}, '{"a":[1,2],"b":1,"type":"roll"}'),
        ({"é": "«Ё»", "z": True, "Z": None}, '{"Z":null,"z":true,"é":"«Ё»"}'),
        # By code point, which is not the order of UTF-16.
        ({"\U0001f3b2": 1, "\uff21": 2}, '{"\uff21":2,"\U0001f3b2":1}'),
        ({"a": 'say "no"\n\t\\\x00'}, '{"a":"say \\"no\\"\\n\\t\\\\\\u0000"}'),
        ({"a": -0, "b": 2**64}, '{"a":0,"b":18446744073709551616}'),
        ({"a": (1, [True])}, '{"a":[1,[true]]}'),
        ([], "[]"),
        (None, "null"),
        ("", '""'),
    ],
)
def test_a_value_has_this_text(value: object, text: str) -> None:
    assert canonical(value) == text


def test_a_truth_is_no_number() -> None:
    assert canonical({"a": 1}) != canonical({"a": True})


@pytest.mark.parametrize(
    ("value", "path", "why"),
    [
        (1.5, "", "/: only whole numbers are allowed"),
        ({"a": 1.0}, "/a", "/a: only whole numbers are allowed"),
        ({"a": float("nan")}, "/a", "/a: only whole numbers are allowed"),
        ({"a": [1, {"b/c~d": 2.5}]}, "/a/1/b~1c~0d", "/a/1/b~1c~0d: only whole numbers"),
        ({"a": {1, 2}}, "/a", "/a: only whole numbers are allowed"),
        ({"a": "\ud800"}, "/a", "/a: not a Unicode text"),
        ({"a": {"\udfff": 1}}, "/a", "/a: not a Unicode text"),
        ({"a": {1: 1}}, "/a", "/a: keys are texts"),
        ({1: 1, "a": 1}, "", "/: keys are texts"),
    ],
)
def test_what_has_no_canonical_form_is_named_by_its_place(
    value: object, path: str, why: str
) -> None:
    with pytest.raises(NotCanonicalError) as refused:
        canonical(value)
    assert refused.value.path == path
    assert str(refused.value).startswith(why)


def test_a_value_is_nested_twelve_levels_deep_at_most() -> None:
    assert canonical(nested(MAX_DEPTH)).count("[") == MAX_DEPTH / 2
    with pytest.raises(NotCanonicalError, match="nested more than 12 levels deep"):
        canonical(nested(MAX_DEPTH + 1))


def test_a_digest_is_the_sha_256_of_utf_8() -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest("") == empty
    ada = "8ae99f9c202a8e812696dace7f9aa496103e933a1a5b5a35d1ffbc1dcf62b920"
    assert digest("Ада") == ada


@settings(max_examples=50)
@given(TEXTS, TEXTS)
def test_two_keys_never_have_the_same_pointer(one: str, other: str) -> None:
    assert (pointer(one) == pointer(other)) == (one == other)
    assert "/" not in pointer(one)
