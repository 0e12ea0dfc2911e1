"""The verdicts on the events of a batch."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from referee.engine import Refusal

ACCEPTED = "accepted"
DUPLICATE = "duplicate"
STALE = "stale"
ILLEGAL = "illegal"
NOT_ATTEMPTED = "not_attempted"

STALE_SENTENCES = {
    "behind": _("The log went on meanwhile, without touching the board: fetch it and send again."),
    "ahead": _("The server's log is shorter than the tablet's: send again what follows its head."),
    "conflict": _("The board was changed from elsewhere meanwhile: the chief referee decides."),
    "lease": _("Another tablet writes for this table now: the chief referee decides."),
    "diverged": _("This tablet's log differs from the server's: the chief referee decides."),
    "digest": _("This tablet runs a different version of the rules: update it."),
    "closed": _("The game is confirmed: only the chief referee can correct it."),
}
SET_ASIDE_CODES = frozenset({"conflict", "lease", "diverged", "closed"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one event.

    `seq`, `hash` and `consequences` are there if it is in the log, `code` if it is stale,
    `refusals` if it is illegal. `set_aside`: it is stored for the chief.
    """

    event_id: UUID
    verdict: str
    seq: int | None = None
    hash: str | None = None
    consequences: str = "[]"
    code: str | None = None
    refusals: tuple[Refusal, ...] = ()
    set_aside: bool = False


def verdict_of(event_id: UUID, given: Mapping[str, Any]) -> Verdict:
    """Return the verdict that was stored with an event set aside."""
    refusals = tuple(Refusal(**item) for item in given["refusals"])
    return Verdict(
        event_id, given["verdict"], code=given["code"], refusals=refusals, set_aside=True
    )


def stored_verdict(verdict: Verdict) -> str:
    """Return the verdict as JSON, to be stored with its event.

    It is given again each time the event is sent.
    """
    return json.dumps(
        {
            "verdict": verdict.verdict,
            "code": verdict.code,
            "refusals": [refusal.as_json() for refusal in verdict.refusals],
        }
    )
