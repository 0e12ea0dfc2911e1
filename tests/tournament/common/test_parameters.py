"""Numbers and texts that come with a request."""

import pytest
from django.urls import NoReverseMatch, resolve, reverse
from django.urls.exceptions import Resolver404

from tournament.common.parameters import MAX_NUMBER, free_text, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), (" 42 ", 42), ("007", 7), ("+3", 3), ("999999999", MAX_NUMBER)],
)
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "-1", "1.5", "1e3", "x", "٣", "²", "1_000", "+", "--1", "1" + "0" * 9, "9" * 5000],
)
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_a_number_is_within_its_bounds() -> None:
    assert [whole_number(text, -5, 5) for text in ("-6", "-5", "5", "6")] == [None, -5, 5, None]


def test_a_free_text_is_cut_and_has_no_nul() -> None:
    assert free_text("  a\x00b  ", 10) == "ab"
    assert free_text("x" * 20, 10) == "x" * 10


@pytest.mark.parametrize("number", ["1" * 10, "9" * 5000, "x", "-1"])
def test_an_address_with_a_number_that_fits_nothing_is_no_address(number: str) -> None:
    with pytest.raises(Resolver404):
        resolve(f"/e/open/r/{number}/")
    assert resolve("/e/open/r/123456789/").kwargs == {"slug": "open", "number": 123_456_789}
    with pytest.raises(NoReverseMatch):
        reverse("tournament:round", args=["open", number])
