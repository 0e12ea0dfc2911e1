"""The certificate of a draw: its request, quality and best possible quality.

It says what was asked of the draw, how good it is and how good it could be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.seating.model import Round, rounds_to_json

METHOD = 4


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of a draw, with which anybody can make it again.

    `steps`: search steps spent; `truncated`: the search ended there, by a time limit, a cancel or
    its number of steps, before everything that tables decide was at its proven bound. `order`: the
    criteria, the most important first. `weights`: their weights while searching. `violations`: by
    criterion, in order. `bounds`: proven least values, where one is known. `seconds`: time taken, 0
    when no clock was given. `method`: version of the search.
    """

    seed: int
    steps: int
    truncated: bool
    order: tuple[str, ...]
    weights: Mapping[str, int]
    violations: Mapping[str, float]
    bounds: Mapping[str, float]
    seconds: float = 0.0
    method: int = METHOD

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as stored with a round and printed by the command line."""
        return {
            "method": self.method,
            "seed": self.seed,
            "steps": self.steps,
            "truncated": self.truncated,
            "order": list(self.order),
            "weights": dict(self.weights),
            "violations": dict(self.violations),
            "bounds": dict(self.bounds),
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Certificate:
        """Read a certificate written by `to_json`; raise KeyError if a field is missing."""
        fields = {name: data[name] for name in cls.__slots__}
        return cls(**{**fields, "order": tuple(data["order"])})


@dataclass(frozen=True, slots=True)
class Draw:
    """Rounds drawn, with their certificate."""

    rounds: tuple[Round, ...]
    certificate: Certificate

    def to_json(self) -> dict[str, Any]:
        """Return the answer that the command line prints."""
        return {"rounds": rounds_to_json(self.rounds), "certificate": self.certificate.to_json()}
