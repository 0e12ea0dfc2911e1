"""The strongest of known strengths: found more often by more rounds, not at all by chance alone."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from referee.insight import strongest
from referee.insight.fairness import GameTally, divisions
from referee.insight.strongest import Field, find_strongest, strengths_of

EVEN = Field(players=8, rounds=4, sizes=(4,), points=(6, 4, 3, 2, 1, 0), events=200)


def even_tally(method: str = "mix") -> GameTally:
    """Games in which every order came as often, whatever the roles."""
    results = {
        (roles, places): 1 for roles in divisions(4) for places in permutations((1, 2, 3, 4))
    }
    return GameTally(4, method, Counter(results))


def test_more_rounds_find_the_strongest_more_often() -> None:
    found = find_strongest(EVEN, [even_tally()], seed="1")
    assert [one.rounds for one in found] == [1, 2, 3, 4]
    assert found[3].first.low > found[0].first.high > 1 / 8
    assert all(one.top.low > one.first.low for one in found)


def test_each_way_to_play_has_figures_of_its_own() -> None:
    ways = ["spender", "mix"]
    found = find_strongest(EVEN, [even_tally(way) for way in ways], seed="1")[0]
    firsts = [each.first.low for each in found.by_method.values()]
    assert list(found.by_method) == ways
    assert firsts[0] != firsts[1]
    assert (found.first.low, found.first.high) == (min(firsts), max(firsts))


def test_without_differences_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strongest, "SPREAD", 1e-9)
    strengths_of.cache_clear()
    found = find_strongest(EVEN, [even_tally()], seed="2")
    strengths_of.cache_clear()
    assert all(one.first.least <= 1 / 8 <= one.first.most for one in found)
    assert all(one.top.least <= 3 / 8 <= one.top.most for one in found)


def ruled_tally() -> GameTally:
    """Games in which the monopolists are always ahead."""
    ruled = Counter(
        {
            (roles, places): 1
            for roles in divisions(4)
            for places in permutations((1, 2, 3, 4))
            if all(
                (place <= 2) == (role == "monopolist")
                for place, role in zip(places, roles, strict=True)
            )
        }
    )
    return GameTally(4, "mix", ruled)


def test_a_lottery_by_roles_hides_the_strongest() -> None:
    """A monopolist always wins: skill decides less, though roles come in turn."""
    even = find_strongest(EVEN, [even_tally()], seed="1")
    lottery = find_strongest(EVEN, [ruled_tally()], seed="1")
    assert lottery[0].first.high < even[0].first.low


def test_points_that_make_up_for_the_role_find_the_strongest_more_often() -> None:
    """A monopolist always wins, and one round gives nobody both roles."""
    plain, corrected = (
        find_strongest(replace(EVEN, corrects_roles=corrects), [ruled_tally()], seed="1")
        for corrects in (False, True)
    )
    for rounds in (1, 3):
        assert corrected[rounds - 1].top.low > plain[rounds - 1].top.low


def test_where_roles_are_even_the_correction_changes_little() -> None:
    plain, corrected = (
        find_strongest(replace(EVEN, corrects_roles=corrects), [even_tally()], seed="1")
        for corrects in (False, True)
    )
    assert plain != corrected
    for one, other in zip(plain, corrected, strict=True):
        assert one.first.least <= other.first.low <= one.first.most


def test_an_event_is_corrected_as_the_standings_correct_it() -> None:
    event = strongest._Event(4)
    event.add_table([0, 1], ("competitor", "monopolist"), [60, 360])
    event.add_table([2, 3], ("competitor", "monopolist"), [120, 300])
    assert list(event.totals(corrects_roles=False)) == [60, 360, 120, 300]
    # In hundredths of 3: the other table's competitor had 3 points less, then 5.
    assert [each / 300 for each in event.totals(corrects_roles=True)] == [4, 6, 7, 5]
    assert list(event.totals(corrects_roles=False)) == [60, 360, 120, 300]


def test_nothing_is_found_where_players_fill_no_tables_or_there_are_no_games() -> None:
    assert find_strongest(Field(7, 2, (4,), (3, 1)), [even_tally()], seed="1") == []
    assert find_strongest(EVEN, [GameTally(4, "mix")], seed="1") == []
    assert find_strongest(EVEN, [], seed="1") == []


def test_the_same_seed_finds_the_same() -> None:
    once = find_strongest(EVEN, [even_tally()], seed="1")
    assert once == find_strongest(EVEN, [even_tally()], seed="1")
    assert once != find_strongest(EVEN, [even_tally()], seed="2")


def test_roles_come_in_turn() -> None:
    """Where only the role decides, two rounds of both roles leave four players level."""
    ruled = Counter(
        {
            (roles, tuple(1 if role == "monopolist" else 3 for role in roles)): 1
            for roles in divisions(4)
        }
    )
    field = Field(players=4, rounds=2, sizes=(4,), points=(6, 4, 3, 2), events=21)
    _first, second = find_strongest(field, [GameTally(4, "mix", ruled)], seed="1")
    assert second.first.low == second.first.high == 1 / 4
