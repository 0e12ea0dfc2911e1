"""A sum of money is written in one way, as its language writes it."""

import pytest

from scoring.game.money import money


@pytest.mark.parametrize(
    ("language", "amount", "written"),
    [
        ("en", 60, "$60"),
        ("en", 1140, "$1,140"),
        ("en", -1140, "−$1,140"),
        ("en", 1_000_000, "$1,000,000"),
        ("fr", 60, "60\u00a0$"),
        ("fr", 1140, "1\u202f140\u00a0$"),
        ("fr", -60, "−60\u00a0$"),
        ("ru", 1140, "1\u00a0140\u00a0$"),
        ("de", 60, "$60"),
    ],
)
def test_a_sum_has_its_sign_where_the_language_puts_it(language, amount, written):
    assert money(amount, "$", language) == written


@pytest.mark.parametrize(("language", "written"), [("en", "1,140"), ("fr", "1\u202f140")])
def test_where_no_edition_is_known_the_number_stands_alone(language, written):
    assert money(1140, "", language) == written
