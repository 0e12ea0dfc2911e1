"""The result of a game as the standings receive it."""

from scoring.result import GameResult, SeatResult


def test_winners_are_all_on_the_first_place_in_order_of_play():
    seats = tuple(
        SeatResult(player_id, "competitor", place, 100)
        for player_id, place in (("a", 2), ("b", 1), ("c", 1), ("d", 4))
    )
    assert GameResult("us-2011", "A", seats).winners == ("b", "c")
