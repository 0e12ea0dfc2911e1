"""Numbers and texts from requests: in an address, a query or a form."""

MAX_DIGITS = 9
"""The most digits, so that every number fits the databases' columns."""
MAX_NUMBER = 10**MAX_DIGITS - 1


def whole_number(text: str, least: int = 0, most: int = MAX_NUMBER) -> int | None:
    """Return the number written in ASCII digits, with or without a sign.

    None if there is no number, or if it is not within `least` and `most`.

    >>> whole_number(" 42 "), whole_number("-3", -5), whole_number("²"), whole_number("9" * 5000)
    (42, -3, None, None)
    """
    text = text.strip()
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None


def free_text(text: str, longest: int) -> str:
    """Return a text from a form, stripped, cut to `longest` and without NUL.

    PostgreSQL cannot store a NUL.
    """
    return text[: 2 * longest].replace("\x00", "").strip()[:longest]


class WholeNumberConverter:
    """`<number:…>` in an address; numbers with too many digits do not match."""

    regex = f"[0-9]{{1,{MAX_DIGITS}}}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the number's digits."""
        return str(value)
