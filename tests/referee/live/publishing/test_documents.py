"""Documents kept and written: whatever is shared with the one before, the text is the same."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.live.publishing.documents import (
    Document,
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
