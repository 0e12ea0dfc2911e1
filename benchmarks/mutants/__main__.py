"""`python -m benchmarks.mutants [--count N] [--seed N] [--browser N]`: judge mutants of what is
committed, and write the table. It goes on where it stopped; it fails where too much is lost."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.mutants import reach, report, sampling
from benchmarks.mutants.judging import NOT_PUT_IN

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "benchmarks" / "mutants.md"
CAP_S = 60.0
"""The most test time that a mutant meets in each set; the slowest tests are left out."""
Result = dict[str, Any]
Tests = dict[str, float]


def _read(path: Path) -> list[Result]:
    return (
        [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    )


def judge(name: str, folder: Path, mutants: list[Result], tests: list[Tests]) -> list[Result]:
    """Let these tests judge the mutants that were not judged yet; return every result."""
    results = folder / f"{name}.jsonl"
    done = {_key(one) for one in _read(results)}
    jobs = [
        {"fault": mutant, "tests": met, "cap": CAP_S}
        for mutant, met in zip(mutants, tests, strict=True)
        if _key(mutant) not in done
    ]
    if jobs:
        print(f"{name}: {len(jobs)} mutants to judge, {len(done)} judged; {results}", flush=True)
        file = folder / f"{name}.jobs.json"
        file.write_text(json.dumps(jobs), "utf-8")
        _run_pytest(jobs, file, results, folder / f"{name}.txt")
    wanted = {_key(mutant) for mutant in mutants}
    return [one for one in _read(results) if _key(one) in wanted and NOT_PUT_IN not in one]


def _key(mutant: Result) -> tuple[str, int]:
    return mutant["path"], mutant["number"]


def _run_pytest(jobs: list[Result], file: Path, results: Path, log: Path) -> None:
    where = sorted({test.split("::")[0] for job in jobs for test in job["tests"]})
    command = [sys.executable, "-m", "pytest", "-q", "-p", "benchmarks.mutants.judging"]
    with log.open("w") as output:
        run = subprocess.run(
            [*command, "-m", "not services", *where],
            env={**_environment(), "MUTANTS_JOBS": str(file), "MUTANTS_RESULTS": str(results)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    if run.returncode:
        sys.exit(f"the tests could not be run: see {log}")


def _environment() -> dict[str, str]:
    """Return the environment of tests on the embedded database."""
    return {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}


def judge_by_tests(folder: Path, known: reach.Reach, count: int, seed: int) -> list[Result]:
    """Draw the mutants and let the tests that reach their lines judge them.

    If a test also fails without a fault, the other tests judge its mutants again.
    """
    mutants = sampling.sample(count // 4, seed, known.other_tests)

    def results() -> list[Result]:
        tests = [known.other_tests(one["path"], sampling.lines_of(one)) for one in mutants]
        return judge("tests", folder, mutants, tests)

    if failing := failing_without_fault(results(), folder):
        print(f"These fail without a fault too: {failing}", flush=True)
        known.forget(failing)
        _forget_verdicts(folder / "tests.jsonl", failing)
    return results()


def failing_without_fault(results: list[Result], folder: Path) -> list[str]:
    """Return the tests that found faults and fail on the product as it is."""
    finders = {one[which] for one in results for which in ("new", "old")} - {None}
    tests = sorted(test for test in finders if "::" in test)
    names = folder / "finders.txt"
    names.write_text("\n".join(tests), "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--tb=no", "-rfE", f"@{names}"]
    told = subprocess.run(command, env=_environment(), capture_output=True, text=True).stdout
    return [test for test in tests if f" {test} - " in told or f" {test}\n" in told]


def _forget_verdicts(results: Path, tests: list[str]) -> None:
    kept = [one for one in _read(results) if not {one.get("new"), one.get("old")} & {*tests}]
    results.write_text("".join(json.dumps(one) + "\n" for one in kept), "utf-8")


def judge_by_journeys(
    folder: Path, known: reach.Reach, results: list[Result], count: int
) -> list[Result]:
    """Let the browser's journeys judge survivors first: what others find needs no journey."""
    chosen = sorted(results, key=lambda one: bool(one["new"]) + bool(one["old"]))[:count]
    mutants = [{**one, "new": None, "old": None} for one in chosen]
    tests = [known.journeys(one["path"], sampling.lines_of(one)) for one in mutants]
    return judge("journeys", folder, mutants, tests)


def main() -> None:
    """Trace, judge, write the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants")
    parser.add_argument("--count", type=int, default=160, help="mutants, a quarter of each area")
    parser.add_argument("--seed", type=int, default=sampling.SEED)
    parser.add_argument("--browser", type=int, default=20, help="of them meet the journeys too")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if reach.git("status", "--porcelain", "--", *reach.PRODUCT, "tests"):
        sys.exit("commit your changes first: what is kept is kept for a commit's files")
    product = ROOT / "var" / "mutants" / reach.product_key()
    reach.trace(product)
    folder = product / f"results-{reach.git('rev-parse', 'HEAD:tests')[:12]}"
    folder.mkdir(exist_ok=True)
    known = reach.Reach(product)
    results = judge_by_tests(folder, known, arguments.count, arguments.seed)
    journeys = judge_by_journeys(folder, known, results, arguments.browser)
    commit = reach.git("rev-parse", "--short", "HEAD")
    TABLE.write_text(report.table(results, journeys, arguments.seed, commit), "utf-8")
    sys.exit(report.is_lost(report.with_journeys(results, journeys)))


if __name__ == "__main__":
    main()
