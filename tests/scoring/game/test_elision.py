"""French leaves a vowel out before a name that begins with one."""

import pytest

from scoring.game.elision import fill_holes

ELIDED = ["Ada", "Élodie", "Œdipe", "Hélène", "Hugo", "Yves", "Hadrien", "\u2068Ada\u2069", "Île"]
WHOLE = ["Ben", "Yann", "Hans", "Анна", "us-2011", "", "12", "\u2068Léa\u2069"]


@pytest.mark.parametrize("name", ELIDED)
def test_before_a_vowel_it_is_left_out(name: str) -> None:
    assert (
        fill_holes("Le tour de {payer} commence", {"payer": name}) == f"Le tour d’{name} commence"
    )
    assert fill_holes("avant que {player}", {"player": name}) == f"avant qu’{name}"


@pytest.mark.parametrize("name", WHOLE)
def test_before_all_else_it_stays(name: str) -> None:
    assert (
        fill_holes("Le tour de {payer} commence", {"payer": name}) == f"Le tour de {name} commence"
    )


def test_what_only_ends_like_it_stays() -> None:
    assert (
        fill_holes("code {key}, grande {name}", {"key": "A", "name": "Ada"}) == "code A, grande Ada"
    )
