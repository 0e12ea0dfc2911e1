"""Numbers and texts that come with a request: in an address, a query or a form."""

MAX_DIGITS = 9
"""So that every number fits the databases' columns."""
MAX_NUMBER = 10**MAX_DIGITS - 1


def whole_number(text: str, least: int = 0, most: int = MAX_NUMBER) -> int | None:
    """The number that the text spells in ASCII digits, with a sign before it or not; None if it
    spells none from `least` to `most`.

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
    """A text that somebody wrote into a form: blanks around it and what is too long cut off, and
    without NUL, which PostgreSQL has no place for."""
    return text[: 2 * longest].replace("\x00", "").strip()[:longest]


class WholeNumberConverter:
    """`<number:…>` in an address. A number of more digits is in no address."""

    regex = f"[0-9]{{1,{MAX_DIGITS}}}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Its digits."""
        return str(value)
