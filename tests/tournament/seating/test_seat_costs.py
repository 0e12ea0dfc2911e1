from tests.tournament.seating.problems import names, table
from tournament.seating import Problem
from tournament.seating.instance import Instance
from tournament.seating.seat_costs import SeatCosts


def test_who_cannot_have_the_role_needed_is_troubled():
    # a, b and c have been competitors, d, e and f monopolists; a table gives two of a role.
    rounds = ((table(1, "aC bC cC gM"), table(2, "dM eM fM hC")),)
    instance = Instance.from_problem(Problem(tuple("abcdefgh"), 1, (4,), history=rounds))
    schedule = [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    costs = SeatCosts(instance, {"roles": 1}, schedule)
    at = [[0, 0, 0, 0, 1, 1, 1, 1]]
    # g has been a monopolist and h a competitor: d joins a, b and c, and h joins e, f and g.
    assert costs.cost(schedule)["roles"] == 2
    assert sorted(costs.costly_seats(at)) == [(0, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 6)]


def test_every_change_of_roles_is_the_change_of_one_exchange():
    rounds = ((table(1, "aC bC cC gM"), table(2, "dM eM fM hC")),)
    instance = Instance.from_problem(Problem(tuple("abcdefgh"), 1, (4,), history=rounds))
    costs = SeatCosts(instance, {"roles": 1}, [[[0, 1, 2, 3], [4, 5, 6, 7]]])
    for gives, takes in ((1, -1), (-1, 1), (1, 0)):
        changes = costs.role_changes(0, gives, takes)
        assert changes[1] == costs.role_change(0, 1, gives, takes)


def test_who_sits_too_often_or_too_seldom_at_tables_of_the_other_size_is_troubled():
    # Seven players, three rounds of 4 and 3: nine seats of three, so once or twice for each.
    instance = Instance.from_problem(Problem(names(7), 3, (4, 3)))
    schedule = [[[0, 1, 2, 3], [4, 5, 6]]] * 2 + [[[0, 1, 2, 4], [3, 5, 6]]]
    costs = SeatCosts(instance, {"sizes": 1}, schedule)
    at = [[0, 0, 0, 0, 1, 1, 1]] * 2 + [[0, 0, 0, 1, 0, 1, 1]]
    too_seldom = [(r, p) for p in (0, 1, 2) for r in range(3)]
    too_often = [(r, p) for p in (5, 6) for r in range(3)]
    assert sorted(costs.costly_seats(at)) == sorted(too_seldom + too_often)
    assert costs.seat_cost(0, 0, 0) == costs.seat_cost(0, 1, 5) == 1
    assert costs.seat_cost(0, 0, 3) == costs.seat_cost(0, 1, 4) == 0
