"""A limit on corrections that come to nothing: each is judged by playing the whole game again, and
the room in the log counts only those that were accepted."""

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
"""Corrections of one game in a window that are not written. People at a table try a few a game."""
WINDOW = 60
"""Seconds."""
FAULTS = (CACHE_FAULT, OSError, ValueError)
"""The cache is down, or has dropped the count meanwhile."""


class CorrectionsLimitError(Exception):
    """Too many corrections came to nothing: again in `wait` seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"again in {wait} seconds")
        self.wait = wait


@contextmanager
def limit_corrections(game: UUID, batch: Batch) -> Iterator[Callable[[Sequence[Verdict]], None]]:
    """Judge a batch within the limit of its game; raises CorrectionsLimitError.

    All its corrections are counted before any is judged, so that requests at once cannot pass
    together. What is yielded is told the verdicts and gives back those that were written or not
    judged; where nothing is told (nothing was written), all stay counted.
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
    """Count them; raises CorrectionsLimitError, and they are not counted, where that is too many.
    A limit on the rate never stands in the way when the cache is down."""
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
