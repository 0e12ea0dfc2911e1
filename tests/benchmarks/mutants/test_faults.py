"""Faults: which a source has, and what the faulty source does."""

import logging
from typing import Any

import pytest

from benchmarks.mutants.faults import compile_fault, list_faults

SOURCE = '''\
"""A module."""
LIMIT = 3

def pay(cash: int, price: int) -> int:
    """Pay."""
    if cash < price and not LIMIT:
        raise ValueError(_("Too little: 1"))
    logger.info("paid %s", 1)
    return cash - price
'''


def changes(source: str) -> list[tuple[str, str, str]]:
    return [(fault.kind, fault.before, fault.after) for fault in list_faults(source)]


def test_what_runs_in_functions_has_faults_but_no_wording_and_no_log() -> None:
    assert changes(SOURCE) == [
        ("condition", "if cash < price and (not LIMIT):", "if not (cash < price and (not LIMIT)):"),
        ("and/or", "cash < price and (not LIMIT)", "cash < price or not LIMIT"),
        ("comparison", "cash < price", "cash <= price"),
        ("not", "not LIMIT", "LIMIT"),
        ("left out", "raise ValueError(_('Too little: 1'))", "pass"),
        ("return None", "return cash - price", "return None"),
        ("arithmetic", "cash - price", "price - cash"),
        ("arithmetic", "cash - price", "cash + price"),
    ]


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("held: int = 0", ["constant", "constant"]),
        ("text = 'a' + name", []),
        ("name = 'a' % 1", ["constant", "constant"]),
        ("self.total += 2", ["left out", "constant", "constant"]),
        ("save(True)", ["left out", "constant"]),
        ("return", []),
        ("return None", []),
        ("while left: pass", ["condition"]),
        ("while not left: pass", ["not"]),
        ("return f'{a + b}'", ["return None"]),
    ],
)
def test_each_kind(body: str, kinds: list[str]) -> None:
    assert [kind for kind, _, _ in changes(f"def f():\n    {body}\n")] == kinds


def test_a_compound_statement_is_reached_by_its_head_alone() -> None:
    fault = list_faults("def f(a):\n    if (\n        a\n    ):\n        b = 1\n")[0]
    assert (fault.kind, fault.first, fault.last) == ("condition", 2, 4)


def test_the_compiled_source_has_that_fault_and_no_other() -> None:
    found = []
    for fault in list_faults(SOURCE):
        scope: dict[str, Any] = {"_": str, "logger": logging.getLogger()}
        exec(compile_fault(SOURCE, fault.number, "pay.py"), scope)  # noqa: S102
        try:
            found.append(scope["pay"](9, 4))
        except ValueError as error:
            found.append(str(error))
    assert found == ["Too little: 1", 5, 5, 5, 5, None, -5, 13]
