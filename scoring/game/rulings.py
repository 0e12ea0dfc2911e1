"""The rulings that a tournament chooses where the rule books are silent.

Each entry of `RULINGS` has the default first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields

RULINGS: Mapping[str, tuple[str, ...]] = {
    "rounding": ("half_up", "down", "up"),
    "prison_circuit": ("unpaid", "paid"),
    "mortgaged_companies": ("count", "ignore"),
    "ties": ("shared", "circuit_income", "pre_retention_cash"),
}


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings in force in one game."""

    rounding: str = "half_up"
    prison_circuit: str = "unpaid"
    mortgaged_companies: str = "count"
    ties: str = "shared"

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) not in RULINGS[field.name]:
                raise ValueError(f"{field.name}: one of {', '.join(RULINGS[field.name])}")

    @property
    def differing(self) -> dict[str, str]:
        """Return the rulings that differ from the default.

        They are named as in a record's header.
        """
        return {name: value for name, value in asdict(self).items() if value != RULINGS[name][0]}


def _half_up(hundredths: int) -> int:
    return (hundredths + 50) // 100


def _round_down(hundredths: int) -> int:
    return hundredths // 100


def _round_up(hundredths: int) -> int:
    return -(-hundredths // 100)


_ROUNDING: Mapping[str, Callable[[int], int]] = {
    "half_up": _half_up,
    "down": _round_down,
    "up": _round_up,
}


def percent_of(amount: int, percent: int, rounding: str) -> int:
    """Return `percent` of `amount` in whole units, rounded by the ruling `rounding`."""
    return _ROUNDING[rounding](amount * percent)
