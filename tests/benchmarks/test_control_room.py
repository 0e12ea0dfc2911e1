"""The control room shows everything in the end, while tables play and an organiser works."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.control_room import Seen
from tests.migrated import copy_migrated
from tests.serving import ROOT, keep_engine

SHOWN = [(3, "2026-11-23T12:00:00+00:00")]
NOON = 1795435200.0


def test_what_is_behind_is_told_by_the_first_page_that_has_it() -> None:
    seen = Seen()
    seen.take(SHOWN, NOON + 5)
    seen.take(SHOWN, NOON + 7)
    assert seen.behind(3, NOON) == 5
    assert seen.behind(3, NOON - 1) == 6
    assert seen.behind(3, NOON + 1) == float("inf")
    assert seen.behind(4, NOON) == float("inf")


@pytest.mark.services
@pytest.mark.exhaustive
def test_it_catches_up(tmp_path: Path) -> None:
    """12 players, three throws a table: nothing that was logged stays unseen."""
    keep_engine(tmp_path)
    copy_migrated(tmp_path / "treasurer.sqlite3")
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.control_room", str(tmp_path), "3"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found = re.search(r"(\d+) of (\d+)", run.stdout)
    assert found, run.stdout
    assert int(found[1]) == 0
    assert int(found[2]) > 25
