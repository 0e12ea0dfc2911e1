"""Ratings, compared with choix 0.4.1 (`opt_pairwise`, alpha 0.5) where the models are the same."""

from dataclasses import replace
from itertools import combinations
from math import log
from random import Random

import pytest

from scoring.competition.rating import MIDDLE, SCALE, Ratings, rate
from scoring.result import GameResult, SeatResult

GAMES = """
ba ge hbdc bh gd ec dgbf hc ceaf hd gf efd hbad gf cd cf cbf bhf baf fca cf cg cde cdf cdf
ecaf chf ad hecd gcbd gd gbf gcef he cfag bf hcd cfad heaf gbf ghb cb bce ghbd ef gca bh
ead hd ehd chab ch chga ad ghfd ge cedf ced agb gf
""".split()  # noqa: SIM905 - sixty strings in quotes cannot be read
"""Games without shared places: the players' letters, the winner first."""
CHOIX = {
    "a": -0.62968,
    "b": 0.12387,
    "c": 1.00739,
    "d": -1.39244,
    "e": 0.31528,
    "f": -1.48972,
    "g": 1.12136,
    "h": 0.94393,
}
"""Strengths of players a to h by choix: all pairs of each game, one that won and one that lost."""
FEW = 20


def game(*places: str, monopolists: str = "", edition: str = "us-2011") -> GameResult:
    """Return a game from the players of each place, letter by letter."""
    seats, ahead = [], 0
    for shared in places:
        for player in shared:
            role = "monopolist" if player in monopolists else "competitor"
            seats.append(SeatResult(player, role, ahead + 1, 0))
        ahead += len(shared)
    return GameResult(edition, "two-hour", tuple(seats))


def values(ratings: Ratings) -> dict[str, int]:
    return {player: rating.value for player, rating in ratings.players.items()}


def test_strengths_are_those_of_choix() -> None:
    rated = values(rate([game(*each) for each in GAMES], seed="1", resamples=1))
    expected = {player: MIDDLE + SCALE * strength for player, strength in CHOIX.items()}
    assert rated == pytest.approx(expected, abs=1)


def test_joint_winners_are_rated_alike_and_above_the_third() -> None:
    rated = values(rate([game("ab", "c")], seed="1"))
    assert rated["a"] == rated["b"] > MIDDLE > rated["c"]


def test_a_shared_place_is_half_a_win_for_each() -> None:
    shared = values(rate([game("ab")] * 2, seed="1"))
    assert shared == values(rate([game("a", "b"), game("b", "a")], seed="1"))
    assert shared == {"a": MIDDLE, "b": MIDDLE}


def test_order_of_games_and_of_seats_changes_nothing() -> None:
    games = [game(*each, monopolists="ac") for each in GAMES]
    turned = [replace(each, seats=each.seats[::-1]) for each in reversed(games)]
    assert rate(games, seed="1", resamples=FEW) == rate(turned, seed="1", resamples=FEW)


def test_another_seed_changes_the_intervals_only() -> None:
    games = [game(*each) for each in GAMES]
    one, other = rate(games, seed="1", resamples=FEW), rate(games, seed="2", resamples=FEW)
    assert values(one) == values(other)
    assert one != other


def test_a_role_that_wins_raises_its_offset_and_nobodys_rating() -> None:
    """Everybody wins as a monopolist and loses as a competitor: all are equally strong."""
    games = [
        game(one, other, monopolists=one)
        for pair in combinations("abcd", 2)
        for one, other in (pair, pair[::-1])
    ]
    ratings = rate(games * 3, seed="1", resamples=FEW)
    assert set(values(ratings).values()) == {MIDDLE}
    offset = ratings.monopolists["us-2011"]
    assert 0 < offset.low < offset.value


def test_each_edition_has_its_own_offset() -> None:
    won = [game("a", "b", monopolists="a"), game("b", "a", monopolists="b")] * 5
    lost = [replace(each, edition="uk-2007", seats=_swapped(each)) for each in won]
    offsets = rate([*won, *lost], seed="1", resamples=FEW).monopolists
    assert offsets["us-2011"].value == -offsets["uk-2007"].value > 0


def _swapped(result: GameResult) -> tuple[SeatResult, ...]:
    return tuple(replace(seat, place=3 - seat.place) for seat in result.seats)


def test_few_games_leave_a_rating_wide_and_provisional() -> None:
    ratings = rate([game("a", "b"), *[game("c", "d"), game("d", "c")] * 5], seed="1")
    new, known = ratings.players["a"], ratings.players["c"]
    assert (new.provisional, known.provisional) == (True, False)
    assert new.high - new.low > known.high - known.low


def test_known_strengths_come_out() -> None:
    """600 games of known strengths; `benchmarks/rating.md` has 10,000."""
    random = Random(1)
    strengths = {player: 0.5 * number for number, player in enumerate("abcdefgh")}
    games = []
    for _ in range(600):
        seated = random.sample(sorted(strengths), random.randint(2, 6))
        luck = {player: strengths[player] - log(-log(random.random())) for player in seated}
        games.append(game(*sorted(seated, key=lambda player: -luck[player])))
    ratings = rate(games, seed="1", resamples=FEW)
    assert sorted(strengths, key=lambda player: ratings.players[player].value) == [*"abcdefgh"]
    middle = sum(strengths.values()) / len(strengths)
    for player, strength in strengths.items():
        true = MIDDLE + SCALE * (strength - middle)
        found = ratings.players[player]
        # Four standard errors: a right model fails so once in 2,000 seeds.
        assert abs(found.value - true) < (found.high - found.low)
