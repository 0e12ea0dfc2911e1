"""The chief's form of a correction, read as a revision of the log."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from django.http import HttpRequest

from referee.engine.strictjson import read_line
from referee.journal.canonical import canonical
from tournament.common.parameters import free_text, whole_number

MAX_TEXT = 20_000
MAX_REASON = 500


class CorrectionForm(NamedTuple):
    """The form's fields.

    `text` has the events that are put in, one JSON object a line, `through` the last row that they
    replace (None: the first), `without` the later rows left out, with commas.
    """

    text: str
    through: int | None
    without: str
    reason: str

    @classmethod
    def from_request(cls, request: HttpRequest) -> Self:
        """Read the form from what was posted."""
        return cls(
            request.POST.get("events", "")[:MAX_TEXT],
            whole_number(request.POST.get("through", "")),
            request.POST.get("without", "")[:MAX_TEXT],
            free_text(request.POST.get("reason", ""), MAX_REASON),
        )

    @classmethod
    def from_revision(cls, revision: dict[str, Any]) -> Self:
        """Return the form that is posted to log this revision."""
        return cls(
            "\n".join(canonical(event) for event in revision["replacement"]),
            revision["through"],
            "",
            revision["reason"],
        )

    def revision(self, seq: int) -> dict[str, Any]:
        """Return the event that corrects row `seq`.

        Raise FormError or ValueError for a bad field.
        """
        without = [int(number) for number in self.without.split(",") if number]
        return {
            "type": "revise",
            "seq": seq,
            "through": self.through or seq,
            "replacement": _events(self.text),
            "reason": self.reason,
            **({"without": without} if without else {}),
        }

    @property
    def shown(self) -> str:
        """Return the text that a preview shows of the correction.

        It holds the events, and the rows that they replace and leave out.
        """
        return _one_line([self.text, *filter(None, [str(self.through or ""), self.without])])

    def was_shown(self, request: HttpRequest) -> bool:
        """Return whether the chief was shown what this very correction changes.

        The table may play on meanwhile: a correction that no longer fits is refused.
        """
        shown = request.POST.get("shown")
        return shown is not None and _one_line([shown]) == self.shown


def _one_line(texts: list[str]) -> str:
    """Join texts into one line, because browsers change line ends."""
    return " ".join(" ".join(texts).split())


def _events(text: str) -> list[dict[str, Any]]:
    """Read one JSON object a line, as strictly as a record's.

    Raise FormError or ValueError.
    """
    events = [read_line(line) for line in text.splitlines() if line.strip()]
    for event in events:
        canonical(event)
    return events
