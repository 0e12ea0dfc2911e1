"""The table of all seeds: its figures, and the code that it is of."""

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks.faults import seeds
from benchmarks.faults.phase import Outcome
from benchmarks.faults.seeds import CODE, TABLE, code_hash, is_of, table

GIVEN = Namespace(events=3_000, every=400, tablets=40)


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the code that the table is of."""
    monkeypatch.setattr(seeds, "ROOT", tmp_path)
    path = tmp_path / CODE[-1] / "outbox.js"
    path.parent.mkdir(parents=True)
    path.write_text("// as it was")
    return path


def test_a_run_is_a_row() -> None:
    outcome = Outcome("SQLite", acknowledged=3_100, events_with_the_chief=92, seconds=61.2)
    outcome.strikes = {"restore": 2}
    outcome.verdict.lost = 123
    assert list(table([(4712, asdict(outcome))], GIVEN))[-1] == (
        "| SQLite | 4712 | 3,100 | 92 | 2 | 123 | 0 | 0 | 0 | 0 | 0 | 61 |"
    )


def test_a_table_is_of_the_code_it_was_made_with(code: Path) -> None:
    text = "\n".join(table([], GIVEN))
    assert is_of(code_hash(), text)
    code.write_text("// as it is")
    assert not is_of(code_hash(), text)
    code.write_text("// as it was")
    code.rename(code.with_name("inbox.js"))
    assert not is_of(code_hash(), text)


def test_words_about_the_code_are_no_code(code: Path) -> None:
    python = code.with_name("append.py")
    python.write_text('"""Appends."""\n\nLIMIT = 3  # events\n')
    before = code_hash()
    python.write_text('"""Append.\n\nAnd judge.\n"""\n\n# Of a batch.\nLIMIT = 3\n')
    assert code_hash() == before
    python.write_text("LIMIT = 4\n")
    assert code_hash() != before


def test_the_code_is_there() -> None:
    assert all((seeds.ROOT / folder).is_dir() for folder in CODE)
    assert TABLE.is_file()
