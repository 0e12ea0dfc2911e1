"""The work of a serving process before its first request.

No tablet waits for it then.
"""

import gc
import logging

from django.urls import reverse

from referee.engine import engine_digest
from tournament.checks import check_compiled_translations

logger = logging.getLogger(__name__)
OBJECTS_BETWEEN_COLLECTIONS = 20_000


def make_ready() -> None:
    """Load all views and the engine's digest.

    This takes 1/4 s of CPU that is otherwise spent on the first request. What is in memory then
    stays for good, with some 2 MB of garbage: the garbage collector need not look at it. Doing
    so would stop every thread, for some 0.1 s each time. It looks more rarely at what came
    since: the page of a large event makes 50,000 objects, in which it would find nothing 70
    times.
    """
    # A server goes on without its translations: English pages are better than none.
    for fault in check_compiled_translations():
        logger.error("%s %s", fault.msg, fault.hint)
    reverse("admin:index")
    engine_digest()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])
    gc.enable()
