"""First starts of the tablet beside another checkout's: `benchmarks.first_start CHECKOUT`.

Each start is a browser of its own with nothing cached; the two checkouts take turns, and which is
first alternates. Measured is the CPU time of all processes of that browser until the tablet's own
engine answers. The figure of a pair is the other's over ours; above 1 ours is cheaper.
"""

import argparse
import os
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from benchmarks import tablet
from benchmarks.append.against import median_interval
from benchmarks.machine import machine
from tests.e2e.browser import launch_options

PAIRS = 24
PORTS = (8951, 8952)


def cpu_seconds(processes: list[int]) -> float:
    """Return what these processes have used so far, with those they waited for."""
    ticks = 0
    for process in processes:
        stat = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += sum(map(int, stat[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def start(playwright: Playwright, profile: str, port: int) -> float:
    """Return the CPU seconds of one first start."""
    context = playwright.chromium.launch_persistent_context(profile, **launch_options())
    try:
        family = tablet.Brake(profile).family
        before = cpu_seconds(family())
        page = context.new_page()
        page.set_default_timeout(tablet.PATIENCE_S * 1000)
        tablet.start(page, f"http://localhost:{port}/tablet/#practice=us-2011")
        return cpu_seconds(family()) - before
    finally:
        context.close()


def pairs(checkouts: tuple[Path, Path]) -> list[tuple[float, float]]:
    """Return the CPU seconds of our starts and the other's, pair by pair."""
    found = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        playwright = stack.enter_context(sync_playwright())
        for checkout, port in zip(checkouts, PORTS, strict=True):
            data = f"{folder}/{port}"
            stack.enter_context(tablet.server(data, checkout, port))
        for number in range(PAIRS + 1):
            turn = PORTS if number % 2 else PORTS[::-1]
            took = {port: start(playwright, f"{folder}/{number}-{port}", port) for port in turn}
            found.append((took[PORTS[0]], took[PORTS[1]]))
    return found[1:]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="another checkout, such as the parent commit's")
    other = parser.parse_args().checkout.resolve()
    found = pairs((tablet.ROOT, other))
    low, middle, high = median_interval([theirs / ours for ours, theirs in found])
    ours, theirs = (statistics.median(times) for times in zip(*found, strict=True))
    print(f"Machine: {machine()}. {len(found)} pairs.")
    print(
        f"{middle:.3f} [{low:.3f}, {high:.3f}], ours {ours:.2f} s, the other {theirs:.2f} s of CPU"
    )


if __name__ == "__main__":
    main()
