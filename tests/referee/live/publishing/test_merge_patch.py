"""Merge patches: applied as RFC 7396 says, one gives the document it was made for."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from referee.live.publishing.merge_patch import patch_between, takes_away

# The page's script is tested with the same: `merge_patch.test.js`.
CASES = json.loads(Path(__file__).with_name("merge_patches.json").read_text(encoding="utf-8"))
SCALARS = st.one_of(st.booleans(), st.integers(-2, 2), st.sampled_from(["", "a", "b"]))
VALUES = st.recursive(
    st.one_of(SCALARS, st.lists(SCALARS, max_size=2)),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


def applied(target: Any, patch: Any) -> Any:
    """MergePatch of RFC 7396, section 2, word for word."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = applied(target.get(name), value)
    return target


def typed(value: Any) -> str:
    """True and 1 are not the same, whatever Python says."""
    return repr(value)


@settings(suppress_health_check=[HealthCheck.too_slow])
@example({"a": [False]}, {"a": [0]})
@given(DOCUMENTS, DOCUMENTS)
def test_a_patch_makes_one_document_of_another(before: Any, after: Any) -> None:
    patch = patch_between(before, after)
    assert sort(applied(before, patch)) == sort(after)
    assert (patch == {}) == (sort(before) == sort(after))


def sort(value: Any) -> str:
    """The document with its keys in order, types and all."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{sort(value[key])}" for key in sorted(value)) + "}"
    return typed(value)


@pytest.mark.parametrize("case", CASES["made"], ids=json.dumps)
def test_only_what_differs_is_in_a_patch(case: dict[str, Any]) -> None:
    patch = patch_between(case["before"], case["after"])
    assert sort(patch) == sort(case["patch"])
    assert takes_away(patch) == case["takes_away"]
    assert applied(case["before"], patch) == case["after"]


@pytest.mark.parametrize("case", CASES["applied"], ids=json.dumps)
def test_a_patch_is_applied_as_the_standard_says(case: dict[str, Any]) -> None:
    assert applied(case["before"], case["patch"]) == case["after"]
