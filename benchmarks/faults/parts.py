"""The fault run in parts: `python -m benchmarks.faults.parts --run N` runs N more of at most twenty
minutes each; without, it writes the table that adds up all parts of the code as it is.

A part that was interrupted leaves nothing. The next part's seed is one more than the last. With
`--check` only whether each site was run with the code as it is: `make test-all` asks that.
"""

import argparse
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.faults.guarded_code import CODE, ROOT, code_hash
from benchmarks.faults.platform import POINTS
from benchmarks.faults.report import PROMISES, WORDS, clean, phase
from benchmarks.machine import machine

Part = dict[str, Any]
PARTS = Path(__file__).with_name("parts.jsonl")
TABLE = Path(__file__).with_name("PARTS.md")
HISTORIES = ROOT / "var" / "faults"
"""Where the clients' histories are kept of a part that is not clean."""
WANTED = {"platform": 1_000_000, "venue": 100_000}
"""How many events are to be acknowledged in all."""
SIZES = {"platform": (80_000, 600), "venue": (8_000, 400)}
"""The events of a part, and between two strikes: about a quarter of an hour on two cores."""
STRIKES = {
    "platform": (
        *("worker", "web", "database", "both", "cache", "hub", "tasks", "publisher"),
        *(f"{what}@{point}" for what in ("worker", "web", "database") for point in POINTS),
        *("flush", "read-only", "stall", "clock", "loss", "tablet-clocks"),
        *("full-disk", "slow-disk", "read-only-disk", "power-cut"),
    ),
    "venue": (
        *("backup", "web", "restore", "web", "full-disk", "slow-disk", "read-only-disk"),
        *("power-cut", "tablet-clocks", "loss"),
    ),
}
KILLS = frozenset(
    {"worker", "web", "database", "both", "cache", "hub", "tasks", "publisher", "power-cut"}
)
TABLETS = 40
CHIEFS = 2
PAGES = 2
ZEROS = {name: path for name, path in PROMISES.items() if name.startswith("**")}
HEADING = """# The fault run in parts

`python -m benchmarks.faults.parts` writes this file: the [fault run](RESULTS.md) with every strike
there is, two chiefs who decide at once, and two tablets that are the app itself in Chromium. Each
part has a seed of its own: what is lost once in ten runs is lost. `--check` says whether each site
was run with the code as it is ({folders}).

Of the code {code}. {machines}.
"""
EACH = """
## Each part

*Broken* has the first of the zeros above, *unexplained* the second; `verify` is the exit code. The
load is the machine's at the end: a part makes some 4 by itself.

| site | seed | acknowledged | strikes | broken | unexplained | `verify` | seconds | load |
|---|---:|---:|---:|---:|---:|---:|---:|---:|"""
LEFT_OUT = """
Not done here: the clock of the database's machine, and of the hall's laptop; nginx with its
streams, and their process. The soak is `benchmarks/soak`.

The table has the parts of the code as it is. Earlier ones found, and what they found is mended:

- nine events that were public 0.2 s before their delay of 5 s had passed: a web process had not
  seen that the clock was back for some seconds;
- tablets whose engine did not come through the network when they were opened: the server judged
  for them until they were reloaded. A start that failed is made again now;
- games that the bot in Chromium gave up, for reasons of its own: it did not pair its tablet anew
  with a restored server, nor take over from what this server knew the tablet by; it repeated a
  pairing code that had expired while the clock was turned, or tried more often than it may in a
  minute; it did not wait for a busy machine, and
  went on from its own board where its events had gone to the chief. Such a part is run anew;
- an event that was acknowledged at the very moment when the hall's disk was made read-only: Linux
  had said that it was written, and it was not (the table sent it again). It says so in one of
  eight cases; the server stands still at that moment now, and this part was run anew;
- a referee among the bots who was gone once the database's disk was read-only: the bot did not know
  PostgreSQL's word for it. That part was run anew, too.

A process that starts within a board's delay after the clock jumped knows nothing of the jump: the
run starts none then.
"""


def run_part(site: str, seed: int) -> Part:
    """Run one part, and return its line. The histories stay if it is not clean."""
    events, every = SIZES[site]
    histories = HISTORIES / f"{site}-{seed}"
    shutil.rmtree(histories, ignore_errors=True)
    given = argparse.Namespace(tablets=TABLETS, every=every, seed=seed)
    more = ["--strikes", ",".join(STRIKES[site]), "--again"]
    more += ["--chiefs", str(CHIEFS), "--pages", str(PAGES)]
    more += ["--histories", str(histories)]
    part = line_of(phase(site, events, given, more), site, seed)
    if part["clean"]:
        shutil.rmtree(histories)
    return part


def line_of(outcome: dict[str, Any], site: str, seed: int) -> Part:
    """Return the line of a part's outcome."""
    waits = [wait for times in outcome["recovery"].values() for wait in times["healed"]]
    return {
        "code": code_hash(),
        "machine": machine(),
        "load": round(os.getloadavg()[0], 1),
        "site": site,
        "seed": seed,
        "acknowledged": outcome["acknowledged"],
        "by_the_app": outcome["by_the_app"],
        "seconds": round(outcome["seconds"]),
        "strikes": outcome["strikes"],
        "network": outcome["network"],
        "broken": sum(_at(outcome, path) for path in ZEROS.values()),
        "verify": outcome["verify"],
        "details": outcome["verdict"]["details"],
        "violations": outcome["history"]["violations"],
        "checked": outcome["history"]["counts"],
        "drained": dict(Counter(f"{wait:.1f}" for wait in waits)),
        "clean": clean(outcome),
    }


def next_site(parts: Sequence[Part]) -> str:
    """Return the site that is furthest from what is wanted."""
    done: Counter[str] = Counter()
    for part in parts:
        done[part["site"]] += part["acknowledged"]
    return min(WANTED, key=lambda site: done[site] / WANTED[site])


def table(parts: Sequence[Part]) -> Iterator[str]:
    """Yield the lines of the table."""
    sites = [site for site in WANTED if any(part["site"] == site for part in parts)]
    machines = "; ".join(sorted({part["machine"] for part in parts}))
    folders = ", ".join(f"`{folder}`" for folder in CODE)
    yield HEADING.format(code=code_hash(), folders=folders, machines=machines)
    yield f"| | {' | '.join(sites)} |"
    yield f"|---|{'---:|' * len(sites)}"
    columns = [_sums([part for part in parts if part["site"] == site]) for site in sites]
    for name in dict.fromkeys(name for column in columns for name in column):
        yield f"| {name} | {' | '.join(column.get(name, '0') for column in columns)} |"
    yield EACH
    yield from map(_row, sorted(parts, key=lambda part: (part["site"], part["seed"])))
    yield LEFT_OUT


def _row(part: Part) -> str:
    figures = [
        part["acknowledged"],
        sum(part["strikes"].values()),
        part["broken"],
        sum(part["violations"].values()),
        part["verify"],
        part["seconds"],
    ]
    told = " | ".join(f"{figure:,}" for figure in figures)
    return f"| {part['site']} | {part['seed']} | {told} | {part['load']} |"


def _sums(parts: Sequence[Part]) -> dict[str, str]:
    strikes: Counter[str] = Counter()
    waits: Counter[float] = Counter()
    for part in parts:
        strikes.update(part["strikes"])
        waits.update({float(wait): times for wait, times in part["drained"].items()})
    kills = sum(
        n for kind, n in strikes.items() if kind in KILLS or kind.rpartition("@")[2] in POINTS
    )
    figures = {
        "parts": len(parts),
        "events acknowledged": sum(part["acknowledged"] for part in parts),
        "of these recorded by the app itself, in Chromium": sum(
            part["by_the_app"] for part in parts
        ),
        "kills": kills,
        "**lost, doubled, out of order, diverged, stuck**": sum(part["broken"] for part in parts),
        "**unexplained by one log**": sum(sum(part["violations"].values()) for part in parts),
        "parts that `verify` refuses": sum(part["verify"] != 0 for part in parts),
        "requests read by the checker": sum(part["checked"]["requests"] for part in parts),
        "minutes": sum(part["seconds"] for part in parts) // 60,
        **{f"done: {WORDS.get(kind, kind)}": times for kind, times in sorted(strikes.items())},
    }
    told = {name: f"{figure:,}" for name, figure in figures.items()}
    return told | {"seconds to drain once it was mended, p99": _p99(waits)}


def _p99(waits: Counter[float]) -> str:
    every = sorted(waits.elements())
    return f"{every[int(len(every) * 0.99)]:.1f}" if every else "–"


def _at(outcome: dict[str, Any], path: tuple[str, ...]) -> int:
    found: Any = outcome
    for name in path:
        found = found[name]
    return int(found)


def stored(path: Path) -> list[Part]:
    """Return the parts that were run, of any code."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def check(parts: Sequence[Part]) -> None:
    """Exit unless each site was run with the code as it is."""
    done = {part["site"] for part in parts if part["code"] == code_hash()}
    if missing := sorted(set(WANTED) - done):
        commands = "; ".join(
            f"python -m benchmarks.faults.parts --run 1 --site {s}" for s in missing
        )
        sys.exit(f"The fault run is of other code: {commands}")


def main() -> None:
    """Run what the command line asks for; then write the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults.parts")
    parser.add_argument("--run", type=int, default=0, help="how many more parts")
    parser.add_argument("--site", choices=WANTED, help="where; else what is furthest behind")
    parser.add_argument("--check", action="store_true", help="only whether they are of today")
    given = parser.parse_args()
    if given.check:
        check(stored(PARTS))
        return
    for _part in range(given.run):
        every = stored(PARTS)
        ours = [part for part in every if part["code"] == code_hash()]
        seed = max((part["seed"] for part in every), default=0) + 1
        done = run_part(given.site or next_site(ours), seed)
        with PARTS.open("a") as file:
            file.write(f"{json.dumps(done)}\n")
    ours = [part for part in stored(PARTS) if part["code"] == code_hash()]
    TABLE.write_text("\n".join(table(ours)))
    sys.stdout.write(TABLE.read_text())
    sys.exit(not all(part["clean"] for part in ours))


if __name__ == "__main__":
    main()
