"""Refusals: reasons why something is not accepted.

Each has a stable code and our rule number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why something is not accepted.

    `rule` is our rule number ("R11") or None; `params` fill the message. The codes are the keys of
    the message catalogues (`messages/*.toml`, table `refusals`).
    """

    code: str
    rule: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the refusal as plain JSON values."""
        return {"code": self.code, "rule": self.rule, "params": dict(self.params)}


class FormError(Exception):
    """Raised on reading a malformed value; carries its refusal."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, None, params)


class RecordRefusedError(Exception):
    """Error for a header or record that cannot be opened.

    `refusals` are in order of precedence.
    """

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__(refusals[0].code)
        self.refusals = refusals


def printable(value: Any) -> str:
    """Return an outside value as short, printable text for a message.

    Anything but a string is shown as its type's name.
    """
    text = value if isinstance(value, str) else type(value).__name__
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join([letter if letter.isprintable() else "\ufffd" for letter in text])
