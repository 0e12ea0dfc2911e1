"""One checkout's side of `against.py`: a process that does what it is told, turn by turn.

It runs as a file with PYTHONPATH naming the checkout, whose own code and benchmark it measures. A
line on its input, `WORK SIZE TABLET`, is one turn: all requests of that work of that tablet, one
after another; the answer is a line of JSON: requests, and CPU seconds of this process and of the
database. Unlike `load.py` it has one thread, so that nothing but the code differs between two.
"""

import gc
import json
import os
import sys
from collections.abc import Callable, Iterable


def main() -> None:
    """Make the tablets, say which works there are, and serve turns until the input ends."""
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.append import ours
    from benchmarks.append.tablets import make_tablets
    from config.readiness import make_ready

    call_command("migrate", verbosity=0)
    tablets = make_tablets()
    make_ready()
    answer({"tablets": len(tablets), "works": [name for name in dir(ours) if name[0] != "_"]})
    for line in sys.stdin:
        work, size, tablet = line.split()
        answer(turn(getattr(ours, work)(tablets[int(tablet)], int(size))))


def turn(requests: Iterable[Callable[[], object]]) -> dict[str, float]:
    """Send them all; whatever comes before the first of them is not measured."""
    from benchmarks.append.cpu import database_cpu, server_cpu

    gc.collect()
    count, database, server = 0, database_cpu(), server_cpu()
    for request in requests:
        request()
        count += 1
    server = server_cpu() - server
    return {"requests": count, "server": server, "database": database_cpu() - database}


def answer(given: object) -> None:
    """One line of JSON."""
    print(json.dumps(given), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main()
