"""The tests that reach a line, recorded by traced runs, a batch of files each, in `var/`.

A recording holds for one state of the product, and for a test file as long as its text stays; so a
run that was stopped goes on, and a changed test file is traced alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import coverage

PRODUCT = ["config", "referee", "scoring", "tournament", "templates"]
UNTRACED = (
    "tests/benchmarks/",
    "tests/browsers/",
    "tests/docs/",
    "tests/e2e/tablet/",
    "tests/e2e/tablet_screens/",
    "tests/golden/",
    "tests/referee/engine/",
    "tests/referee/journal/",
    "tests/registry/",
    "tests/scoring/",
    "tests/services/",
    "tests/tools/",
)
"""They reach little of what is changed here: the pure packages, the tablet, other tools."""
IN_BROWSER = "tests/e2e/"
OWN_SERVER = "tests/e2e/journeys/"
"""Journeys whose server is a process of its own, which is killed: what it ran is not known."""
BATCH = 60
"""Test files a run."""
DONE = "files.json"


def git(*arguments: str) -> str:
    """Return what git says."""
    return subprocess.run(
        ["git", *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


def product_key() -> str:
    """Name the state of the product that is committed."""
    trees = git("rev-parse", *(f"HEAD:{folder}" for folder in PRODUCT)).split()
    return "-".join(tree[:7] for tree in trees)


def test_files() -> dict[str, str]:
    """Return the test files to trace, each with the hash of its text."""
    rows = (row.split() for row in git("ls-tree", "-r", "HEAD", "tests").splitlines())
    return {
        path: blob
        for _, _, blob, path in rows
        if Path(path).name.startswith("test_")
        and path.endswith(".py")
        and not path.startswith(UNTRACED)
    }


def trace(folder: Path) -> None:
    """Trace the test files that no batch in the folder holds."""
    held = {(path, blob) for batch in _batches(folder) for path, blob in _files(batch).items()}
    missing = sorted(set(test_files().items()) - held)
    for start in range(0, len(missing), BATCH):
        _trace_batch(
            folder / f"batch-{len(_batches(folder))}", dict(missing[start : start + BATCH])
        )


def _trace_batch(batch: Path, files: dict[str, str]) -> None:
    """Run the tests of these files; one that fails is no matter, it finds no fault."""
    batch.mkdir(parents=True, exist_ok=True)
    print(f"Tracing {len(files)} test files into {batch}", flush=True)
    environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal", "--tb=line"]
    with (batch / "output.txt").open("w") as output:
        subprocess.run(
            [*command, "-p", "benchmarks.mutants.tracing", "-m", "not services", *files],
            env={**environment, "MUTANTS_REACH": str(batch.resolve())},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    assert [*batch.glob("lines.*")], f"nothing was traced: see {batch}/output.txt"
    (batch / DONE).write_text(json.dumps(files))


def _batches(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.glob(f"*/{DONE}"))


def _files(batch: Path) -> dict[str, str]:
    files: dict[str, str] = json.loads((batch / DONE).read_text())
    return files


class Reach:
    """The lines that each test file reaches, from traced runs of the files as they are."""

    def __init__(self, folder: Path) -> None:
        now = test_files()
        self.seconds: dict[str, float] = {}
        self._users: dict[str, set[str]] = {}
        self._data: list[coverage.CoverageData] = []
        for batch in _batches(folder):
            valid = {path for path, blob in _files(batch).items() if now.get(path) == blob}
            self._read_tests(batch, valid)
            for lines in batch.glob("lines.*"):
                self._data.append(coverage.CoverageData(str(lines)))
                self._data[-1].read()
        self._of_file = cache(self._contexts)

    def _read_tests(self, batch: Path, valid: set[str]) -> None:
        for file in batch.glob("tests.*.json"):
            tests: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8"))
            for test, seen in tests.items():
                if seen["passed"] and test.split("::")[0] in valid:
                    self.seconds[test] = seen["seconds"]
                    for fixture in seen["fixtures"]:
                        self._users.setdefault(fixture, set()).add(test)

    def _contexts(self, path: str) -> dict[int, set[str]]:
        """Return the contexts of each line of a file."""
        found: dict[int, set[str]] = {}
        for data in self._data:
            for line, contexts in data.contexts_by_lineno(str(Path(path).resolve())).items():
                found.setdefault(line, set()).update(contexts)
        return found

    def forget(self, tests: Iterable[str]) -> None:
        """Leave these tests out."""
        for test in tests:
            self.seconds.pop(test, None)

    def other_tests(self, path: str, lines: Iterable[int]) -> dict[str, float]:
        """Return the tests without a browser that reach one of these lines, with their seconds."""
        found = self.tests(path, lines)
        return {t: self.seconds[t] for t in found if not t.startswith(IN_BROWSER)}

    def journeys(self, path: str, lines: Iterable[int]) -> dict[str, float]:
        """Return the journeys in the browser that reach one, and those that may."""
        found = {t for t in self.tests(path, lines) if t.startswith(IN_BROWSER)}
        found |= {t for t in self.seconds if t.startswith(OWN_SERVER)}
        return {t: self.seconds[t] for t in sorted(found, key=lambda t: (self.seconds[t], t))}

    def tests(self, path: str, lines: Iterable[int]) -> list[str]:
        """Return the tests that reach one of these lines, cheapest first."""
        by_line = self._of_file(path)
        found: set[str] = set()
        for context in set().union(*(by_line.get(line, set()) for line in lines)):
            found |= (
                self._users.get(context, set()) if context.startswith("fixture ") else {context}
            )
        return sorted(found & self.seconds.keys(), key=lambda test: (self.seconds[test], test))
