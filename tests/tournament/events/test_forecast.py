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


def test_r4_a_table_of_five_has_two_or_three_of_a_role() -> None:
    even, odd = forecast(26, [4, 2]), forecast(13, [4, 5])
    assert even.fewest_of_a_role == even.most_of_a_role == 13
    assert (odd.tables, odd.fewest_of_a_role, odd.most_of_a_role) == ((5, 4, 4), 6, 7)
    assert forecast(10, [4, 5]).fewest_of_a_role == 4
