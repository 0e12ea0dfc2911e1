"""The name of the code that the fault run is of."""

from pathlib import Path

import pytest

from benchmarks.faults import guarded_code
from benchmarks.faults.guarded_code import CODE, code_hash


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of that code."""
    monkeypatch.setattr(guarded_code, "ROOT", tmp_path)
    path = tmp_path / CODE[-1] / "outbox.js"
    path.parent.mkdir(parents=True)
    path.write_text("// as it was")
    return path


def test_other_code_has_another_name(code: Path) -> None:
    before = code_hash()
    code.write_text("// as it is")
    assert code_hash() != before
    code.write_text("// as it was")
    assert code_hash() == before
    code.rename(code.with_name("inbox.js"))
    assert code_hash() != before


def test_words_about_the_code_are_no_code(code: Path) -> None:
    python = code.with_name("append.py")
    python.write_text('"""Appends."""\n\nLIMIT = 3  # events\n')
    before = code_hash()
    python.write_text('"""Append.\n\nAnd judge.\n"""\n\n# Of a batch.\nLIMIT = 3\n')
    assert code_hash() == before
    python.write_text("LIMIT = 4\n")
    assert code_hash() != before


def test_the_code_is_there() -> None:
    assert all((guarded_code.ROOT / folder).is_dir() for folder in CODE)
