"""A journal's judgement of an event, and its errors for a broken log."""

from dataclasses import dataclass
from typing import Any

from referee.engine import Decision, Refusal


class BrokenLogError(Exception):
    """A row of the log cannot be replayed: a defect, or a log that was tampered with."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The decision on an event.

    It has refusals (then nothing changed), or for an event of the board the engine's decision with
    its consequences.
    """

    refusals: tuple[Refusal, ...] = ()
    decision: Decision | None = None

    @property
    def consequences(self) -> list[dict[str, Any]]:
        """What followed on the board, as plain JSON values."""
        return [item.as_json() for item in self.decision.consequences] if self.decision else []
