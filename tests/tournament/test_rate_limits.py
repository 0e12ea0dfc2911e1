"""Limits that are counted in the cache."""

from tournament.rate_limits import within


def test_a_crowd_of_others_makes_no_count_forgotten() -> None:
    assert within("mine", 1, 600)
    for other in range(2_000):
        within(f"other-{other}", 1, 600)
    assert not within("mine", 1, 600)
