"""What is kept of an event is of its newest version, and of few events in all."""

from tournament.common.newest_values import NewestValues


def test_only_the_version_that_is_asked_for() -> None:
    kept: NewestValues[object] = NewestValues(4)
    value = object()
    kept.keep(7, "digest", value)
    assert kept.get(7, "digest") is value
    assert kept.get(7, "another") is None
    assert kept.get(8, "digest") is None


def test_the_versions_of_one_event_leave_the_others_their_room() -> None:
    kept: NewestValues[int] = NewestValues(2)
    kept.keep(1, "one", 1)
    for number in range(5):
        kept.keep(2, str(number), number)
    assert kept.get(1, "one") == 1
    assert [kept.get(2, str(number)) for number in range(5)] == [None, None, None, None, 4]


def test_those_go_first_that_were_asked_for_longest_ago() -> None:
    kept = NewestValues(20, len)
    for event in range(4):
        kept.keep(event, "digest", "1234567")
    assert [kept.get(event, "digest") is None for event in range(4)] == [True, True, False, False]


def test_one_too_large_is_not_kept_and_neither_is_the_one_before() -> None:
    kept = NewestValues(20, len)
    kept.keep(1, "small", "{}")
    kept.keep(1, "large", "0" * 21)
    assert kept.get(1, "small") is None
    assert kept.get(1, "large") is None
