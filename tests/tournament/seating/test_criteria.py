import pytest

from tournament.seating import CRITERIA, Problem, evaluate

from .problems import table

ABCD = ("a", "b", "c", "d")


def judged(code, rounds, players=ABCD, **wishes):
    problem = Problem(players, len(rounds), (2, 3, 4), order=(code,), **wishes)
    found = evaluate(problem, rounds)
    return found.violations[code], [str(finding) for finding in found.findings]


AB_CD = (table(1, "aC bM"), table(2, "cC dM"))
AC_BD = (table(1, "aM cC"), table(2, "bC dM"))


def test_pairs_kept_apart():
    assert judged("apart", (AB_CD, AC_BD), apart=(("b", "a"),)) == (
        1,
        ["a and b are to be kept apart, but share table 1 in round 1."],
    )


def test_rematches_count_every_pair_of_meetings_history_included():
    value, sentences = judged("rematches", (AB_CD, AB_CD), history=(AB_CD,))
    assert value == 6
    assert sentences[:2] == [
        "a and b meet again: they met in round 1.",
        "a and b meet again: they met in rounds 1, 2.",
    ]


def test_a_rematch_after_many_rounds_is_not_soon():
    once = (table(1, "aC cM"), table(2, "bC dM"))
    other = (table(1, "aC dM"), table(2, "bC cM"))
    assert judged("recent", (AB_CD, AB_CD))[0] == 6
    assert judged("recent", (AB_CD, once, AB_CD)) == (
        4,
        [
            "a and b meet again soon: 2 rounds after round 1.",
            "c and d meet again soon: 2 rounds after round 1.",
        ],
    )
    assert judged("recent", (AB_CD, once, other, once, AB_CD))[0] == 4


def test_roles_more_than_one_apart():
    assert judged("roles", (AB_CD, (table(1, "aC cM"), table(2, "bC dC")))) == (
        1,
        ["a has been competitor 2 and monopolist 0 times."],
    )
    assert judged("roles", (AC_BD,), history=(AB_CD,))[0] == 2


def test_a_second_seat_at_a_table_of_another_size():
    three = (table(1, "aC bM cC"),)
    value, sentences = judged("sizes", (three, three), players=("a", "b", "c"))
    assert value == 3
    assert sentences[0] == ("a sits at a table of 3 again, not of 2: also in round 1.")


def test_clubs():
    assert judged("clubs", (AB_CD,), clubs={"a": "X", "b": "X", "c": "Y"}) == (
        1,
        ["a and b, both of X, share table 1 in round 1."],
    )


def test_score_spread_in_points_squared():
    scores = {"a": 6, "b": 4.5, "c": 1, "d": 1}
    assert judged("spread", (AB_CD,), scores=scores) == (
        2.25,
        ["Table 1 of round 1 spans 1.5 points: from b to a."],
    )
    assert judged("spread", (AB_CD,)) == (0, [])


def test_the_snake():
    scores = {"a": 4, "b": 3, "c": 2, "d": 1}
    assert judged("snake", ((table(1, "aC dM"), table(2, "bC cM")),), scores=scores)[0] == 0
    assert judged("snake", (AB_CD,), scores=scores) == (
        2,
        [
            "b sits at table 1 in round 1; the snake says table 2.",
            "d sits at table 2 in round 1; the snake says table 1.",
        ],
    )


def test_role_against_opponent():
    assert judged("opponents", (AB_CD, (table(1, "aC bM"), table(2, "cM dC")))) == (
        1,
        ["a has been competitor against b as monopolist 2 times, and 0 times the other way round."],
    )


def test_only_the_criteria_of_the_order_count_and_in_that_order():
    problem = Problem(ABCD, 1, (2,), order=("positions", "rematches"), history=(AB_CD,))
    found = evaluate(problem, (AB_CD,))
    assert tuple(found.violations) == ("positions", "rematches")
    assert found.vector == (4, 2)


@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=list(CRITERIA))
def test_every_criterion_says_what_it_counts(criterion):
    assert criterion.title
    assert criterion.findings.__doc__
