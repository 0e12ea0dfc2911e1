"""Every test is in one seventh, and stays in it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seventh import SEVENTHS, seventh_of, seventh_of_commit

ROOT = Path(__file__).resolve().parents[2]
NUMBERED = """import pytest
@pytest.mark.parametrize("number", range(700))
def test_numbered(number):
    pass
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """A file of 700 tests."""
    file = tmp_path / "test_numbered.py"
    file.write_text(NUMBERED)
    return file


def collected(file: Path, *options: str) -> list[str]:
    """Return the node ids that pytest collects, in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.seventh", "-c", os.devnull]
    done = subprocess.run(
        [*command, f"--rootdir={file.parent}", "--collect-only", "-q", str(file), *options],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONHASHSEED": "random"},
        capture_output=True,
        text=True,
        check=True,
    )
    return re.findall(r"^test_.*::.*$", done.stdout, re.MULTILINE)


def test_the_sevenths_are_disjoint_and_together_everything(tests: Path) -> None:
    whole = collected(tests)
    assert len(whole) == 700
    for number in (0, SEVENTHS - 1):
        seventh = collected(tests, "--seventh", str(number))
        assert seventh == [name for name in whole if seventh_of(name) == number]
        assert 70 < len(seventh) < 130
    assert {*map(seventh_of, whole)} == {*range(SEVENTHS)}


def test_a_test_stays_in_its_seventh_from_one_process_to_the_next() -> None:
    assert seventh_of("tests/test_roles.py::test_every_address_has_a_row") == 2


@pytest.mark.parametrize(("commit", "picked"), [("0" * 40, 0), ("0d", 6), ("1eed0578", 0)])
def test_a_commit_picks_a_seventh_by_its_hash(commit: str, picked: int) -> None:
    assert seventh_of_commit(commit) == picked
