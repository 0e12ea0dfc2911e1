"""Sentences about standings."""

from fractions import Fraction

import pytest
from django.utils import translation

from scoring.competition.standings import Comparison, RankReason
from scoring.competition.tie_breaks import TIE_BREAKS
from tournament.common import figures_wording
from tournament.events import tie_break_wording
from tournament.standings import wording as standings_wording

NAMES = {f"p{n}": f"Player {n}" for n in range(1, 12)}


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_every_tie_break_has_a_label_and_a_sentence(code):
    assert tie_break_wording.criterion_label(code)
    assert tie_break_wording.criterion_sentence(code).endswith(".")


def test_shares_of_cash_are_shown_in_per_cent_and_points_as_points():
    assert standings_wording.value_text("cash-share", Fraction(5, 4)) == "125.00 %"
    assert standings_wording.value_text("points", Fraction(7, 2)) == "3.5"


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_numbers_have_the_decimal_sign_of_the_language(language):
    with translation.override(language):
        assert figures_wording.points_text(Fraction(21, 2)) == "10,5"
        assert figures_wording.points_text(Fraction(10, 3)) == "3 1/3"
        assert standings_wording.value_text("cash-share", Fraction(5, 4)).startswith("125,00")


def test_values_that_would_look_equal_are_shown_exactly():
    comparison = Comparison("p2", (), "cash-share", Fraction(1, 3), Fraction(333_333, 1_000_000))
    (sentence,) = standings_wording.sentences_of(RankReason(comparison, None, ()), NAMES)
    assert sentence == ("Behind Player 2 by share of the final cash, 1/3 against 333333/1000000.")


def test_a_long_list_of_equals_is_cut_and_counted():
    others = tuple(f"p{n}" for n in range(2, 9))
    (sentence,) = standings_wording.sentences_of(RankReason(None, None, others), NAMES)
    assert sentence == (
        "Shares the rank with Player 2, Player 3, Player 4, Player 5, Player 6 and 2 others: "
        "nothing separates them; listed by seed."
    )
