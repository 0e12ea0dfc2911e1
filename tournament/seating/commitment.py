"""A sealed draw: its text, and the SHA-256 published before the text.

The text says all of the draw. Whoever knows the SHA-256 can tell later that nothing in the
text was exchanged; the salt keeps anybody from finding the text by trying seeds or tables
until the SHA-256 fits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tournament.seating.certificate import Draw
from tournament.seating.problem import Problem
from tournament.seating.reading import draw_from_json, problem_from_json

SALT_BYTES = 32


def opening_of(problem: Mapping[str, Any], draw: Mapping[str, Any], salt: str) -> str:
    """Return the text that opens a seal: canonical JSON of problem, draw and `salt`.

    Canonical means sorted keys and no spaces; `salt` is `SALT_BYTES` random bytes as hexadecimal
    digits.
    """
    content = {"draw": draw, "problem": problem, "salt": salt}
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def commitment_of(opening: str) -> str:
    """Return the seal of a draw: the SHA-256 of its opening in UTF-8, hexadecimal."""
    return hashlib.sha256(opening.encode()).hexdigest()


def read_opening(opening: str) -> tuple[Problem, Draw]:
    """Return the problem and the draw of an opening.

    Raise ValueError if the text is not one; ProblemError names the field if it is JSON.
    """
    content = json.loads(opening)
    if not isinstance(content, dict):
        raise ValueError("an opening is an object with draw, problem and salt")
    return problem_from_json(content.get("problem")), draw_from_json(content.get("draw"))
