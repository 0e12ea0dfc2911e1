"""Entries that are one person in a season."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.seasons.people import EntryKey, play_in_one_event, same_players


def groups(entries, *joins):
    """The keys of the entries in each group, in order."""
    return sorted(sorted(entry.pk for entry in group) for group in same_players(entries, joins))


def key(pk, event, person=None, shown="full"):
    """An entry."""
    return EntryKey(pk, event, person, shown)


def test_links_and_joins_add_up():
    entries = [key(1, 10, person=5), key(2, 20, person=5), key(3, 30), key(4, 40), key(5, 50)]
    assert groups(entries, (2, 3)) == [[1, 2, 3], [4], [5]]
    assert groups(entries, (3, 4), (4, 5)) == [[1, 2], [3, 4, 5]]


def test_a_join_that_puts_two_of_one_event_together_is_left_out():
    entries = [key(1, 10, person=5), key(2, 20, person=5), key(3, 10), key(4, 30)]
    assert groups(entries, (2, 3)) == [[1, 2], [3], [4]]


def test_names_that_are_not_shown_alike_stay_apart():
    entries = [key(1, 10, person=5), key(2, 20, person=5, shown="initials")]
    assert groups(entries) == [[1], [2]]
    entries = [key(1, 10, person=5, shown="number"), key(2, 20, person=5, shown="number")]
    assert groups(entries) == [[1], [2]]


def test_a_join_of_entries_that_are_not_there_changes_nothing():
    assert groups([key(1, 10)], (1, 9), (8, 9)) == [[1]]


keys = st.lists(
    st.tuples(
        st.integers(1, 4),
        st.sampled_from([None, 1, 2, 3]),
        st.sampled_from(["full", "initials", "number"]),
    ),
    max_size=10,
)


@given(keys, st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8))
def test_everybody_is_in_one_group_and_nobody_twice_in_an_event(found, joins):
    # As in the database: a person is once in each event.
    seen, entries = set(), []
    for pk, (event, person, shown) in enumerate(found):
        twice = (event, person) in seen
        seen.add((event, person))
        entries.append(key(pk, event, None if twice else person, shown))
    result = same_players(entries, joins)
    assert sorted(entry.pk for group in result for entry in group) == list(range(len(entries)))
    for group in result:
        assert not play_in_one_event(group)
        assert len({entry.shown for entry in group}) == 1
