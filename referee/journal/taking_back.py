"""A table's next step back.

It is an `undo` of an event, or a `revert` of the table's own revision.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

from referee.engine import Refusal
from referee.journal.order_in_force import OrderInForce
from referee.journal.revision import chief_corrected

Event = dict[str, Any]


class LastStep(NamedTuple):
    """The step that a table would take back next: row `seq` with its event.

    `by` is the event type that takes it back (`undo`, or `revert` for a revision). `refusal` says
    why the table may not do so.
    """

    by: str
    seq: int
    event: Event
    refusal: Refusal | None = None


def last_step(order: OrderInForce, left_out: Container[int] = ()) -> LastStep | None:
    """Return the step that the table would take back now, None if there is none.

    Rows `left_out` were refused.
    """
    revised = order.revertible(left_out)
    if revised is not None:
        return LastStep("revert", revised.seq, revised.event)
    last = order.last_in_force(left_out)
    return LastStep("undo", *last, chief_corrected(order, last[0])) if last else None


def undo_fault(order: OrderInForce, left_out: Container[int] = ()) -> Refusal | None:
    """Refuse an undo that the table may not make now, apart from the game's rules.

    The table must revert its own revision first, and cannot undo the chief referee's corrections.
    """
    step = last_step(order, left_out)
    if step is None:
        return None
    return Refusal("revert_first") if step.by == "revert" else step.refusal
