"""The tables and roles that so many players come to."""

import pytest

from tournament.events.forecast import forecast


@pytest.mark.parametrize(("players", "sizes", "text"), [
    (26, [4, 3], "5 tables of 4 and 2 tables of 3"),
    (26, [4, 5, 3], "2 tables of 5 and 4 tables of 4"),
    (4, [4], "1 table of 4"),
    (7, [4], "They fit no tables of the sizes allowed: 1 more or 3 fewer would."),
    (1, [4], "They fit no tables of the sizes allowed: 3 more would."),
    (0, [4], "Nobody is there to be seated yet."),
])  # fmt: skip
def test_tables_in_words(players: int, sizes: list[int], text: str) -> None:
    assert forecast(players, sizes).tables_text == text


def test_roles_are_halves_the_odd_one_a_competitor() -> None:
    even, odd = forecast(26, [4, 3]), forecast(27, [4, 3])
    assert (even.competitors, even.monopolists) == (13, 13)
    assert (odd.competitors, odd.monopolists) == (14, 13)
