from __future__ import annotations

from dataclasses import replace

import pytest

from tournament.seating import (
    Draw,
    Lock,
    Problem,
    Role,
    Seat,
    Table,
    draw,
    draw_from_json,
    faults_of_rounds,
    problem_from_json,
    problem_to_json,
    verify,
)

from .problems import plain, table


@pytest.fixture
def problem() -> Problem:
    return plain(8, 4, 2, seed=4, pins={"p0": 1}, locks=(Lock(2, "p1", 2, Role.COMPETITOR),))


@pytest.fixture
def made(problem) -> Draw:
    return draw(problem)


def texts(sentences):
    return [str(sentence) for sentence in sentences]


def with_table(made: Draw, changed: Table) -> Draw:
    first = tuple(changed if t.number == changed.number else t for t in made.rounds[0])
    return replace(made, rounds=(first, *made.rounds[1:]))


def test_a_draw_is_stored_and_verified_again(problem, made):
    stored, asked = made.to_json(), problem_to_json(problem)
    assert draw_from_json(stored) == made
    assert problem_from_json(asked) == problem
    assert verify(problem_from_json(asked), draw_from_json(stored)) == ()


def test_another_seating_is_not_the_draw(problem, made):
    two, other = made.rounds[0][1].seats[:2]
    changed = Table(
        2,
        (
            replace(two, player=other.player),
            replace(other, player=two.player),
            *made.rounds[0][1].seats[2:],
        ),
    )
    found = texts(verify(problem, with_table(made, changed)))
    assert "Drawn again from its seed, the draw comes out differently." in found
    assert all(text.startswith(("Drawn again", "The certificate says")) for text in found)


def test_an_embellished_certificate_is_found(problem, made):
    lie = replace(made.certificate, violations={**made.certificate.violations, "rematches": -1})
    assert texts(verify(problem, replace(made, certificate=lie), redraw=False)) == [
        "The certificate says -1 for “rematches”; counted again it is"
        f" {made.certificate.violations['rematches']}."
    ]


def test_a_draw_of_another_version_of_the_search_is_counted_again_but_not_made_again(problem, made):
    older = replace(made, certificate=replace(made.certificate, method=2))
    assert verify(problem, older, redraw=False) == ()
    assert texts(verify(problem, older)) == [
        "The draw was made by version 2 of the search; this program has version 4. Only a program"
        " of that version can make it again."
    ]


def test_a_certificate_of_another_seed_is_found(problem, made):
    other = replace(made, certificate=replace(made.certificate, seed=5))
    assert texts(verify(problem, other)) == [
        "The certificate belongs to another problem: its seed or order differs."
    ]


def test_a_player_missing_and_a_stranger(problem, made):
    seats = (Seat("zoe", Role.COMPETITOR), *made.rounds[0][1].seats[1:])
    gone = made.rounds[0][1].seats[0].player
    found = texts(faults_of_rounds(problem, with_table(made, Table(2, seats)).rounds))
    assert "zoe has a seat in round 1, but does not play in it." in found
    assert f"{gone} sits 0 times in round 1, not once." in found


def test_uneven_roles_are_found(problem, made):
    seats = tuple(replace(seat, role=Role.COMPETITOR) for seat in made.rounds[0][1].seats)
    assert texts(faults_of_rounds(problem, with_table(made, Table(2, seats)).rounds)) == [
        "The roles at table 2 in round 1 differ by more than one (rule 4)."
    ]
    seats = tuple(replace(seat, role=None) for seat in made.rounds[0][1].seats)
    assert texts(faults_of_rounds(problem, with_table(made, Table(2, seats)).rounds)) == [
        "A seat of table 2 in round 1 has no role."
    ]


def test_broken_locks_and_pins_are_found(problem, made):
    first, second = made.rounds[0]
    swapped = (Table(1, second.seats), Table(2, first.seats))
    assert texts(faults_of_rounds(problem, (swapped, made.rounds[1]))) == [
        "p0 is pinned to table 1, but sits at table 2 in round 1."
    ]
    role = {Role.COMPETITOR: Role.MONOPOLIST, Role.MONOPOLIST: Role.COMPETITOR}
    flipped = tuple(
        Table(t.number, tuple(replace(s, role=role[s.role]) for s in t.seats))
        for t in made.rounds[1]
    )
    assert texts(faults_of_rounds(problem, (made.rounds[0], flipped))) == [
        "p1 does not sit as locked in round 2."
    ]


def test_rounds_sizes_and_numbers_are_checked():
    problem = Problem(tuple("abcd"), 1, (2, 4))
    assert texts(faults_of_rounds(problem, ())) == ["0 rounds are drawn, 1 were asked for."]
    tables = (table(2, "aC bM cC"), table(1, "dC"))
    assert texts(faults_of_rounds(problem, (tables,))) == [
        "Table 2 of round 1 is listed where table 1 should be.",
        "Table 2 of round 1 has 3 seats, which is not allowed.",
        "Table 1 of round 1 is listed where table 2 should be.",
        "Table 1 of round 1 has 1 seats, which is not allowed.",
    ]


def test_drawn_roles_where_they_are_thrown_are_found():
    problem = Problem(("a", "b"), 1, (2,), roles_drawn=False)
    assert texts(faults_of_rounds(problem, ((table(1, "aC bM"),),))) == [
        "Table 1 of round 1 has roles, but they are thrown there."
    ]
