"""The fault run once a seed at both sites: `python -m benchmarks.faults.seeds`; writes SEEDS.md.

What is lost once in ten runs is lost. With `--check` only whether the table is of the code as it is
now: `make test-all` asks that.
"""

import argparse
import ast
import hashlib
import io
import os
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.faults.report import PROMISES, clean, phase
from benchmarks.machine import machine

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("SEEDS.md")
SITES = ("venue", "platform")
SEEDS = (1, 2, 3, 4, 5, 6, 7, 99, 4711, 4712)
CODE = (
    "referee/backups",
    "referee/devices",
    "referee/log",
    "referee/static/tablet/runtime",
)
"""The code that the promises hang on: when any of it changes, the table is to be made anew. (The
simulated tablets are held to the runtime by tests.)"""
HEADING = """# Ten seeds at both sites

`python -m benchmarks.faults.seeds` writes this file: the [fault run](RESULTS.md), smaller, once a
seed at each site: about {events:,} events recorded by {tablets} tablets, something killed every
{every} or so. `--check` says whether it is still of the code as it is
({folders}).

Of the code {code}. {machine}; other work may have shared the machine: load {load:.1f} at the end.
"""
COLUMNS: dict[str, tuple[str, ...]] = {
    "acknowledged": ("acknowledged",),
    "with the chief": ("events_with_the_chief",),
    "backups put back": ("strikes", "restore"),
    "lost": PROMISES["**lost**"],
    "doubled": PROMISES["**doubled**"],
    "out of order": PROMISES["**out of order**"],
    "diverged": PROMISES["**diverged**"],
    "stuck": PROMISES["**stuck**"],
    "refused by verify": ("verify",),
    "seconds": ("seconds",),
}


def code_hash() -> str:
    """Return 16 letters that name the state of the code the promises hang on."""
    found = hashlib.sha256()
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.[pj][ys]")):
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
            found.update(_code_of(path).encode() + b"\0")
    return found.hexdigest()[:16]


def _code_of(path: Path) -> str:
    """Return a file's text, of Python without comments, docstrings and empty lines."""
    text = path.read_text()
    if path.suffix != ".py":
        return text
    words = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    comments = dict(
        token.start
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    )
    lines = enumerate(text.splitlines(), start=1)
    code = (line[: comments.get(number)].rstrip() for number, line in lines if number not in words)
    return "\n".join(filter(None, code))


def is_of(code: str, text: str) -> bool:
    """Return whether a table is of this code."""
    return f"Of the code {code}." in text


def table(runs: Iterable[tuple[int, dict[str, Any]]], given: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table; a run is a seed and its outcome."""
    folders = ", ".join(f"`{folder}`" for folder in CODE)
    load = os.getloadavg()[0]
    values = {**vars(given), "folders": folders, "code": code_hash(), "load": load}
    yield HEADING.format(machine=machine(), **values)
    yield f"| site | seed | {' | '.join(COLUMNS)} |"
    yield f"|---|---:|{'---:|' * len(COLUMNS)}"
    for seed, outcome in runs:
        figures = " | ".join(f"{_figure(outcome, path):,.0f}" for path in COLUMNS.values())
        yield f"| {outcome['site']} | {seed} | {figures} |"


def _figure(outcome: dict[str, Any], path: tuple[str, ...]) -> float:
    found: Any = outcome
    for name in path:
        found = found.get(name, 0)
    return float(found)


def main() -> None:
    """Run what the command line names; the table always holds what is done so far."""
    given = _arguments()
    if given.check:
        if not is_of(code_hash(), TABLE.read_text() if TABLE.exists() else ""):
            sys.exit(f"{TABLE.name} is of other code: run python -m benchmarks.faults.seeds")
        return
    runs = []
    for site in SITES:
        for seed in given.seeds:
            runs.append((seed, phase(site, given.events, _arguments_for(given, seed))))
            TABLE.write_text("\n".join(table(runs, given)) + "\n")
    sys.stdout.write(TABLE.read_text())
    broken = [
        detail for _seed, run in runs if not clean(run) for detail in run["verdict"]["details"]
    ]
    if not all(clean(run) for _seed, run in runs):
        sys.exit("\n".join(["A promise was broken:", *broken]))


def _arguments_for(given: argparse.Namespace, seed: int) -> argparse.Namespace:
    return argparse.Namespace(tablets=given.tablets, every=given.every, seed=seed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults.seeds")
    parser.add_argument("--check", action="store_true", help="only whether the table is of today")
    parser.add_argument("--events", type=int, default=1_500, help="to be acknowledged in a run")
    parser.add_argument("--every", type=int, default=200, help="events between two kills")
    parser.add_argument("--tablets", type=int, default=40)
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    return parser.parse_args()


if __name__ == "__main__":
    main()
