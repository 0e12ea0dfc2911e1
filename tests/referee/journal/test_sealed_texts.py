"""Private texts can be taken out of a log, and what is left is still proved."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.journal.sealed_texts import altered_paths, is_private, seal, unseal
from tests.referee.journal.logs import ROLL, SALT, START, Event

ERASED = "[erased]"
KEYS = st.sampled_from(["type", "name", "reason", "note", "text", "x-own", "a/b", "a~b", "é", ""])
TEXTS = st.sampled_from(["", "Ada", "Ё — ok", "p1"])
EVENTS = st.dictionaries(
    KEYS,
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-9, 9), TEXTS),
        lambda values: st.one_of(
            st.lists(values, max_size=3), st.dictionaries(KEYS, values, max_size=3)
        ),
        max_leaves=8,
    ),
    max_size=4,
)
few = settings(max_examples=40)


def opened(sealed: Event, private: dict[str, list[Any]]) -> Event:
    return unseal(sealed, private, erased=ERASED)


@few
@given(EVENTS)
def test_what_was_sealed_is_read_as_it_was_told(event: Event) -> None:
    sealed, private = seal(event, SALT)
    assert opened(sealed, private) == event
    assert altered_paths(sealed, private) == []
    assert seal(event, SALT) == (sealed, private)


@few
@given(EVENTS)
def test_a_sealed_event_holds_no_private_value(event: Event) -> None:
    sealed, private = seal(event, SALT)
    for value in private_values(sealed):
        assert value.keys() == {"commitment"}
        assert len(value["commitment"]) == 64
    assert len(private) == sum(1 for _ in private_values(event))


def private_values(value: Any) -> Any:
    """What stands under private keys, at any depth."""
    for key, item in value.items() if isinstance(value, dict) else enumerate_list(value):
        if isinstance(key, str) and is_private(key):
            yield item
        else:
            yield from private_values(item)


def enumerate_list(value: Any) -> Any:
    return enumerate(value) if isinstance(value, list) else ()


@few
@given(EVENTS, st.randoms(use_true_random=False))
def test_one_text_is_erased_and_the_others_are_still_proved(event: Event, random: Any) -> None:
    sealed, private = seal(event, SALT)
    assume(private)
    path = random.choice(sorted(private))
    del private[path]
    assert altered_paths(sealed, private) == []
    without, left = seal(opened(sealed, private), SALT)
    assert {at: value for at, value in left.items() if at != path} == private
    assert without.keys() == event.keys()


@few
@given(EVENTS, st.randoms(use_true_random=False))
def test_a_text_that_was_changed_is_found_and_named(event: Event, random: Any) -> None:
    sealed, private = seal(event, SALT)
    assume(private)
    path = random.choice(sorted(private))
    salt, value = private[path]
    private[path] = [salt, [value]]
    assert altered_paths(sealed, private) == [path]
    private[path] = [salt[::-1] + "0", value]
    assert altered_paths(sealed, private) == [path]


def test_a_text_that_was_never_logged_is_found() -> None:
    sealed, private = seal({"type": "note", "text": "ok"}, SALT)
    assert altered_paths(sealed, {**private, "/reason": private["/text"]}) == ["/reason"]


@pytest.mark.parametrize("event", [ROLL, {"type": "trade", "give": [1, [2, 3]]}])
def test_an_event_without_private_texts_is_kept_as_it_is(event: Event) -> None:
    sealed, private = seal(event, SALT)
    assert sealed is event
    assert private == {}


def test_names_are_sealed_each_for_itself_wherever_they_stand() -> None:
    sealed, private = seal(START, SALT)
    assert list(private) == ["/header/players/0/name", "/header/players/1/name"]
    assert [value for _, value in private.values()] == ["Ada", "Ben"]
    assert "Ada" not in json.dumps(sealed)
    assert altered_paths(sealed, private) == []
    (salt, _), ben = private.values()
    forged = {"/header/players/0/name": [salt, "Eve"], "/header/players/1/name": ben}
    assert altered_paths(sealed, forged) == ["/header/players/0/name"]
    assert [player["id"] for player in sealed["header"]["players"]] == ["p1", "p2"]


def test_keys_of_a_records_own_are_sealed_with_all_that_they_hold() -> None:
    own = {"where": "hall 2", "seats": [1, 2]}
    sealed, private = seal({"type": "time", "x-own": own}, SALT)
    assert sealed["x-own"].keys() == {"commitment"}
    assert [value for _, value in private.values()] == [own]


def test_a_private_text_is_sealed_however_deep_it_stands() -> None:
    event = {"type": "trade", "steps": [[1, [{"note": "ok"}]]]}
    sealed, private = seal(event, SALT)
    assert list(private) == ["/steps/0/1/0/note"]
    assert opened(sealed, private) == event


def test_the_same_text_has_another_commitment_in_another_place_or_event() -> None:
    twice = {"text": "ok", "note": "ok"}
    sealed, _ = seal(twice, SALT)
    other, _ = seal(twice, SALT[::-1])
    commitments = [value["commitment"] for each in (sealed, other) for value in each.values()]
    assert len(set(commitments)) == 4


def test_an_erased_text_is_said_to_be() -> None:
    sealed, _ = seal({"type": "note", "text": "ok"}, SALT)
    assert opened(sealed, {}) == {"type": "note", "text": ERASED}
