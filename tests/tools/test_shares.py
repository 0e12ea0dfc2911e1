"""Every test is in one share, and stays in it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shares import SHARES, share_of, share_of_commit

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
    command = [sys.executable, "-m", "pytest", "-p", "tests.shares", "-c", os.devnull]
    done = subprocess.run(
        [*command, f"--rootdir={file.parent}", "--collect-only", "-q", str(file), *options],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONHASHSEED": "random"},
        capture_output=True,
        text=True,
        check=True,
    )
    return re.findall(r"^test_.*::.*$", done.stdout, re.MULTILINE)


def test_the_shares_are_disjoint_and_together_everything(tests: Path) -> None:
    whole = collected(tests)
    assert len(whole) == 700
    for number in (0, SHARES - 1):
        share = collected(tests, "--share", str(number))
        assert share == [name for name in whole if share_of(name) == number]
        assert 30 < len(share) < 70
    assert {*map(share_of, whole)} == {*range(SHARES)}


def test_a_test_stays_in_its_share_from_one_process_to_the_next() -> None:
    assert share_of("tests/test_roles.py::test_every_address_has_a_row") == 9


@pytest.mark.parametrize(("commit", "picked"), [("0" * 40, 0), ("0d", 13), ("1eed0578", 0)])
def test_a_commit_picks_a_share_by_its_hash(commit: str, picked: int) -> None:
    assert share_of_commit(commit) == picked
