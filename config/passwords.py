"""Passwords that are too easy to guess here (ASVS 5.0, 6.1.2 and 6.2.11)."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS = (
    "treasurer",
    "monopoly",
    "monopolist",
    "competitor",
    "tournament",
    "organiser",
    "organizer",
    "referee",
    "leaderboard",
)
"""Words that somebody who knows the product tries first, in lower case."""
MIN_OWN_LETTERS = 8


class NoWordOfTheGame:
    """A validator that refuses passwords made of words of the game.

    A refused password is little more than words of the game and of this service.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if fewer than 8 letters remain without words of the game."""
        own = password.casefold()
        for word in WORDS:
            own = own.replace(word, "")
        letters = sum(map(str.isalpha, own))
        if own != password.casefold() and letters < MIN_OWN_LETTERS:
            raise ValidationError(
                _("This password is too easy to guess: it is little more than a word of the game."),
                code="password_of_the_game",
            )

    def get_help_text(self) -> str:
        """Return the rule as a hint for choosing a password."""
        return _("Your password can’t be little more than words of the game, such as “treasurer”.")
