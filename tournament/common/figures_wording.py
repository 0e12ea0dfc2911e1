"""Points and other figures as people read them, in the reader's language."""

from fractions import Fraction

from django.utils.formats import get_format

from scoring.competition.points import as_text


def points_text(points: Fraction) -> str:
    """Return points with the decimal sign of the language.

    `10.5` is `10,5` in French and Russian.
    """
    return decimal_text(as_text(points))


def rounded_text(value: Fraction, *, signed: bool = False) -> str:
    """Return a number to two places, `3.75`.

    `signed` writes a difference: `+0.25`, `−1`, `0`.
    """
    hundredths = round(value * 100)
    digits = as_text(Fraction(abs(hundredths), 100))
    return sign_of(hundredths, signed=signed) + decimal_text(digits)


def sign_of(number: int, *, signed: bool) -> str:
    """Return the sign before a number; a plus only if it is a difference."""
    return "\N{MINUS SIGN}" if number < 0 else "+" if signed and number else ""


def decimal_text(number: str) -> str:
    """Return a number with the decimal sign of the language."""
    return number.replace(".", get_format("DECIMAL_SEPARATOR"))
