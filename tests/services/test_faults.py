"""The fault run, short: a web kill and a database kill under tablets on a bad network.

The whole run is `python -m benchmarks.faults`.
"""

import json
import subprocess
import sys

import pytest

from tests.serving import ROOT

pytestmark = pytest.mark.services

RUN = [sys.executable, "-m", "benchmarks.faults", "--site", "platform", "--events", "1000"]
STRIKES = ["--tablets", "10", "--every", "250", "--strikes", "web,database"]


def test_nothing_is_lost_while_web_and_database_are_killed() -> None:
    run = subprocess.run([*RUN, *STRIKES], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    promises = ("lost", "doubled", "reordered", "diverged", "stuck", "verify")
    verdict = {**found["verdict"], "verify": found["verify"]}
    assert {name: verdict[name] for name in promises} == dict.fromkeys(promises, 0), found
    assert found["acknowledged"] >= 1000
    assert found["strikes"] == {"web": 1, "database": 1}
    assert found["network"]["answers dropped"] > 0
    assert found["batches"]["cut"] > 0
