"""An update under load, from another commit to this one: `benchmarks.versions COMMIT`.

The platform of `config/deploy/compose.yaml` runs the other commit's wheels, started as its test
starts it. This commit migrates the database. Then tablets play through nginx (`rehearse`) while one
container after another is stopped and started as this commit's. Between the two web processes both
versions serve the same tables for a while. Nothing acknowledged may be lost, and nothing refused.
"""

import argparse
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.live.processes import cpu_seconds
from benchmarks.machine import machine
from benchmarks.setup_time import ROOT, clone
from tests.config.deploy.platform import Platform, install, platform
from tests.e2e.waiting import until

TABLE = Path(__file__).with_suffix(".md")
TABLES = 10
TURNS = 200
PAUSE_SECONDS = 0.5
BOTH_SECONDS = 60.0
STOP_SECONDS = 30.0


class Update(NamedTuple):
    """The outcome of an update.

    It has the lines that tablets told, how long each end took, and the CPU that either version's
    web process used while both served.
    """

    told: list[str]
    ends: dict[str, float]
    older: float
    newer: float


def update(running: Platform, newer: Path) -> Update:
    """Update a platform under load."""
    until(lambda: running.is_ready("web-1") and running.is_ready("web-2"))
    running.site = newer
    running.prepare()
    load = ["--tables", str(TABLES), "--turns", str(TURNS), "--pause", str(PAUSE_SECONDS)]
    rehearsal = running.manage("rehearse", "--url", f"http://127.0.0.1:{running.port}", *load)
    time.sleep(10)
    ends = {"web-1": running.restart("web-1", STOP_SECONDS)}
    before = [cpu_seconds(running.processes[name].first.pid) for name in ("web-2", "web-1")]
    time.sleep(BOTH_SECONDS)
    after = [cpu_seconds(running.processes[name].first.pid) for name in ("web-2", "web-1")]
    for name in ("web-2", "streams-1", "streams-2", "worker"):
        ends[name] = running.restart(name, STOP_SECONDS)
    if not rehearsal.is_running:
        told = running.log("manage").read_text("utf-8")
        raise RuntimeError(f"the tablets were done before the update was: {told}")
    rehearsal.wait(600)
    lines = running.log("manage").read_text("utf-8").splitlines()
    return Update(lines, ends, after[0] - before[0], after[1] - before[1])


def prepared(commit: str, folder: Path) -> Path:
    """Check another commit out, and install its wheels."""
    checkout = clone(commit, folder / "checkout")
    (checkout / "node_modules").symlink_to(ROOT / "node_modules")
    return install(checkout, folder)


def main() -> None:
    """Update once, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.versions")
    parser.add_argument("commit", nargs="?", default="HEAD~20", help="the version before")
    described = ["git", "log", "-1", "--format=`%h` of %cs", parser.parse_args().commit]
    before = subprocess.run(described, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory(prefix="versions-") as name:
        folder = Path(name)
        for part in ("older", "newer", "platform"):
            (folder / part).mkdir()
        older = prepared(before.split("`")[1], folder / "older")
        newer = install(ROOT, folder / "newer")
        with platform(folder / "platform", older) as running:
            done = update(running, newer)
    TABLE.write_text(_HEAD + _rows(before.strip(), done) + f"\n{machine()}\n")


def _rows(before: str, done: Update) -> str:
    lines = [line for line in done.told if not line.startswith(("Round", "Rehearsal"))]
    ends = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in done.ends.items())
    rows = [
        ("the version before", before),
        *(("the tablets", line) for line in lines),
        ("from SIGTERM to the end", ends),
        ("CPU while both served", f"before {done.older:.1f} s, this one {done.newer:.1f} s"),
    ]
    return "".join(f"| {what} | {said} |\n" for what, said in rows)


_HEAD = f"""# An update under load

`python -m benchmarks.versions COMMIT` starts the platform of `config/deploy/compose.yaml` from the
wheels of another commit. This commit migrates the database. Then {TABLES} tables of four play by
nginx, an event each {PAUSE_SECONDS} s, while web processes, streams and worker are stopped and
started as this commit's, one after another; both versions serve the same tables for
{BOTH_SECONDS:.0f} s. *Lost*: acknowledged, and not in the log. *Refused*: all, for the bots play by
the rules, so that any reason would be a wrong one. The other commit has to have the same engine:
else each version refuses what was judged by the other's
([ADR 49](../docs/adr/0049-a-platform-from-files.md)).

| what | |
|---|---|
"""


if __name__ == "__main__":
    main()
