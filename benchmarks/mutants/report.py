"""The committed table of mutants."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from benchmarks.machine import machine

ALLOWED_LOSS = 0.02
Result = dict[str, Any]


def killed(results: list[Result], which: str) -> int:
    """Count the mutants that a set's tests found."""
    return sum(bool(one[which]) for one in results)


def is_lost(results: list[Result]) -> bool:
    """Return whether the new set finds over 2 % fewer than the old."""
    return killed(results, "new") < (1 - ALLOWED_LOSS) * killed(results, "old")


def with_journeys(results: list[Result], journeys: list[Result]) -> list[Result]:
    """Return the results with what the browser's journeys found beside the other tests."""
    found = {_name(one): one for one in journeys}
    return [
        {**one, **{s: one[s] or found.get(_name(one), one)[s] for s in ("new", "old")}}
        for one in results
    ]


def _name(result: Result) -> tuple[str, int]:
    return result["path"], result["number"]


def _row(name: str, results: list[Result]) -> str:
    return f"| {name} | {len(results)} | {killed(results, 'new')} | {killed(results, 'old')} |"


def _fault(result: Result) -> str:
    what = f"`{result['before']}` → `{result['after']}`".replace("|", "\\|")
    cut = f" ({result['left_out']} dearer tests not run)" if result["left_out"] else ""
    return f"- {result['path']}:{result['line']}, {result['kind']}: {what}{cut}"


def _listed(title: str, results: list[Result], chosen: Callable[[Result], object]) -> list[str]:
    lines = [_fault(one) for one in results if chosen(one)]
    return ["", f"## {title}", "", *(lines or ["None."])]


def table(results: list[Result], journeys: list[Result], seed: int, commit: str) -> str:
    """Return the committed table."""
    every = with_journeys(results, journeys)
    names = dict.fromkeys(one["area"] for one in results)
    rows = [_row(name, [one for one in every if one["area"] == name]) for name in names]
    verdict = "**More than 2 % are lost.**" if is_lost(every) else "At most 2 % are lost."
    return "\n".join(
        [
            "# Small faults in the product, and which tests find them",
            "",
            f"Machine: {machine()}; {datetime.now(UTC).date()}, commit {commit}, seed {seed}. "
            "`python -m benchmarks.mutants`",
            "",
            "New: the tests that run at each change. Old: those that ran at each change when "
            "all did but the exhaustive ones.",
            "",
            "| area | mutants | killed by the new set | by the old set |",
            "|---|---:|---:|---:|",
            *rows,
            _row("**all**", every),
            _row("of the surviving, those that journeys in the browser met", journeys),
            "",
            verdict,
            *_listed(
                "Killed by the old set alone", every, lambda one: one["old"] and not one["new"]
            ),
            *_listed("Killed by neither", every, lambda one: not one["old"] and not one["new"]),
            "",
        ]
    )
