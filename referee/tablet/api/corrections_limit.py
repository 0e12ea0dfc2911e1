"""A rate limit on rejected corrections.

Judging each one replays the whole game, but the log's own limit counts only accepted ones.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import time
from uuid import UUID

from django.core.cache import cache

from referee.journal.order_in_force import CORRECTIONS
from referee.log.verdicts import DUPLICATE, ILLEGAL, Verdict
from referee.log.wire import Batch
from tournament.common.cache_fault import CACHE_FAULT

logger = logging.getLogger(__name__)
MAX_IN_VAIN = 30
"""The most corrections of one game in a window that are tried but not written. People at a table
try only a few in a game."""
WINDOW = 60
"""The length of a window, in seconds."""
FAULTS = (CACHE_FAULT, OSError, ValueError)
"""Raised if the cache is down or has dropped the count."""


class CorrectionsLimitError(Exception):
    """Too many corrections were rejected; try again in `wait` seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"again in {wait} seconds")
        self.wait = wait


@contextmanager
def limit_corrections(game: UUID, batch: Batch) -> Iterator[Callable[[Sequence[Verdict]], None]]:
    """Judge a batch within its game's limit; raises CorrectionsLimitError.

    All its corrections are counted before any is judged, so that simultaneous requests cannot pass
    together. Call the yielded function with the verdicts: corrections that were written or not
    judged no longer count. Without that call nothing was written, and all of them stay counted.
    """
    corrections = [event for event in batch.events if event.event["type"] in CORRECTIONS]
    if not corrections:
        yield lambda verdicts: None
        return
    key = f"corrections-{game}-{int(time()) // WINDOW}"
    _count(key, len(corrections))
    ids = {event.event_id for event in corrections}

    def give_back(verdicts: Sequence[Verdict]) -> None:
        in_vain = sum(
            each.event_id in ids and each.verdict in (ILLEGAL, DUPLICATE) for each in verdicts
        )
        with suppress(*FAULTS):
            cache.decr(key, len(corrections) - in_vain)

    yield give_back


def _count(key: str, corrections: int) -> None:
    """Count the corrections.

    Raises CorrectionsLimitError, counting none, if there are too many. While the cache is down,
    there is no limit.
    """
    try:
        cache.add(key, 0, 2 * WINDOW)
        total = cache.incr(key, corrections)
        if total > MAX_IN_VAIN:
            cache.decr(key, corrections)
    except FAULTS:
        logger.warning("The cache does not answer: no limit on corrections.")
        return
    if total > MAX_IN_VAIN:
        raise CorrectionsLimitError(WINDOW - int(time()) % WINDOW)
