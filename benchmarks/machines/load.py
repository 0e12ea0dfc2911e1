"""The site's load, and what happens to its machines meanwhile."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

from benchmarks.live.processes import Running, wait_until
from benchmarks.live.readers import OF_ONE_ADDRESS
from benchmarks.machines.site import PORT, SHARED, Site, connections, has_addresses
from benchmarks.machines.tables import SLUG
from benchmarks.machines.usage import cpu_of, memory_of

READY_SECONDS = 400.0
JOINING_SECONDS = 90.0
PAUSE = 8.0
"""Seconds between two events of a table, as people play."""
SILENT_SECONDS = 6.0
"""As `event_stream.js` has it."""
BEFORE_SECONDS = 10.0
"""From a phase's beginning until a machine is struck."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The load, and how long a phase takes and a machine is away in it, in seconds."""

    tables: int
    streams: int
    phase: float
    away: float


@dataclass(slots=True)
class Phase:
    """A phase: what was struck, and when (seconds of the clock).

    `healed_at`: somebody has the site's addresses again, or the database answers again. `cores` and
    bytes of `memory` are those of each machine's kinds of process where nothing was struck.
    """

    name: str
    began_at: float = field(default_factory=time.time)
    struck_at: float = 0.0
    healed_at: float = 0.0
    ended_at: float = 0.0
    load: float = 0.0
    connections: int = 0
    cores: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Outcome:
    """The findings of tablets and readers, and the times of all strikes."""

    phases: list[Phase]
    tables: dict[str, Any]
    crowd: dict[str, Any]
    steady: float
    """What the clock is ahead of the monotonic one."""


def measure(site: Site, plan: Plan) -> Outcome:
    """Strike one machine after the other under load."""
    with ExitStack() as stack:
        tables = stack.enter_context(_tables(site, plan))
        crowd, found = stack.enter_context(_crowd(site, plan))
        steady = time.time() - time.monotonic()
        phases = [
            _quiet(site, plan),
            *(_strike(site, plan, name, off=off) for name, off in STRIKES),
        ]
        crowd.end()
        tables.end()
        done = json.loads((site.folder / "histories" / "tables.json").read_text("utf-8"))
        return Outcome(phases, done, json.loads(found.read_text("utf-8")), steady)


STRIKES = (
    ("web1", True),
    ("web2", False),
    ("data", True),
    ("data", False),
)
"""Machines that are struck, one after another, and whether they are switched off or cut off."""


def _quiet(site: Site, plan: Plan) -> Phase:
    """Strike nobody, and look at what the machines use."""
    phase, before = Phase("nobody", connections=connections()), cpu_of(site.machines)
    print(f"{phase.name} …", flush=True)
    time.sleep(plan.phase)
    used = cpu_of(site.machines) - before
    phase.ended_at, phase.load = time.time(), os.getloadavg()[0]
    took = phase.ended_at - phase.began_at
    phase.cores = {" ".join(place): seconds / took for place, seconds in used.items()}
    phase.memory = {" ".join(place): size for place, size in memory_of(site.machines).items()}
    return phase


def _strike(site: Site, plan: Plan, name: str, *, off: bool) -> Phase:
    machine = site.machines[name]

    def back() -> None:
        if off:
            machine.plug_in()
            site.start(name)
        else:
            machine.reconnect()

    healed: Callable[[], bool] = has_addresses
    if name == "data":
        healed = lambda: site.is_ready("data")  # noqa: E731
    what = f"{name} {'switched' if off else 'cut'} off"
    return _phase(site, plan, what, machine.power_off if off else machine.cut_off, back, healed)


def _phase(
    site: Site,
    plan: Plan,
    name: str,
    strike: Callable[[], None],
    back: Callable[[], None],
    healed: Callable[[], bool],
) -> Phase:
    phase = Phase(name)
    print(f"{name} …", flush=True)
    time.sleep(BEFORE_SECONDS)
    phase.connections = connections()
    strike()
    phase.struck_at = time.time()
    with _watching(phase, healed):
        time.sleep(plan.away)
        back()
        wait_until(lambda: bool(phase.healed_at), f"{name}: nothing answers again")
        time.sleep(max(0.0, phase.began_at + plan.phase - time.time()))
    phase.load = os.getloadavg()[0]
    phase.ended_at = time.time()
    return phase


@contextmanager
def _watching(phase: Phase, healed: Callable[[], bool]) -> Iterator[None]:
    """Note when all is reached again after a strike; what was not struck was not away."""
    over = Event()

    def watch() -> None:
        while not over.wait(0.1):
            if healed():
                phase.healed_at = time.time()
                return

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def _tables(site: Site, plan: Plan) -> Iterator[Running]:
    folder = site.folder / "histories"
    folder.mkdir()
    urls = [f"http://{address}:{PORT}" for address in SHARED]
    command = ["-m", "benchmarks.machines.tables", str(plan.tables), str(PAUSE), str(folder)]
    environment = {**site.environment, "DATA_DIR": str(site.folder / "web1" / "files")}
    with Running.python([*command, *urls], environment, READY_SECONDS) as running:
        if (said := running.line()) != "playing":
            raise RuntimeError(f"the tables say {said!r}")
        yield running


@contextmanager
def _crowd(site: Site, plan: Plan) -> Iterator[tuple[Running, Path]]:
    """Let all spectators follow the first event."""
    file, slug = site.folder / "crowd.json", SLUG.format(1)
    options = ["--hosts", ",".join(SHARED), "--silent", str(SILENT_SECONDS)]
    options += ["--in-time", "--seconds", str(JOINING_SECONDS)]
    options += ["--whole-path", f"/api/v1/public/events/{slug}/snapshot"]
    given = [str(PORT), f"/e/{slug}/live", str(plan.streams), str(file)]
    command = ["-m", "benchmarks.live.readers", *options, *given]
    with Running.python(command, {}, READY_SECONDS) as running:
        if running.line() != "following":
            raise RuntimeError("not all streams could be had")
        yield running, file


def addresses_of(streams: int) -> int:
    """Return how many addresses so many readers come from."""
    return 1 + streams // OF_ONE_ADDRESS
