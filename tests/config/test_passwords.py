"""Passwords that whoever knows the product would try first are refused."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


@pytest.mark.parametrize(
    "password", ["Treasurer2026", "anti-monopoly-2026", "Referee-Referee!", "tournament-tournament"]
)
def test_a_word_of_the_game_with_a_few_characters_is_refused(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert "password_of_the_game" in [error.code for error in refused.value.error_list]


@pytest.mark.parametrize(
    "password", ["violet tractor Monopoly hums", "correct-horse-battery", "x" * 64 + "Treasurer"]
)
def test_a_phrase_that_has_such_a_word_is_taken(password: str) -> None:
    validate_password(password)
