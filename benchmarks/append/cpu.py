"""CPU seconds of the server's processes and of the database's."""

import os
import time
from pathlib import Path

from django.db import connection

TICKS = os.sysconf("SC_CLK_TCK")


def server_cpu() -> float:
    """Return the CPU seconds of this process so far."""
    return time.process_time()


def database_cpu() -> float:
    """Return those of PostgreSQL on this machine, with the backends that have ended; else 0."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    parent = _stat(backend)[1]
    ticks = 0
    for path in Path("/proc").glob("[0-9]*"):
        times = _stat(int(path.name))
        if times[1:2] == [parent]:
            ticks += sum(times[11:13])
    return (ticks + sum(_stat(parent)[11:15])) / TICKS


def _stat(process: int) -> list[int]:
    """Return fields 3 and on of its /proc/…/stat, the state as 0; none once it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return []
    return [0, *(int(field) for field in text.rpartition(")")[2].split()[1:15])]
