"""The committed table of first visits and of Lighthouse's scores."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.budgets import lighthouse
from benchmarks.budgets.browser import Visit, visit
from benchmarks.budgets.prepare import DRAWN, SIZES, played, playing
from benchmarks.budgets.unchanged import CPU_MS, REQUESTS, cpu_of_page
from benchmarks.live.processes import free_port, server
from benchmarks.machine import machine
from referee.management.serving import server as command_of_server
from tests.e2e.browser import launch_options

TABLE = Path(__file__).parents[1] / "budgets.md"
LCP_MS = 1_000
INP_MS = 100
SHIFT = 0.02
BYTES = 70_000
VISITS = 3
"""A page that is over a bar is visited again, because other load only adds to times."""
AGAIN_UNTIL_S = 330.0
"""Later in a run no page is visited again, so that it ends in time on a busy machine, too."""
CPU_TRIES = 2
DRAW = "tournament:draw"
PLAYED_ONLY = {"tournament:rules", "referee:verify", "referee:moment", DRAW}
"""Pages that are the same while an event is being played."""
NOT_HERE = {"tournament:draw-problem", "tournament:draw-draw", "referee:record", "referee:chances"}
"""Files that an event without a draw, or a game that is not over, does not have; and chances, which
are off."""
OK = 200
WARM_S = 3.0
HEAD = """# First visits to the public pages

Machine: {machine}; load {before:.1f} before, {after:.1f} at the end.
Written by `python -m benchmarks budgets`.

Chromium as a phone (390 x 844) that was never here, with the DevTools protocol's slow 4G
(1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request) and a CPU four times slower; the server is
that of `make run` without bots, over HTTP/1.1. *LCP*: when the largest content was painted. *INP*:
the longest from a tap or key to the next frame, of real ones on every search, slider, fold and
button. *CLS*: how much moved, with all of these. *kB*: everything that came, with heads, fonts,
scripts and the state of a live page. An event's addresses are those of the URLconf; one whose path
cannot be filled in ends the run. A page over a bar of time is visited up to {visits} times, in the
first {seconds:.0f} s of the run, and the best counts, for what else runs on the machine only adds.

Bars: LCP {lcp} ms, INP {inp} ms, CLS {shift}, {kilobytes} kB, no request to others.

| page | players | LCP | largest | INP | on | CLS | requests | kB | to others |
|---|---:|---:|---|---:|---|---:|---:|---:|---:|
"""
SCORES = """
## Lighthouse {version}

Mobile, as it simulates a slow phone on slow 4G; bar: {bar} in each. The best of up to {tries} runs.

| page | performance | accessibility | best practices | SEO |
|---|---:|---:|---:|---:|
"""


UNCHANGED = """
## Pages of an event that has not changed

CPU of all the server's processes for a request, the best of {tries} times {requests}; bar:
{bar:.0f} ms.

| page | players | whole page, ms | nothing changed (304), ms |
|---|---:|---:|---:|
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A page of an event of so many players (0: of none), and its first visit."""

    page: str
    players: int
    visit: Visit

    def faults(self) -> list[str]:
        """Return the bars that the page exceeds."""
        found = self.visit
        bars = {
            "LCP": found.lcp > LCP_MS,
            "INP": found.inp > INP_MS,
            "CLS": found.shift > SHIFT,
            "bytes": found.size > BYTES,
            "others": found.others > 0,
        }
        return [name for name, over in bars.items() if over]


@dataclass(frozen=True, slots=True)
class Cost:
    """The milliseconds of CPU for a page sent whole, and for the word that it is the same."""

    page: str
    players: int
    whole: float
    same: float


def main(names: Sequence[str] = ()) -> None:
    """Measure, print and store the table; the exit code says whether a bar was missed.

    Pages may be given by their names in the table: then their lines are printed only.
    """
    before = os.getloadavg()[0]
    until = time.monotonic() + AGAIN_UNTIL_S
    with _site() as base:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options())
            pages = list(_pages(base))
            chosen = [page for page in pages if not names or page[0] in names]
            rows = [_measure(browser, base, *page, until=until) for page in chosen]
            browser.close()
        costs = [] if names else [_cost(base, *page) for page in pages if page[1]]
        judged = {} if names else _judged()
        scored = {name: lighthouse.scores(base + path) for name, path in judged.items()}
    if names:
        print(*map(_line, rows), sep="\n")
    else:
        TABLE.write_text(render(rows, costs, scored, before))
        print(TABLE.read_text())
    missed = [f"{row.page} ({row.players}): {', '.join(row.faults())}" for row in rows]
    missed = [each for row, each in zip(rows, missed, strict=True) if row.faults()]
    missed += [f"{each.page} ({each.players}): CPU" for each in costs if each.whole > CPU_MS]
    missed += [name for name, each in scored.items() if min(each.values()) < lighthouse.BAR]
    if missed:
        sys.exit("over a bar: " + "; ".join(missed))


@contextmanager
def _site() -> Iterator[str]:
    """Serve events of its own as `make run` does, and yield the address."""
    with tempfile.TemporaryDirectory(prefix="budgets-") as data:
        own = {"DATA_DIR": data, "DATABASE_URL": "", "REDIS_URL": "", "DEBUG": "false"}
        os.environ.update(own)
        prepare = [sys.executable, "-m", "benchmarks.budgets.prepare"]
        subprocess.run(prepare, check=True)
        port = free_port()
        with server(command_of_server("127.0.0.1", port), port, own):
            time.sleep(WARM_S)
            yield f"http://127.0.0.1:{port}"


def _pages(base: str) -> Iterator[tuple[str, int, str]]:
    """Yield each public page: its name, its event's players and its path."""
    from django import setup

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    setup()
    from tests.public_addresses import addresses

    known, found, missing = set[str](), set[str](), set[str]()
    for players in SIZES:
        over = addresses(played(players), seed=16)
        going_on = addresses(playing(players), seed=16, number=2)
        drawn = {DRAW: addresses(playing(players), number=DRAWN)[DRAW]}
        for state, paths in (("", over), ("", drawn), (", being played", going_on)):
            for name, path in paths.items():
                if path in known or (state and name in PLAYED_ONLY):
                    continue
                known.add(path)
                status, kind = _answer(base + path)
                if not kind.startswith("text/html"):
                    continue
                if status != OK:
                    missing.add(name)
                    continue
                found.add(name)
                of_event = path.startswith("/e/")
                said = f"{name.partition(':')[2]}{state if of_event else ''}"
                yield said, players if of_event else 0, path
    if nowhere := missing - found - NOT_HERE:
        sys.exit(f"not measured, for there is no such page here: {', '.join(sorted(nowhere))}")


def _answer(address: str) -> tuple[int, str]:
    """Return status and content type; the request also renders the page for later ones."""
    try:
        with urllib.request.urlopen(address) as answer:  # noqa: S310
            return answer.status, answer.headers["Content-Type"]
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"]


def _measure(
    browser: Browser, base: str, page: str, players: int, path: str, *, until: float
) -> Row:
    row = Row(page, players, visit(browser, base + path))
    for _again in range(VISITS - 1):
        if time.monotonic() > until or not {"LCP", "INP"} & set(row.faults()):
            break
        other = visit(browser, base + path)
        found = row.visit
        if other.lcp < found.lcp:
            found = replace(found, lcp=other.lcp, largest=other.largest)
        if other.inp < found.inp:
            found = replace(found, inp=other.inp, slowest=other.slowest)
        row = replace(row, visit=replace(found, shift=max(found.shift, other.shift)))
    return row


def _cost(base: str, page: str, players: int, path: str) -> Cost:
    """Return the least of some measurements: what else runs on the machine only adds."""
    found = [cpu_of_page(base, path) for _ in range(CPU_TRIES)]
    return Cost(page, players, min(each[0] for each in found), min(each[1] for each in found))


def _judged() -> dict[str, str]:
    """Return the pages that Lighthouse judges, by name."""
    size = SIZES[0]
    return {
        "event, being played": f"/e/{playing(size)}/",
        "event": f"/e/{played(size)}/",
        "table, being played": f"/e/{playing(size)}/r/2/t/1/",
        "table": f"/e/{played(size)}/r/1/t/1/",
        "player": f"/e/{played(size)}/p/16/",
    }


def render(
    rows: list[Row], costs: list[Cost], scored: dict[str, lighthouse.Scores], before: float
) -> str:
    """Return the tables as Markdown."""
    head = HEAD.format(
        machine=machine(),
        before=before,
        after=os.getloadavg()[0],
        visits=VISITS,
        seconds=AGAIN_UNTIL_S,
        lcp=LCP_MS,
        inp=INP_MS,
        shift=SHIFT,
        kilobytes=BYTES // 1000,
    )
    lines = [_line(row) for row in rows]
    unchanged = UNCHANGED.format(tries=CPU_TRIES, requests=REQUESTS, bar=CPU_MS)
    unchanged += "\n".join(
        f"| {each.page} | {each.players} | {each.whole:.2f} | {each.same:.2f} |" for each in costs
    )
    scores = SCORES.format(version=lighthouse.version(), bar=lighthouse.BAR, tries=lighthouse.TRIES)
    judged = [
        f"| {name} | {' | '.join(str(each[category]) for category in lighthouse.CATEGORIES)} |"
        for name, each in scored.items()
    ]
    return head + "\n".join(lines) + "\n" + unchanged + "\n" + scores + "\n".join(judged) + "\n"


def _line(row: Row) -> str:
    found = row.visit
    cells = [
        row.page,
        str(row.players or "–"),
        f"{found.lcp:.0f}",
        found.largest,
        f"{found.inp:.0f}" if found.slowest else "–",
        found.slowest or "–",
        f"{found.shift:.3f}",
        str(found.requests),
        f"{found.size / 1000:.1f}",
        str(found.others),
    ]
    return f"| {' | '.join(cells)} |"
