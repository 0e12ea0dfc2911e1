"""The tablet's table, `benchmarks.tablet_table [CHECKOUT]`: starts, taps and memory, beside those
of another checkout in the same run where one is given."""

import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks import day, tablet, warm_start
from benchmarks.machine import machine
from benchmarks.tablet_plans import POSITIONS

EARLY, LATE = slice(6, 17), slice(-11, None)
"""Around the twelfth event of a game, and at its end."""


def column(checkout: Path, port: int) -> dict[str, str]:
    """Return the figures of a checkout, with a CPU four times slower."""
    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, Any] = tablet.measure(folder, checkout, port)
    judged, recorded, plans = found["judged"], found["recorded"], found["plans"]
    return {
        "first start: requests": f"{found['requests']}",
        "first start: MB": f"{found['bytes'] / 1e6:.1f}" if found["bytes"] else "not counted",
        f"first start, nothing cached (worst of {tablet.STARTS})": f"{max(found['first']):.1f} s",
        f"later start, no server (worst of {tablet.STARTS - 1})": f"{max(found['later']):.1f} s",
        "tap judged, median": f"{tablet.percentile(judged, 0.5):.0f} ms",
        "tap judged, p95": f"{tablet.percentile(judged, 0.95):.0f} ms",
        "tap judged, around event 12": f"{statistics.median(judged[EARLY]):.0f} ms",
        "tap judged, at the end of the game": f"{statistics.median(judged[LATE]):.0f} ms",
        "tap to recorded on the disk, p95": f"{tablet.percentile(recorded, 0.95):.0f} ms",
        "best adjustment, largest position, median": _milliseconds(plans, 0.5),
        f"best adjustment, largest position (worst of {4 * POSITIONS})": _milliseconds(plans, 1),
    }


def _milliseconds(times: list[float], share: float) -> str:
    """Return a percentile of what took milliseconds; a dash where nothing was measured."""
    return f"{tablet.percentile(times, share):.0f} ms" if times else "–"


BUDGETS = {
    "first start: requests": "25",
    "first start: MB": "8",
    f"first start, nothing cached (worst of {tablet.STARTS})": "12 s",
    f"later start, no server (worst of {tablet.STARTS - 1})": "8 s",
    "tap judged, p95": "50 ms",
    "tap to recorded on the disk, p95": "100 ms",
    f"best adjustment, largest position (worst of {4 * POSITIONS})": "250 ms",
}


def warm(checkouts: tuple[Path, ...]) -> list[dict[str, str]]:
    """Return later starts at full speed, a column for each checkout."""
    return [
        {
            "later start at full speed, median": f"{statistics.median(times):.2f} s",
            "later start at full speed, best": f"{min(times):.2f} s",
        }
        for times in warm_start.starts(checkouts)
    ]


def commit_of(checkout: Path) -> str:
    """Return the commit that is checked out there."""
    asked = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def render(columns: list[dict[str, str]], names: list[str], held: day.Day, first: str) -> str:
    """Return the committed table; `first` is the commit of the other column."""
    lines = [f"| what | {' | '.join(names)} | budget |", "|---" + "|---:" * (len(names) + 1) + "|"]
    budgets = BUDGETS | {name: "1 s" for name in columns[0] if "full speed, median" in name}
    for name in columns[0]:
        figures = " | ".join(one[name] for one in columns)
        lines.append(f"| {name} | {figures} | {budgets.get(name, '')} |")
    kinds = {
        "page, but for compiled code": "page",
        "compiled code of the page": "code",
        "worker": "worker",
        "engine": "engine",
    }
    memory = [
        f"| {what} | {getattr(held.before, kind) / 1e6:.2f} MB"
        f" | {getattr(held.after, kind) / 1e6:.2f} MB |"
        for what, kind in kinds.items()
    ]
    memory += [
        f"| {kind} | {getattr(held.before, kind):,} | {getattr(held.after, kind):,} |"
        for kind in ("nodes", "listeners")
    ]
    load = os.getloadavg()[1]
    return f"""# The tablet, CPU {tablet.SLOWER} times slower

Machine: {machine()}; load {load:.0f} by the end, its own with it.
Chromium, its processes stopped three quarters of the time, but where it says full speed; wall-clock
time, of {warm_start.STARTS} starts at full speed.
The game of 268 events is `{tablet.GAME.name}`.
`python -m benchmarks.tablet_table CHECKOUT`: "first" is commit {first}, measured right after.
The largest position: a player who owns all 28 deeds, half of them mortgaged, in either role, with
printed and with random prices; nothing is remembered from another one.

{chr(10).join(lines)}

## A day in one go

{len(day.DAY)} games of {held.events} events one after the other on one page, entered by tapping,
a minute an event; before it {len(day.WARM)} games, in which the browser compiles what runs often.
Garbage is left out.

| held in memory | before | after |
|---|---:|---:|
{chr(10).join(memory)}
"""


def main(other: Path | None = None) -> None:
    """Measure and rewrite the table; ahead of whatever else runs here, where that is allowed."""
    with suppress(PermissionError):
        os.nice(-20)
    checkouts = (tablet.ROOT, *([other] if other else []))
    names = ["measured", *(["first"] if other else [])]
    columns = [column(one, tablet.PORT + at) for at, one in enumerate(checkouts)]
    for one, more in zip(columns, warm(checkouts), strict=True):
        one.update(more)
    # The counts of `tests/e2e/tablet_screens/test_taps.py` are written there by hand.
    _, title, taps = tablet.TABLE.read_text().partition("## Taps a turn")
    measured = render(columns, names, day.measure(), commit_of(checkouts[-1]))
    text = f"{measured}\n{title}{taps}".rstrip() + "\n"
    tablet.TABLE.write_text(text)
    print(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None)
