"""Studies made in the test's own process, which is what a test of the process compares with."""

import json
from typing import Any

from django.utils import timezone

from referee.fairness import worker
from referee.fairness.playing import report_of, study_of
from referee.fairness.services import tell_progress
from referee.models import FairnessStudy


def make_study_here(study: FairnessStudy) -> dict[str, Any]:
    """Return the figures of a study, in place of `worker.figures_of`."""
    found = report_of(
        study_of(study.setting, study.seed),
        lambda percent: tell_progress(pk=study.pk, percent=percent),
    )
    kept: dict[str, Any] = json.loads(json.dumps(found))
    return kept


def make_study(study: FairnessStudy) -> None:
    """Let a worker make what waits, and read the study again."""
    worker.step(now=timezone.now())
    study.refresh_from_db()
