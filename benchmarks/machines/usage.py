"""What the processes of each machine use."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

import psutil

from benchmarks.machines.network import Machine

KINDS = {
    "config.wsgi:application": "web",
    "config.asgi_streams:application": "streams",
    "config.command_line": "worker",
    "nginx": "nginx",
    "postgres": "PostgreSQL",
    "pgbouncer": "PgBouncer",
    "valkey": "Valkey",
}
"""A kind of process, by what its command has."""
Place = tuple[str, str]
"""A machine, and a kind of process."""


def cpu_of(machines: Mapping[str, Machine]) -> Counter[Place]:
    """Return the seconds that living processes have used so far."""
    found: Counter[Place] = Counter()
    for place, process in _processes(machines):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            found[place] += times.user + times.system
    return found


def memory_of(machines: Mapping[str, Machine]) -> Counter[Place]:
    """Return bytes; what processes share counts once."""
    found: Counter[Place] = Counter()
    for place, process in _processes(machines):
        with suppress(psutil.NoSuchProcess):
            found[place] += process.memory_full_info().pss
    return found


def _processes(machines: Mapping[str, Machine]) -> list[tuple[Place, psutil.Process]]:
    found = []
    for name, machine in machines.items():
        for number in machine.processes():
            with suppress(psutil.NoSuchProcess):
                process = psutil.Process(number)
                found.append(((name, _kind(process)), process))
    return found


def _kind(process: psutil.Process) -> str:
    command = " ".join(process.cmdline())
    return next((kind for part, kind in KINDS.items() if part in command), "others")
