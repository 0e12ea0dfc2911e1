"""Hours in which nothing fails: `python -m benchmarks.quiet_hours` writes `quiet_hours.md`.

PostgreSQL, Valkey, the publisher, the figures and a real Prometheus with the repository's rules
run, three tables play, and nobody may be called.
"""

import argparse
import os
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.machine import machine
from tests.config.deploy.test_alerts import Installation

HOURS = 2.0
EVERY_SECONDS = 2.0
LATER = "Device.objects.update(last_seen_at=now + dt.timedelta(days=1))"
"""The tablets are asked for nothing, so they are heard of in advance."""
PAGE = """# Hours in which nobody is called

`python -m benchmarks.quiet_hours` writes this file: a real Prometheus with the alert rules of
`config/deploy/alerts.yml`, while three tables play and nothing fails. The faults are tried by
`tests/config/deploy/test_alerts.py`.

{machine}; other work may have shared the machine: load {load:.1f} at the end.

| seconds | asked | alerts ringing | alerts that waited to ring |
|---:|---:|---|---|
| {seconds:,.0f} | {asked:,} | {ringing} | {waiting} |
"""


def main() -> None:
    """Watch for so many hours, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=HOURS)
    hours = parser.parse_args().hours
    with TemporaryDirectory() as folder, ExitStack() as stack:
        installation = Installation(Path(folder), stack)
        installation.shell(LATER)
        while installation.alerts() != set():
            time.sleep(EVERY_SECONDS)
        seen, asked = _watch(installation, hours * 3600)
    page = PAGE.format(
        machine=machine(),
        load=os.getloadavg()[0],
        seconds=hours * 3600,
        asked=asked,
        ringing=_counts(seen, "firing"),
        waiting=_counts(seen, "pending"),
    )
    Path(__file__).with_suffix(".md").write_text(page, "utf-8")
    print(page)


def _watch(installation: Installation, seconds: float) -> tuple[Counter[tuple[str, str]], int]:
    """Return how often each alert was in each state, and how often that was asked."""
    seen: Counter[tuple[str, str]] = Counter()
    asked, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        states = installation.alert_states()
        if states is None:
            raise SystemExit("Prometheus does not answer any more")
        seen.update(states)
        asked += 1
        time.sleep(EVERY_SECONDS)
    return seen, asked


def _counts(seen: Counter[tuple[str, str]], state: str) -> str:
    found = {name: times for (name, of), times in sorted(seen.items()) if of == state}
    return ", ".join(f"{name} ({times})" for name, times in found.items()) or "none"


if __name__ == "__main__":
    main()
