"""Limits that are counted in the cache."""

import time
from typing import Any

import pytest
from django.core.cache import cache

from tournament.common.cache_fault import CACHE_FAULT
from tournament.common.rate_limits import allow_attempt


def test_a_crowd_of_others_makes_no_count_forgotten() -> None:
    assert allow_attempt("mine", 1, 600)
    for other in range(2_000):
        allow_attempt(f"other-{other}", 1, 600)
    assert not allow_attempt("mine", 1, 600)


def test_a_span_begins_with_the_first_and_counting_does_not_prolong_it() -> None:
    began = time.monotonic()
    assert [allow_attempt("spanned", 2, 1) for _ in range(3)] == [True, True, False]
    while not allow_attempt("spanned", 2, 1):
        assert time.monotonic() < began + 30
    assert time.monotonic() > began + 0.9


def test_without_its_cache_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: Any, **_more: Any) -> None:
        raise CACHE_FAULT

    monkeypatch.setattr(cache, "add", fail)
    assert [allow_attempt("down", 1, 60) for _ in range(2)] == [True, True]
