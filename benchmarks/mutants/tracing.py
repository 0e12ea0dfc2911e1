"""A pytest plugin: record which lines each test reaches, and how long it takes.

Named by `-p benchmarks.mutants.tracing`; writes into the folder MUTANTS_REACH, a pair of files a
process. A test reaches what it runs itself, and what a fixture of its module or session ran: such
a fixture is a context of its own, since it runs once, for the first of many tests. Tests that draw
examples reach nothing: the tests' own hook leaves them untraced.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

from benchmarks.mutants.selection import in_new_set, in_old_set, once_exhaustive

TRACED = [
    "tournament/*",
    *("referee/log/*", "referee/tablet/api/*", "referee/live/api/*", "referee/chief/*"),
]


def fixture_context(fixture: pytest.FixtureDef[Any]) -> str:
    """Name the context of a fixture that several tests share."""
    return f"fixture {fixture.baseid}::{fixture.argname}"


class Tracing:
    """One process of the traced run."""

    def __init__(self, folder: Path, process: str) -> None:
        self._tests = folder / f"tests.{process}.json"
        self._seen: dict[str, dict[str, Any]] = {}
        self._context = ""
        self._coverage = coverage.Coverage(
            data_file=folder / f"lines.{process}", config_file=False, include=TRACED
        )
        self._coverage.start()

    def _switch(self, context: str) -> None:
        self._context = context
        self._coverage.switch_context(context)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Give each test its context."""
        fixtures = getattr(item, "_fixtureinfo", None)
        used = fixtures.name2fixturedefs.values() if fixtures else ()
        self._seen[item.nodeid] = {
            "seconds": 0.0,
            "passed": True,
            "fixtures": [fixture_context(d[-1]) for d in used if d[-1].scope != "function"],
        }
        self._switch(item.nodeid)
        yield
        self._switch("")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Give a fixture that several tests share a context of its own."""
        before = self._context
        if fixturedef.scope != "function":
            self._switch(fixture_context(fixturedef))
        yield
        if self._context != before:
            self._switch(before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the time; a test that fails or is skipped cannot find a fault."""
        seen = self._seen[report.nodeid]
        seen["seconds"] += report.duration
        seen["passed"] = seen["passed"] and report.passed

    def pytest_unconfigure(self) -> None:
        """Write both files."""
        self._coverage.stop()
        self._coverage.save()
        self._tests.write_text(json.dumps(self._seen), "utf-8")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is in neither set."""
    once = once_exhaustive()
    kept = [item for item in items if in_new_set(item) or in_old_set(item, once)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def pytest_configure(config: pytest.Config) -> None:
    """Trace where tests run: in the processes of pytest-xdist, or here if there are none."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "")
    if process or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Tracing(Path(os.environ["MUTANTS_REACH"]), process or "only"))
