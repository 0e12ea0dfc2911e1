"""A journal's judgement of an event, and the error for a broken log."""

from dataclasses import dataclass
from typing import Any

from referee.engine import Decision, Refusal


class BrokenLogError(Exception):
    """A row of the log cannot be replayed: a defect, or a log that was tampered with."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of judging an event.

    If there are `refusals`, nothing changed. `decision` is the engine's, for an accepted board
    event.
    """

    refusals: tuple[Refusal, ...] = ()
    decision: Decision | None = None

    @property
    def consequences(self) -> list[dict[str, Any]]:
        """The consequences on the board, as plain JSON values."""
        return [item.as_json() for item in self.decision.consequences] if self.decision else []
