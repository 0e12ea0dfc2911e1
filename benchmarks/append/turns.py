"""One checkout's side of `against.py`: a process that does what it is told, turn by turn.

It runs as a file with PYTHONPATH naming the checkout, whose own code and benchmark it measures:
`turns.py TABLETS [--publishing]`. A line on its input, `WORK SIZE TABLET`, is one turn: all
requests of that work of that tablet, one after another; the answer is a line of JSON: the seconds
of each request, of all, and CPU seconds of this process and of the database. Unlike `load.py` it
has one thread, so that nothing but the code differs between two; what publishes is a process of its
own.
"""

import gc
import json
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable


def main() -> None:
    """Make the tablets, say which works there are, and serve turns until the input ends."""
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.append import ours
    from benchmarks.append import tablets as making
    from config.readiness import make_ready

    call_command("migrate", verbosity=0)
    making.TABLETS = int(sys.argv[1])
    tablets = making.make_tablets()
    if "--publishing" in sys.argv:
        start_publisher()
    make_ready()
    answer({"tablets": len(tablets), "works": [name for name in dir(ours) if name[0] != "_"]})
    for line in sys.stdin:
        work, size, tablet = line.split()
        answer(turn(getattr(ours, work)(tablets[int(tablet)], int(size))))


def start_publisher() -> None:
    """Start a process that publishes all events, and ends with this one."""
    from tournament.models import Event

    Event.objects.update(practice=False, published=True)
    own = multiprocessing.get_context("spawn")
    own.Process(target=publish, daemon=True).start()


def publish() -> None:
    """Do what the platform's worker does beside its tasks."""
    import django

    django.setup()
    from referee.live.publishing.publisher import Publisher, run

    run(threading.Event(), Publisher())


def turn(requests: Iterable[Callable[[], object]]) -> dict[str, object]:
    """Send them all; whatever comes before the first of them is not measured."""
    from benchmarks.append.cpu import database_cpu, server_cpu

    gc.collect()
    each: list[float] = []
    database, server = database_cpu(), server_cpu()
    began = time.perf_counter()
    for request in requests:
        sent = time.perf_counter()
        request()
        each.append(time.perf_counter() - sent)
    server, seconds = server_cpu() - server, time.perf_counter() - began
    database = database_cpu() - database
    return {"each": each, "server": server, "seconds": seconds, "database": database}


def answer(given: object) -> None:
    """Print one line of JSON."""
    print(json.dumps(given), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main()
