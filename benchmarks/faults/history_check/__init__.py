"""Whether one log for each table explains what the clients of a fault run saw.

`python -m benchmarks.faults.history_check FOLDER`. It shares no code with the product: only the
standard library, and the hash chain as `docs/protocol.md` defines it. `benchmarks.faults.history`
writes the folder; `reading` says what is in it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from benchmarks.faults.history_check import clients, handing_over, reads, server, showing
from benchmarks.faults.history_check.reading import Histories, Violation, read

CHECKS = (
    *server.CHECKS,
    *clients.CHECKS,
    *handing_over.CHECKS,
    *reads.CHECKS,
    *showing.CHECKS,
)


@dataclass(frozen=True, slots=True)
class Report:
    """The counts of what was looked at, and every violation."""

    counts: dict[str, int]
    violations: tuple[Violation, ...]

    @property
    def by_code(self) -> dict[str, int]:
        """How many violations there are of each code."""
        return dict(Counter(each.code for each in self.violations))


def check(folder: Path) -> Report:
    """Read the histories in a folder, and check them."""
    histories = read(folder)
    found = chain(histories.faults, *(look(histories) for look in CHECKS), _nothing(histories))
    return Report(_counts(histories), tuple(found))


def _nothing(histories: Histories) -> Iterator[Violation]:
    """Yield a violation where there is nothing to check: silence is no proof."""
    if not any(histories.acks()) or not histories.rows:
        yield Violation("nothing-to-check", "the folder", "no event was acknowledged")


def _counts(histories: Histories) -> dict[str, int]:
    exchanges = histories.exchanges
    return {
        "recorded": len(histories.records),
        "acknowledged": len({ack.event_id for ack in histories.acks()}),
        "requests": len(exchanges),
        "answers": sum(each.answer is not None for each in exchanges),
        "rows read": sum(len(each.rows) for each in exchanges),
        "rows of the logs": len(histories.rows),
        "tables": len(histories.games),
        "public states read": len(histories.shown),
    }
