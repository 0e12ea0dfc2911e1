"""The table that adds up the parts of a fault run."""

from dataclasses import asdict

import pytest

from benchmarks.faults import parts
from benchmarks.faults.guarded_code import code_hash
from benchmarks.faults.parts import WANTED, Part, check, line_of, next_site, table
from benchmarks.faults.phase import Outcome


def part(site: str = "platform", seed: int = 1, *, lost: int = 0) -> Part:
    """A part in which a web process was killed at a point, and the cache flushed."""
    outcome = Outcome("PostgreSQL", acknowledged=40_000, seconds=600)
    outcome.strikes = {
        "web@after-COMMIT": 3,
        "flush": 2,
        "hub": 1,
        "web@x, which no batch reached": 9,
    }
    outcome.recovery = {"hub": {"first": [1.0], "broken": [2.0], "healed": [0.5, 9.0]}}
    outcome.history = {"counts": {"requests": 70}, "violations": {}}
    outcome.verdict.lost = lost
    if lost:
        outcome.verdict.details = ["lost: one"]
    return line_of(asdict(outcome), site, seed)


def test_parts_add_up() -> None:
    lines = list(table([part(), part(seed=2)]))
    assert "| events acknowledged | 80,000 |" in lines
    assert "| kills | 8 |" in lines
    assert "| done: the cache flushed | 4 |" in lines
    assert "| seconds to drain once it was mended, p99 | 9.0 |" in lines
    assert "| **lost, doubled, out of order, diverged, stuck** | 0 |" in lines


def test_what_was_lost_in_one_part_is_in_the_sum() -> None:
    broken = part(lost=2)
    assert not broken["clean"]
    lines = list(table([part(), broken]))
    assert "| **lost, doubled, out of order, diverged, stuck** | 2 |" in lines


def test_the_next_part_is_where_most_is_wanting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert next_site([part("platform")]) == "venue"
    monkeypatch.setitem(WANTED, "platform", 10_000_000)
    assert next_site([part("venue"), part("platform")]) == "platform"


def test_a_part_knows_its_code() -> None:
    assert part()["code"] == code_hash()
    assert set(parts.SIZES) == set(WANTED) == set(parts.STRIKES)


def test_each_site_is_run_with_the_code_as_it_is() -> None:
    older = {**part("venue"), "code": "of another day"}
    with pytest.raises(SystemExit, match="--site venue"):
        check([part("platform"), older])
    check([part("platform"), part("venue")])
