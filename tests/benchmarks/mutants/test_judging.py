"""Mutants of a small project, judged by its tests as those of the product are."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import coverage
import pytest

from benchmarks.mutants.faults import list_faults
from benchmarks.mutants.judging import by_module, within_cap

ROOT = Path(__file__).resolve().parents[3]
LATE_MODULE = "tournament/late.py"
MODULE = "tournament/product.py"
PRODUCT = """\
def is_dear(price):
    while price < 0:
        price += 1
    return price > 3
"""
LATE = """\
def is_odd(number):
    return number % 2 == 1
"""
TESTS = """\
import subprocess
import sys

import pytest

from tournament import product


@pytest.fixture(scope="module")
def dear():
    return product.is_dear(4)


def test_dear(dear):
    assert dear


def test_odd_in_time():
    from tournament import late

    assert late.is_odd(3)


def test_negative():
    assert not product.is_dear(-1)


@pytest.mark.exhaustive
def test_limit():
    assert not product.is_dear(3)


def test_odd_elsewhere():
    code = "from tournament import late; assert late.is_odd(3)"
    subprocess.run([sys.executable, "-c", code], check=True)
"""
Run = Callable[..., None]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A product of two modules, one loaded late, in a package that is traced; its tests."""
    (tmp_path / "tournament").mkdir()
    (tmp_path / "tournament" / "__init__.py").touch()
    (tmp_path / MODULE).write_text(PRODUCT)
    (tmp_path / LATE_MODULE).write_text(LATE)
    (tmp_path / "test_product.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = exhaustive\npythonpath = .\n")
    return tmp_path


def run_pytest(project: Path, plugin: str, **environment: str) -> None:
    """Run the project's tests with a plugin of ours alone."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "DJANGO"))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", plugin]
    subprocess.run(
        command,
        cwd=project,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        check=True,
        capture_output=True,
    )


def judged(project: Path, chosen: Callable[[Any], bool], tests: list[str]) -> dict[str, Any]:
    """What became of the first such fault, judged by these tests."""
    path, fault = next(
        (path, fault)
        for path in (MODULE, LATE_MODULE)
        for fault in list_faults((project / path).read_text())
        if chosen(fault)
    )
    met = {f"test_product.py::{test}": 0.01 for test in tests}
    one = {"path": path, "number": fault.number}
    jobs, results = project / "jobs.json", project / "results.jsonl"
    jobs.write_text(json.dumps([{"fault": one, "tests": met, "cap": 60}]))
    run_pytest(
        project,
        "benchmarks.mutants.judging",
        MUTANTS_JOBS=str(jobs),
        MUTANTS_RESULTS=str(results),
    )
    result: dict[str, Any] = json.loads(results.read_text())
    return result


@pytest.mark.exhaustive
def test_a_test_of_both_sets_finds_it_for_both(project: Path) -> None:
    found = judged(project, lambda f: f.after == "return None", ["test_dear", "test_negative"])
    assert found["new"] == found["old"] == "test_product.py::test_dear"


@pytest.mark.exhaustive
def test_what_only_a_test_of_the_old_set_finds_is_told(project: Path) -> None:
    found = judged(project, lambda f: f.after == "price >= 3", ["test_dear", "test_limit"])
    assert (found["new"], found["old"]) == (None, "test_product.py::test_limit")


@pytest.mark.exhaustive
def test_a_fault_is_in_a_module_that_is_loaded_late(project: Path) -> None:
    found = judged(project, lambda f: f.after == "number % 2 != 1", ["test_odd_in_time"])
    assert found["new"] == "test_product.py::test_odd_in_time"


@pytest.mark.exhaustive
def test_a_fault_is_in_the_processes_that_a_test_starts_too(project: Path) -> None:
    found = judged(project, lambda f: f.after == "number % 2 != 1", ["test_odd_elsewhere"])
    assert found["new"] == "test_product.py::test_odd_elsewhere"
    assert (project / LATE_MODULE).read_text() == LATE


@pytest.mark.exhaustive
def test_what_no_test_finds_survives(project: Path) -> None:
    found = judged(project, lambda f: f.after == "price >= 3", ["test_dear"])
    assert (found["new"], found["old"], found["left_out"]) == (None, None, 0)


@pytest.mark.exhaustive
def test_tracing_tells_whom_a_shared_fixture_serves(project: Path) -> None:
    run_pytest(project, "benchmarks.mutants.tracing", MUTANTS_REACH=str(project))
    tests = json.loads((project / "tests.only.json").read_text())
    fixture = "fixture test_product.py::dear"
    users = [name for name, seen in tests.items() if fixture in seen["fixtures"]]
    assert users == ["test_product.py::test_dear"]
    assert all(seen["passed"] and seen["seconds"] > 0 for seen in tests.values())
    data = coverage.CoverageData(str(project / "lines.only"))
    data.read()
    assert data.measured_contexts() >= {fixture, "test_product.py::test_negative"}


def test_the_dearest_tests_are_left_out_and_modules_stay_together() -> None:
    seconds = {"a::1": 1.0, "b::1": 2.0, "a::2": 3.0, "b::2": 9.0}
    assert within_cap([*seconds], seconds, 7) == ["a::1", "b::1", "a::2"]
    assert within_cap(["b::2"], seconds, 7) == ["b::2"]
    assert by_module([*seconds]) == ["a::1", "a::2", "b::1", "b::2"]
