"""A pytest plugin: let the collected tests judge one mutant after another.

Named by `-p benchmarks.mutants.judging`. The tests are collected once; each mutant is a fork of
that process, which gets the fault and runs the tests that reach it: first those that both sets
have, then, if it lives, those of one set alone. A test finds a fault by failing twice.
MUTANTS_JOBS names the file with the mutants, MUTANTS_RESULTS the file that gets a line for each.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutants.putting_in import Functions, NotPutInError, loaded_functions, put_in
from benchmarks.mutants.selection import in_new_set, in_old_set, once_exhaustive

WORKERS = 2
PATIENCE = 10
"""A mutant whose tests take so many times as long as recorded hangs: that kills it."""
TIME_LIMIT, NOT_PUT_IN = "time limit", "not put in"
Job = dict[str, Any]
Groups = dict[str, list[pytest.Item]]


def within_cap(tests: list[str], seconds: dict[str, float], cap: float) -> list[str]:
    """Return the first tests, as many as fit."""
    kept: list[str] = []
    left = cap
    for test in tests:
        left -= seconds[test]
        if left < 0 and kept:
            break
        kept.append(test)
    return kept


def by_module(tests: list[str]) -> list[str]:
    """Group tests by module, in the order of each module's first test: its tests share fixtures."""
    turns = {test.split("::")[0]: turn for turn, test in reversed([*enumerate(tests)])}
    return sorted(tests, key=lambda test: turns[test.split("::")[0]])


class Judge:
    """The process that is forked."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._items = {item.nodeid: item for item in session.items}
        self._once = once_exhaustive()
        self._functions: Functions = loaded_functions(Path.cwd())

    def judge(self, jobs: list[Job], results: Path) -> None:
        """Let every mutant live until a test finds it."""
        waiting = iter(jobs)
        living: dict[Child, Job] = {}
        while True:
            while len(living) < WORKERS and (job := next(waiting, None)):
                groups, left_out = self._groups(job)
                child = Child(self, job, groups)
                living[child] = {**job["fault"], "left_out": left_out}
            if not living:
                return
            time.sleep(0.05)
            for child in [child for child in living if child.has_ended()]:
                line = {**living.pop(child), **child.verdict()}
                with results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")

    def _groups(self, job: Job) -> tuple[Groups, int]:
        """Return the tests by the sets they are in, and how many the cap left out."""
        known = [test for test in job["tests"] if test in self._items]
        sets: dict[str, list[str]] = {"both": [], "old": [], "new": []}
        for test in known:
            new = in_new_set(self._items[test])
            old = in_old_set(self._items[test], self._once)
            if new or old:
                sets["both" if new and old else "new" if new else "old"].append(test)
        seconds, cap = job["tests"], job["cap"]
        kept = {name: by_module(within_cap(tests, seconds, cap)) for name, tests in sets.items()}
        left_out = sum(map(len, sets.values())) - sum(map(len, kept.values()))
        return {name: [self._items[t] for t in tests] for name, tests in kept.items()}, left_out

    def run(self, job: Job, groups: Groups) -> Iterator[tuple[str, str | None]]:
        """Put the fault into the fork, and name for each group the test that found it."""
        fault = job["fault"]
        try:
            put_in(self._functions, Path(fault["path"]).resolve(), fault["number"])
        except NotPutInError:
            yield NOT_PUT_IN, NOT_PUT_IN
            return
        for name, items in groups.items():
            killer = self._first_failure(items)
            yield name, killer
            if name == "both" and killer:
                return

    def _first_failure(self, items: list[pytest.Item]) -> str | None:
        for item, following in zip(items, [*items[1:], None], strict=True):
            if self._fails(item, following) and self._fails(item, following):
                return item.nodeid
        return None

    def _fails(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Run a test; one failure proves nothing, as a busy machine fails a journey, too."""
        session = self._session
        before = session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed == before:
            return False
        with suppress(Exception):
            session._setupstate.teardown_exact(None)
        if isinstance(item, pytest.Function):
            item._initrequest()  # its fixtures are made anew
        return True


class Child:
    """A fork in which one mutant lives; it tells its verdicts through a pipe."""

    def __init__(self, judge: Judge, job: Job, groups: Groups) -> None:
        self._began = time.monotonic()
        met = [item.nodeid for items in groups.values() for item in items]
        self._limit = 120 + PATIENCE * sum(job["tests"][test] for test in met)
        self._groups = [name for name, items in groups.items() if items]
        self._hung = False
        self._read, write = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.setsid()
            try:
                for verdict in judge.run(job, groups):
                    os.write(write, (json.dumps(verdict) + "\n").encode())
            finally:
                os._exit(0)
        os.close(write)

    def has_ended(self) -> bool:
        """Return whether the fork is over; kill one that hangs, and all that it started."""
        self._hung = time.monotonic() - self._began > self._limit
        if not self._hung and os.waitpid(self._pid, os.WNOHANG) == (0, 0):
            return False
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        if self._hung:
            os.waitpid(self._pid, 0)
        return True

    def verdict(self) -> dict[str, Any]:
        """Return, for each set, the test that found the fault.

        A fault that ends the process counts as found.
        """
        with os.fdopen(self._read) as pipe:
            found = dict(json.loads(line) for line in pipe)
        if NOT_PUT_IN in found:
            return {NOT_PUT_IN: True}
        if not found.get("both"):
            for name in self._groups:
                found.setdefault(name, TIME_LIMIT if self._hung else "end of the process")
        both = found.get("both")
        return {
            "new": both or found.get("new"),
            "old": both or found.get("old"),
            "seconds": round(time.monotonic() - self._began, 1),
        }


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge, instead of running the tests."""
    jobs = json.loads(Path(os.environ["MUTANTS_JOBS"]).read_text("utf-8"))
    Judge(session).judge(jobs, Path(os.environ["MUTANTS_RESULTS"]))
    return True
