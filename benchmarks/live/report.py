"""The committed tables of the public side: each part measures its own and writes it among the
others."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.live import tables_of_figures as figures
from benchmarks.machine import machine
from tests.on_services import postgres, redis

TABLE = Path(__file__).with_name("RESULTS.md")
HEAD = """# The public side

Each table says when and where it was measured. PostgreSQL and Redis beside it. Written by
`python -m benchmarks live`, or one table by `python -m benchmarks.live PART`.
"""
MEASURED = (
    "Machine: {machine}; load {before:.1f} before, {after:.1f} at the end (its own included)."
)
PART_SECONDS = 360
"""A part that takes longer is ended. That of 250 tables plays for two minutes before it begins."""
ENDING_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Part:
    """A table: its heading, and what makes its text of a database and a cache."""

    heading: str
    text: Callable[[str, str], str]


PARTS = {
    "pages": Part("Pages and snapshots of an event that does not change", figures.pages),
    "page": Part("The first page of a version", figures.first_page),
    "publishing": Part("Publishing while tables play", figures.publishing),
    "hub": Part("The process of streams while tables play", figures.hub),
    "embedded": Part("Streams by the server's own carrier", figures.embedded),
    "nchan": Part("Streams by nginx with nchan", figures.nchan),
}


def main(names: list[str] | None = None) -> None:
    """Measure these parts, or all, one after another; each rewrites its table."""
    chosen = names or list(PARTS)
    if unknown := sorted(set(chosen) - set(PARTS)):
        sys.exit(f"no part {', '.join(unknown)}; there are: {', '.join(PARTS)}")
    if len(chosen) == 1:
        _measure(chosen[0])
        return
    if failed := [name for name in chosen if not _in_time(name)]:
        sys.exit(f"no table of {', '.join(failed)}")


def _in_time(name: str) -> bool:
    """Return whether a part was measured in time, in a process of its own."""
    with subprocess.Popen([sys.executable, "-m", "benchmarks.live", name]) as process:
        try:
            return process.wait(PART_SECONDS) == 0
        except subprocess.TimeoutExpired:
            _end(process)
            return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it, and whatever it started."""
    started = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    try:
        process.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
    for each in started:
        if each.is_running():
            each.kill()


def _measure(name: str) -> None:
    # Ending this process ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(f"{name} was ended"))
    before = os.getloadavg()[0]
    part = PARTS[name]
    with postgres() as database, redis() as cache:
        text = part.text(database, cache)
    measured = MEASURED.format(machine=machine(), before=before, after=os.getloadavg()[0])
    section = f"## {part.heading}\n\n{measured}\n\n{text.strip()}\n"
    known = TABLE.read_text(encoding="utf-8") if TABLE.exists() else ""
    TABLE.write_text(with_section(known, part.heading, section), encoding="utf-8")
    print(section, flush=True)


def with_section(text: str, heading: str, section: str) -> str:
    """Return the text with the table under this heading replaced.

    Tables stand in the order of the parts; those that belong to no part are dropped.
    """
    found = {each.partition("\n")[0]: f"## {each.strip()}\n" for each in text.split("\n## ")[1:]}
    found[heading] = section
    kept = [found[part.heading] for part in PARTS.values() if part.heading in found]
    return "\n".join([HEAD, *kept])
