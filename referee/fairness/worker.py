"""The thread that makes studies, one at a time, each in a process of its own.

It asks the database what waits, so that no draw waits behind a study and none is lost with a
message in memory.
"""

import datetime as dt
import json
import logging
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connection
from django.utils import timezone

from referee.fairness import process
from referee.fairness.playing import Json
from referee.fairness.services import claim_study, fail_study, keep_report, tell_progress
from referee.models import FairnessStudy
from tournament.common.limited_process import LimitReachedError, Limits, run_limited

NAP_SECONDS = 3.0
BEAT_SECONDS = 1.0
LIMITS = Limits(seconds=1200, patience=3600, memory=1024 * 1024 * 1024)

_place = threading.BoundedSemaphore(1)
logger = logging.getLogger(__name__)


def step(*, now: dt.datetime) -> bool:
    """Make the study that has waited longest; return False if none waits."""
    study = claim_study(now=now)
    if study is None:
        return False
    try:
        keep_report(pk=study.pk, report=figures_of(study))
    except LimitReachedError:
        fail_study(pk=study.pk, code="too-long")
    except Exception:
        fail_study(pk=study.pk, code="broke-off")
        raise
    return True


def figures_of(study: FairnessStudy) -> Json:
    """Return the figures, from a process that is told when somebody stops the study."""
    given = json.dumps({"setting": study.setting, "seed": study.seed}).encode()
    with TemporaryDirectory(prefix="study-") as name:
        folder = Path(name)

        def follow() -> None:
            if not tell_progress(pk=study.pk, percent=process.noted_percent(folder)):
                (folder / process.STOP).touch()

        found: Json = json.loads(
            run_limited(
                Path(process.__file__),
                name,
                given=given,
                limits=LIMITS,
                beat=follow,
                beat_seconds=BEAT_SECONDS,
                places=_place,
            )
        )
    return found


def run(stop: threading.Event) -> None:
    """Make studies until `stop` is set."""
    while not stop.wait(NAP_SECONDS):
        try:
            step(now=timezone.now())
        except Exception:
            logger.exception("A study broke off.")
            connection.close()
