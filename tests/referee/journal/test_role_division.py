"""R4 and R6: who plays which role, and who begins."""

import itertools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine import Refusal
from referee.journal.role_division import ROLES, RoleDivision, division_after
from referee.journal.sentences import render_refusal

SEATS = ["a", "b", "c", "d", "e"]


def throw(player, first, second):
    return {"step": "throw", "player": player, "dice": [first, second]}


def choose(player, role):
    return {"step": "choose", "player": player, "role": role}


def reason(refusal: Refusal | None) -> tuple[str, str | None] | None:
    """The code and the rule of a refusal, where there is one."""
    return None if refusal is None else (refusal.code, refusal.rule)


THROWS = [throw("a", 1, 2), throw("b", 6, 5), throw("c", 2, 2), throw("d", 4, 4), throw("e", 1, 1)]


def test_the_highest_throw_begins_and_chooses_first():
    division, refusal = division_after(SEATS, THROWS)
    assert refusal is None
    assert division.order == ["b", "c", "d", "e", "a"]
    assert division.player_to_choose == "b"
    assert division.allowed_roles == ["competitor", "monopolist"]


def test_everybody_throws_once():
    division, refusal = division_after(SEATS, [*THROWS[:2], throw("a", 6, 6)])
    assert reason(refusal) == ("not_throwing", "R4")
    assert division.players_to_throw == ["c", "d", "e"]


def test_those_tied_for_highest_throw_again_and_nobody_else():
    tied = [throw("a", 6, 5), *THROWS[1:]]
    division, _ = division_after(SEATS, tied)
    assert division.order is None
    assert division.players_to_throw == ["a", "b"]
    again, _ = division_after(SEATS, [*tied, throw("a", 3, 3), throw("b", 2, 4)])
    assert again.players_to_throw == ["a", "b"]
    done, _ = division_after(SEATS, [*tied, throw("a", 3, 4), throw("b", 2, 4)])
    assert done.order == ["a", "b", "c", "d", "e"]
    assert [given["player"] for given in done.throws()] == ["a", "b", "c", "d", "e", "a", "b"]


def test_a_choice_that_divides_unevenly_is_refused():
    chosen = [choose("b", "monopolist"), choose("c", "monopolist"), choose("d", "monopolist")]
    division, refusal = division_after(SEATS, [*THROWS, *chosen])
    assert refusal is None
    assert division.allowed_roles == ["competitor"]
    _, refusal = division_after(SEATS, [*THROWS, *chosen, choose("e", "monopolist")])
    assert reason(refusal) == ("uneven_roles", "R4")
    assert refusal is not None
    assert refusal.params == {"competitors": 0, "monopolists": 4}
    assert render_refusal(refusal) == (
        "0 competitors and 4 monopolists; the roles differ by one at most"
    )


def test_roles_are_swapped_once_everybody_has_one():
    roles = ["monopolist", "competitor", "monopolist", "competitor", "competitor"]
    chosen = [choose(player, role) for player, role in zip("bcdea", roles, strict=True)]
    _, early = division_after(SEATS, [*THROWS, {"step": "swap", "a": "b", "b": "c"}])
    assert reason(early) == ("swap_early", "R4")
    _, early = division_after(SEATS, [*THROWS, *chosen[:2], {"step": "swap", "a": "b", "b": "c"}])
    assert reason(early) == ("swap_early", "R4")
    division, refusal = division_after(
        SEATS, [*THROWS, *chosen, {"step": "swap", "a": "b", "b": "c"}]
    )
    assert refusal is None
    assert division.is_complete
    assert (division.roles["b"], division.roles["c"]) == ("competitor", "monopolist")


@pytest.mark.parametrize(
    "step",
    [
        {},
        {"step": "undo"},
        {"step": "throw", "player": "a"},
        {"step": "throw", "player": "a", "dice": [6]},
        {"step": "throw", "player": "a", "dice": [6, "1"]},
        throw("a", 0, 1),
        throw("a", 6, 7),
    ],
)
def test_what_is_no_step_is_refused_and_changes_nothing(step):
    division, refusal = division_after(SEATS, [step])
    assert reason(refusal) == ("division_step", None)
    assert division == RoleDivision(tuple(SEATS))


def test_nobody_chooses_before_all_have_thrown_or_out_of_turn():
    division, refusal = division_after(SEATS, [*THROWS[:4], choose("b", "monopolist")])
    assert reason(refusal) == ("not_choosing", "R4")
    assert (division.player_to_choose, division.allowed_roles) == (None, [])
    _, refusal = division_after(SEATS, [*THROWS, choose("c", "monopolist")])
    assert reason(refusal) == ("not_choosing", "R4")


def test_only_players_who_have_a_role_swap():
    roles = itertools.cycle(ROLES)
    chosen = [choose(player, next(roles)) for player in "bcdea"]
    for one, other in (("b", "x"), ("x", "b")):
        step = {"step": "swap", "a": one, "b": other}
        division, refusal = division_after(SEATS, [*THROWS, *chosen, step])
        assert reason(refusal) == ("swap_early", "R4")
        assert division.roles["b"] == "competitor"


def test_what_was_thrown_and_chosen_is_told_in_its_order():
    told = [*THROWS, choose("b", "monopolist"), choose("c", "competitor")]
    division, _ = division_after(SEATS, told)
    throws = [{"player": step["player"], "dice": step["dice"]} for step in THROWS]
    assert division.throws() == throws
    assert division.choices() == [
        {"player": "b", "role": "monopolist"},
        {"player": "c", "role": "competitor"},
    ]


@settings(max_examples=40)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_every_table_comes_to_an_even_division_that_its_start_can_tell(players, seed):
    """Whatever is thrown and chosen; nobody but whose turn it is may throw or choose."""
    chance = Random(seed)
    seats = [*SEATS, "f"][:players]
    division = RoleDivision(tuple(seats))
    while not division.is_complete:
        due = division.players_to_throw or [division.player_to_choose or ""]
        for player in set(seats) - set(due):
            assert reason(division.take(throw(player, 1, 1))) == ("not_throwing", "R4")
            refusal = division.take(choose(player, "competitor"))
            assert reason(refusal) == ("not_choosing", "R4")
        if division.players_to_throw:
            step = throw(due[0], chance.randint(1, 6), chance.randint(1, 6))
        else:
            step = choose(due[0], chance.choice(division.allowed_roles))
        assert division.take(step) is None
    counts = [list(division.roles.values()).count(role) for role in ROLES]
    assert max(counts) - min(counts) <= 1
    assert division.order is not None
    turn = seats.index(division.order[0])
    assert division.order == seats[turn:] + seats[:turn] == list(division.roles)
    told = [throw(each["player"], *each["dice"]) for each in division.throws()]
    told += [choose(each["player"], each["role"]) for each in division.choices()]
    assert division_after(seats, told) == (division, None)
