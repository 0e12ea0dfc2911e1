"""What a row of the standings says of another."""

from fractions import Fraction

from scoring.competition.standings import Comparison


def compared(
    other: str, equal_on: tuple[str, ...], decided_by: str, own: int | Fraction, theirs: int
) -> Comparison:
    """The comparison with `other`, by whole numbers where they are."""
    return Comparison(other, equal_on, decided_by, Fraction(own), Fraction(theirs))
