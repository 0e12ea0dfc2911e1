"""R4 and R6: who plays which role, and who begins."""

from referee.journal.role_division import division_after

SEATS = ["a", "b", "c", "d", "e"]


def throw(player, first, second):
    return {"step": "throw", "player": player, "dice": [first, second]}


def choose(player, role):
    return {"step": "choose", "player": player, "role": role}


THROWS = [throw("a", 1, 2), throw("b", 6, 5), throw("c", 2, 2), throw("d", 4, 4), throw("e", 1, 1)]


def test_the_highest_throw_begins_and_chooses_first():
    division, refusal = division_after(SEATS, THROWS)
    assert refusal is None
    assert division.order == ["b", "c", "d", "e", "a"]
    assert division.choosing == "b"
    assert division.allowed == ["competitor", "monopolist"]


def test_everybody_throws_once():
    division, refusal = division_after(SEATS, [*THROWS[:2], throw("a", 6, 6)])
    assert (refusal.code, refusal.rule) == ("not_throwing", "R4")
    assert division.throwing == ["c", "d", "e"]


def test_those_tied_for_highest_throw_again_and_nobody_else():
    tied = [throw("a", 6, 5), *THROWS[1:]]
    division, _ = division_after(SEATS, tied)
    assert division.order is None
    assert division.throwing == ["a", "b"]
    again, _ = division_after(SEATS, [*tied, throw("a", 3, 3), throw("b", 2, 4)])
    assert again.throwing == ["a", "b"]
    done, _ = division_after(SEATS, [*tied, throw("a", 3, 4), throw("b", 2, 4)])
    assert done.order == ["a", "b", "c", "d", "e"]
    assert [given["player"] for given in done.throws()] == ["a", "b", "c", "d", "e", "a", "b"]


def test_a_choice_that_divides_unevenly_is_refused():
    chosen = [choose("b", "monopolist"), choose("c", "monopolist"), choose("d", "monopolist")]
    division, refusal = division_after(SEATS, [*THROWS, *chosen])
    assert refusal is None
    assert division.allowed == ["competitor"]
    _, refusal = division_after(SEATS, [*THROWS, *chosen, choose("e", "monopolist")])
    assert (refusal.code, refusal.rule) == ("roles_uneven", "R4")


def test_roles_are_swapped_once_everybody_has_one():
    roles = ["monopolist", "competitor", "monopolist", "competitor", "competitor"]
    chosen = [choose(player, role) for player, role in zip("bcdea", roles, strict=True)]
    _, early = division_after(SEATS, [*THROWS, {"step": "swap", "a": "b", "b": "c"}])
    assert early.code == "swap_early"
    division, refusal = division_after(
        SEATS, [*THROWS, *chosen, {"step": "swap", "a": "b", "b": "c"}]
    )
    assert refusal is None
    assert division.done
    assert (division.roles["b"], division.roles["c"]) == ("competitor", "monopolist")
