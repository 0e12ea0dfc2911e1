"""Every reason that the journal gives has its sentence, its rule where there is one, and a test."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.messages import catalogue as engine_catalogue
from referee.journal.sentences import catalogue

ROOT = Path(__file__).parents[3]
ROOMS = ("referee/journal", "referee/log", "referee/tablet/bridge")
"""Where the refusals of the journal's catalogue are made."""

WITH_RULE = {
    "not_choosing": "R4",
    "not_divided": "R4",
    "not_throwing": "R4",
    "swap_early": "R4",
    "uneven_roles": "R4",
}
OF_THE_ENGINE = {"uneven_roles"}
"""What the engine refuses for the same reason, in its own sentence."""
WITHOUT_RULE = {
    "which comes first": {
        "already_started", "count_differs", "no_dispute", "not_finished", "not_paused",
        "not_started", "not_to_count",
        "other_statement", "paused",
    },
    "who may say it": {"chief_only", "not_at_table"},
    "the draw": {"names_differ", "rules_differ", "seats_differ"},
    "corrections": {
        "chief_corrected", "corrections_aside", "corrections_between", "corrections_too_many",
        "no_such_event", "not_revertible", "one_start", "result_confirmed", "revert_first",
        "revised_illegal", "revised_unfinished", "seats_stay", "undo_moved",
    },
    "faults of form": {
        "division_step", "event_too_long", "field", "not_canonical", "own_key", "time",
        "too_long", "unfit",
    },
    "limits": {"log_full"},
}  # fmt: skip
"""Codes that no rule of the book causes, by what they are about."""
PINNED: dict[str, set[str | None]] = {
    **{code: {rule} for code, rule in WITH_RULE.items()},
    **{code: {None} for codes in WITHOUT_RULE.values() for code in codes},
}


def calls() -> Iterator[ast.Call]:
    """Every `Refusal(…)` in the rooms, but one that is read back from JSON."""
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal" and node.args:
                yield node


def made() -> dict[str, set[str | None]]:
    """By code, the rules with which that refusal is made; both are written out."""
    rules: dict[str, set[str | None]] = defaultdict(set)
    for call in calls():
        code, rule = [ast.literal_eval(each) for each in [*call.args[:2], ast.Constant(None)][:2]]
        rules[code].add(rule)
    return rules


def test_each_refusal_is_made_with_the_rule_pinned_here() -> None:
    assert made() == PINNED


def test_each_refusal_has_a_sentence_and_each_sentence_a_refusal() -> None:
    assert catalogue("en")["refusals"].keys() == PINNED.keys() - OF_THE_ENGINE
    assert engine_catalogue("en")["refusals"].keys() >= OF_THE_ENGINE


def test_no_code_is_pinned_twice() -> None:
    codes = [*WITH_RULE, *(code for codes in WITHOUT_RULE.values() for code in codes)]
    assert len(codes) == len(PINNED)


@pytest.fixture(scope="module")
def tests() -> str:
    """All tests but this file."""
    paths = sorted(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
    return "\n".join(path.read_text("utf-8") for path in paths)


@pytest.mark.parametrize("code", sorted(PINNED))
def test_each_refusal_is_what_some_test_expects(code: str, tests: str) -> None:
    assert re.search(rf'"{code}(?: [\w/-]+)?"', tests)
