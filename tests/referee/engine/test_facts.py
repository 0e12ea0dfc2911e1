"""The shape of facts, as `facts.py` describes it, is that of the facts decided in real games."""

import re
from pathlib import Path

import pytest

from referee.engine import facts, replay_steps
from referee.engine.fold import FOLDS

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "golden").glob("*.amr.jsonl"))
ROWS = re.findall(r"^\| ([a-z_, ]+) \| (.+) \|$", str(facts.__doc__), re.MULTILINE)
DESCRIBED = {kind for kinds, _ in ROWS for kind in kinds.split(", ")} - {"kind", "any other"}


def test_the_kinds_described_are_those_that_are_folded():
    assert {"kind", "any other"} < {kinds for kinds, _ in ROWS}
    assert {"supply", *FOLDS} > DESCRIBED


@pytest.mark.parametrize("path", RECORDS[::3], ids=lambda path: path.name[:2])
def test_every_fact_has_the_shape_that_is_described(path):
    for step in replay_steps(path.read_bytes()):
        for kind, payer, payee, amount, square, detail in step.decision.facts:
            players = range(-1, len(step.before.ids))
            assert payer in players
            assert payee in players
            assert amount >= 0
            assert square in range(facts.NO_SQUARE, 40)
            assert detail is None or kind in DESCRIBED
