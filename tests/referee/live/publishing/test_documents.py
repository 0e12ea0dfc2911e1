"""Documents kept and written: whatever is shared with the one before, the text is the same."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.live.publishing.documents import (
    Document,
    KeptDocuments,
    canonical,
    parse_document,
    write_document,
)
from tests.referee.live.publishing.test_merge_patch import VALUES

NAMES = st.sampled_from(["1", "10", "2", 'é"'])
BOARDS = st.dictionaries(NAMES, st.dictionaries(NAMES, VALUES, max_size=3), max_size=2)
REST = st.dictionaries(st.sampled_from(["event", "players", "projected"]), VALUES, max_size=3)
STATES = st.one_of(REST, st.builds(lambda rest, boards: {**rest, "boards": boards}, REST, BOARDS))


@st.composite
def shares(draw: st.DrawFn, before: dict[str, Any]) -> dict[str, Any]:
    """A state, some of whose values are those of the one before, the same objects."""
    state: dict[str, Any] = draw(STATES)
    for name in draw(st.sets(st.sampled_from(["event", "players", "projected", "boards"]))):
        if name in before:
            state[name] = before[name]
    boards = before.get("boards", {})
    if boards and "boards" in state and draw(st.booleans()):
        number = draw(st.sampled_from(sorted(boards)))
        state["boards"] = {**state["boards"], number: {**boards[number], "9": {"a": 1}}}
    return state


@given(st.data())
def test_the_text_of_a_document_is_canonical_whatever_it_shares(data: st.DataObject) -> None:
    document = parse_document("{}")
    for _version in range(3):
        state = data.draw(shares(document.state))
        following = write_document(state, document)
        assert following.text == canonical(state)
        assert document.patch_to(state) == parse_document(document.text).patch_to(state)
        document = following


class Untouched(dict[str, Any]):
    """A part that nobody may look at."""

    def items(self) -> Any:
        raise AssertionError("written out again")

    __iter__ = keys = items


def test_a_part_that_is_the_same_object_is_neither_compared_nor_written_again() -> None:
    board, players = Untouched(a=1), Untouched(b=2)
    before = Document(
        {"boards": {"1": {"1": board}}, "players": players},
        "",
        {("1", "1"): (board, '{"a":1}'), ("players",): (players, '{"b":2}')},
    )
    state = {"boards": {"1": {"1": board, "2": {"c": 3}}}, "players": players}
    assert before.patch_to(state) == {"boards": {"1": {"2": {"c": 3}}}}
    assert write_document(state, before).text == (
        '{"boards":{"1":{"1":{"a":1},"2":{"c":3}}},"players":{"b":2}}'
    )


class TestKept:
    """What is kept of an event is of its newest version, and of few characters in all."""

    def test_only_the_version_that_is_asked_for(self) -> None:
        kept = KeptDocuments()
        document = parse_document('{"a":1}')
        kept.keep(7, "digest", document)
        assert kept.get(7, "digest") is document
        assert kept.get(7, "another") is None
        assert kept.get(8, "digest") is None

    def test_those_go_first_that_were_published_longest_ago(self) -> None:
        kept = KeptDocuments(max_characters=20)
        for event in range(4):
            kept.keep(event, "digest", parse_document('{"a":1}'))
        assert [kept.get(event, "digest") is None for event in range(4)] == [1, 1, 0, 0]

    def test_one_too_large_is_not_kept_and_neither_is_the_one_before(self) -> None:
        kept = KeptDocuments(max_characters=20)
        kept.keep(1, "small", parse_document("{}"))
        kept.keep(1, "large", parse_document('{"a":"01234567890123456789"}'))
        assert kept.get(1, "small") is None
        assert kept.get(1, "large") is None
