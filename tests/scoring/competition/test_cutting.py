"""The order at a cut: results and penalties before it, and the lot among equals."""

from fractions import Fraction
from hashlib import sha256

from scoring.competition.cutting import BeforeCut
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme
from tests.scoring.competition.test_finals import BEFORE, CUT, PLAYERS, table

SCHEME = Scheme((6, 4, 3, 2), (), "seed")


def order(*tables, penalties=(), cuts=(), tie_breaks=()):
    scheme = Scheme(SCHEME.points_by_place, tie_breaks, SCHEME.lot_seed)
    return BeforeCut(2, PLAYERS, [*BEFORE, *tables], scheme, penalties, cuts).order()


def by_lot(*players):
    return sorted(players, key=lambda player: sha256(f"seed:{player}".encode()).digest())


def test_the_lot_of_the_seed_separates_equals_once():
    expected = [*by_lot("a", "d"), *by_lot("b", "e"), *by_lot("c", "f")]
    assert order() == order(tie_breaks=("lot",)) == expected


def test_the_stage_itself_and_its_cut_count_for_nothing():
    assert order(table(2, "fca"), cuts=(CUT,)) == order()


def test_a_penalty_about_the_stage_counts_in_the_stage_but_who_is_disqualified_is_last():
    lost = Penalty("a", points=Fraction(5), round=2)
    assert order(penalties=[lost]) == order()
    assert order(penalties=[Penalty("a", points=Fraction(5), round=1)])[-1] == "a"
    assert order(penalties=[Penalty("d", disqualified=True, round=2)])[-1] == "d"


def test_who_shares_a_rank_is_separated_by_the_lot_alone():
    rows = BeforeCut(2, PLAYERS, BEFORE, SCHEME).rows_without_lot()
    assert [rows[player].rank for player in "adbecf"] == [1, 1, 3, 3, 5, 5]
    final_cash = (table(1, "ab"), table(1, "cd", at=2), table(1, "efg", at=3))
    rows = BeforeCut(2, "abcdefg", final_cash, SCHEME).rows_without_lot()
    assert [row.rank for row in rows.values()].count(rows["g"].rank) == 1
