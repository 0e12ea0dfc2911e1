"""Names people type."""

import pytest
from django.core.exceptions import ValidationError

from tournament.common.names import alphabetic_key, comparison_key, validate_name


@pytest.mark.parametrize(
    "name", ["Ada", "Дарья", "الخوارزمی\u200c", "\u200fשלום", "山田", "👩\u200d🚀", "n\u0303"]
)
def test_any_script_is_a_name(name):
    validate_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "  ", "a\tb", "a\x00", "a\x9f", "\u202ea", "\u2066a", "a\u2028b", "a\ufeffb", "\ud800"],
)
def test_control_and_bidi_override_characters_are_refused(name):
    with pytest.raises(ValidationError):
        validate_name(name)


def test_names_are_compared_without_case_spacing_and_composition():
    assert comparison_key(" Chloé  MARCHAND") == comparison_key("Chloe\u0301 Marchand")
    assert comparison_key("Chloé") != comparison_key("Chloe")
    assert comparison_key("STRASSE") == comparison_key("straße")


def test_names_are_put_in_order_as_people_count():
    names = ["Player 10", "player 2", "Fay", "Émile", "10 of hearts", "Player 2b", "2 of hearts"]
    assert sorted(names, key=alphabetic_key) == [
        "2 of hearts", "10 of hearts", "Émile", "Fay", "player 2", "Player 2b", "Player 10",
    ]  # fmt: skip
