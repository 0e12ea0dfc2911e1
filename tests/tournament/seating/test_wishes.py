import pytest

from tournament.seating import Lock, Problem, ProblemError, Role, draw, impossible_wishes

from .problems import names, plain, table

C, M = Role


def reasons(problem):
    return [str(sentence) for sentence in impossible_wishes(problem)]


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (
            {"sizes": (4, 7)},
            "A table of 7 is not possible: 2 to 6 players sit at a table.",
        ),
        ({"sizes": ()}, "No table size is allowed: name at least one from 2 to 6."),
        ({"sizes": (4, 4)}, "A table size is listed twice: 4, 4."),
        ({"rounds": 0}, "At least one round must be drawn, not 0."),
        ({"players": (*names(7), "p1")}, "p1 is listed twice among the players."),
        (
            {"players": names(7)},
            "7 players of round 1 do not fit tables of 4: add 1 or drop 3.",
        ),
        ({"absent": {1: frozenset(names(8))}}, "Nobody plays round 1: enter players first."),
        (
            {"absent": {1: frozenset({"zoe"})}},
            "zoe is absent from a round, but is not among the players.",
        ),
        ({"pins": {"p1": 3}}, "p1 is pinned to table 3; round 1 has 2 tables."),
        (
            {"pins": {f"p{i}": 1 for i in range(5)}},
            "More pins and locks than seats: table 1 in round 1 has 4 seats for"
            " p0, p1, p2, p3, p4.",
        ),
        (
            {"locks": (Lock(1, "p1", 1), Lock(1, "p1", 2))},
            "p1 has two locks in round 1: tables 1 and 2.",
        ),
        (
            {"locks": (Lock(1, "p1", 1, seat=1), Lock(1, "p2", 1, seat=1))},
            "p2 and p1 are both locked to seat 1 of table 1 in round 1.",
        ),
        (
            {"locks": tuple(Lock(1, f"p{i}", 2, C) for i in range(3))},
            "Locks make p0, p1, p2 all competitor at table 2 in round 1, which has 4 seats:"
            " roles may differ by one (rule 4).",
        ),
        (
            {"locks": (Lock(1, "p1", 1, seat=6),)},
            "p1 is locked to seat 6 of table 1 in round 1, which has 4 seats.",
        ),
        (
            {"locks": (Lock(2, "p1", 1),)},
            "p1 is locked in round 2; rounds 1 to 1 are drawn.",
        ),
        (
            {"locks": (Lock(1, "p1", 9),)},
            "p1 is locked to table 9 in round 1, which has 2 tables.",
        ),
        (
            {"locks": (Lock(1, "p1", 1, M),), "roles_drawn": False},
            "p1 is locked to a role in round 1, but roles are thrown at the table.",
        ),
        (
            {"locks": (Lock(1, "p1", 1),), "pins": {"p1": 2}},
            "p1 is pinned to table 2, but locked to table 1 in round 1.",
        ),
        (
            {"apart": (("p0", "p1"), ("p1", "p2"), ("p0", "p2"))},
            "p0, p1, p2 must all be kept apart, but round 1 has only 2 tables.",
        ),
        (
            {"apart": (("p0", "p1"),), "pins": {"p0": 1, "p1": 1}},
            "p0 and p1 must be kept apart, but both are fixed to table 1 in round 1.",
        ),
        ({"apart": (("p0", "p0"),)}, "p0 cannot be kept apart from themselves."),
        ({"order": ("rematches", "luck")}, "There is no criterion “luck”; there are: "),
        (
            {"planned_rounds": 0},
            "0 rounds are planned, but the draw reaches round 1.",
        ),
        (
            {"history": ((table(1, "a b"), table(2, "a c")),)},
            "a sits twice in round 1 of the history.",
        ),
    ],
)
def test_an_impossible_wish_is_named(wishes, sentence):
    usual = {"players": names(8), "rounds": 1, "sizes": (4,)}
    problem = Problem(**{**usual, **wishes})
    assert any(text.startswith(sentence) for text in reasons(problem)), reasons(problem)
    with pytest.raises(ProblemError) as error:
        draw(problem)
    assert str(error.value).splitlines() == reasons(problem)


def test_names_can_be_put_in_the_sentence():
    sentence = impossible_wishes(plain(8, 4, 1, pins={"p1": 3}))[0]
    french = "%(player)s reste à la table %(table)s ; la ronde %(round)s en a %(tables)s."
    shown = sentence.text({sentence.template: french}.__getitem__, {"p1": "Ada"}.__getitem__)
    assert shown == "Ada reste à la table 3 ; la ronde 1 en a 2."


def test_players_to_keep_apart_may_be_as_many_as_tables():
    assert not reasons(plain(8, 4, 1, apart=(("p0", "p1"),)))


def test_pins_choose_larger_tables():
    problem = Problem(names(9), 1, (4, 5), pins={f"p{i}": 2 for i in range(5)})
    assert not reasons(problem)
    assert [len(table.seats) for table in draw(problem).rounds[0]] == [4, 5]


def test_pins_choose_another_division_when_they_must():
    problem = Problem(names(20), 1, (4, 5), pins={f"p{i}": 1 for i in range(5)})
    assert [len(table.seats) for table in draw(problem).rounds[0]] == [5, 5, 5, 5]
