"""Machines that die under load: `python -m benchmarks.machines`, as root.

Two web machines and one with PostgreSQL, its pooler and Valkey run as network namespaces with the
files of `config/deploy/`. Bots play at many tables, spectators follow, and one machine at a time is
switched off or cut off, and comes back.
"""

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path
from shutil import which

from benchmarks.machines.load import Plan, addresses_of, measure
from benchmarks.machines.report import report
from benchmarks.machines.site import site

TABLE = Path(__file__).parents[1] / "machines.md"
PROGRAMS = ("ip", "nginx", "keepalived", "pgbouncer", "bash", "setpriv")


def main() -> None:
    """Measure once, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.machines")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--streams", type=int, default=3_000)
    parser.add_argument("--phase", type=float, default=60.0, help="seconds of each phase")
    parser.add_argument("--away", type=float, default=15.0, help="seconds a machine is away")
    parser.add_argument("--without-pooler", action="store_true", help="connect to PostgreSQL")
    parser.add_argument("--folder", type=Path, help="a new folder that is kept, with all logs")
    given = parser.parse_args()
    if os.geteuid():
        sys.exit("Network namespaces are made by root: run this as root.")
    if missing := [program for program in PROGRAMS if which(program) is None]:
        sys.exit(f"Install {', '.join(missing)}.")
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit("ended by a signal"))
    plan = Plan(given.tables, given.streams, given.phase, given.away)
    with tempfile.TemporaryDirectory(prefix="machines-") as name:
        folder = given.folder or Path(name)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        halls = addresses_of(plan.streams)
        with site(folder, halls=halls, pooler=not given.without_pooler) as running:
            outcome = measure(running, plan)
    TABLE.write_text(report(outcome, plan, pooler=not given.without_pooler), "utf-8")


if __name__ == "__main__":
    main()
