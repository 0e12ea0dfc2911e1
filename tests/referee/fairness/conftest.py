"""Studies of few games."""

import pytest
from django.core.cache import cache

from referee.fairness import settings, worker
from tests.referee.fairness.making import make_study_here


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games of few turns, so that a study takes no time."""
    cache.clear()
    monkeypatch.setattr(settings, "GAMES", 1)
    monkeypatch.setattr(settings, "EVENTS", 5)
    monkeypatch.setattr(worker, "figures_of", make_study_here)
