"""Amounts of real money, in whole units and hundredths of one currency."""

from decimal import Decimal

from django.utils.formats import number_format

MAX_DIGITS, PLACES = 9, 2
"""Digits of an amount, and those of them behind the decimal sign."""
LARGEST = Decimal("9999999.99")
_HUNDREDTH = Decimal("0.01")


def in_hundredths(amount: Decimal) -> Decimal:
    """Return the amount with the two decimals that the database keeps."""
    return amount.quantize(_HUNDREDTH)


def amount_text(amount: Decimal, currency: str) -> str:
    """Return an amount as the reader's language writes it: `12 EUR`, `12.50 EUR`."""
    places = 0 if amount == amount.to_integral_value() else PLACES
    number = number_format(amount, decimal_pos=places, force_grouping=True)
    return f"{number}\N{NO-BREAK SPACE}{currency}"
