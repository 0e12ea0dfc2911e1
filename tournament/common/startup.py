"""The progress of a start, which pages read from a file.

The command that loads behind a served page writes it.

It is in a file of the data folder, for the command and the server are two processes. The
file is deleted when all is loaded; one whose writer is gone counts for nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Step(StrEnum):
    """A step of the loading behind the first page, in this order."""

    SAMPLE_EVENT = "sample-event"
    TODAYS_EVENT = "todays-event"
    TABLET_PACKAGES = "tablet-packages"
    TABLET_ENGINE = "tablet-engine"
    COMPRESSION = "compression"

    @property
    def label(self) -> Promise:
        """The step in the reader's language."""
        return _LABELS[self]


_LABELS = {
    Step.SAMPLE_EVENT: _("The Spring Open, a finished event"),
    Step.TODAYS_EVENT: _("The Club Evening, an event of today"),
    Step.TABLET_PACKAGES: _("Packages for the tablets"),
    Step.TABLET_ENGINE: _("The tablets’ engine"),
    Step.COMPRESSION: _("Smaller files for slow networks"),
}
EVENTS = (Step.SAMPLE_EVENT, Step.TODAYS_EVENT)
TABLET = (Step.TABLET_PACKAGES, Step.TABLET_ENGINE)


class StepState(NamedTuple):
    """`state` is `waiting`, `running`, `done` or `failed`."""

    step: Step
    state: str


class StartupProgress:
    """The states of the steps that are to be done, in the file that pages read."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._states = dict.fromkeys(steps, "waiting")
        self._write()

    @contextmanager
    def step(self, step: Step) -> Iterator[None]:
        """Do one step inside; an exception marks it as failed, and is raised."""
        self._set_state(step, "running")
        try:
            yield
        except BaseException:
            self._set_state(step, "failed")
            raise
        self._set_state(step, "done")

    def has_failed(self) -> bool:
        """Return whether a step has failed so far."""
        return "failed" in self._states.values()

    def end(self) -> None:
        """End the progress once all is loaded or has failed.

        Pages say no more of it.
        """
        _path().unlink(missing_ok=True)

    def _set_state(self, step: Step, state: str) -> None:
        self._states[step] = state
        self._write()

    def _write(self) -> None:
        part = _path().with_suffix(".part")
        # On a full disk pages say nothing of the start; the terminal does.
        with suppress(OSError):
            part.write_text(json.dumps({"pid": os.getpid(), "steps": self._states}))
            part.replace(_path())


def startup_steps() -> list[StepState]:
    """Return the steps of a start that goes on, none when nothing is being loaded."""
    try:
        content = json.loads(_path().read_text())
        os.kill(content["pid"], 0)
    except (OSError, ValueError):
        return []
    return [StepState(Step(step), state) for step, state in content["steps"].items()]


def is_loading(steps: Sequence[Step]) -> bool:
    """Return whether one of these steps waits or runs."""
    return any(
        each.step in steps and each.state in ("waiting", "running") for each in startup_steps()
    )


def _path() -> Path:
    return Path(settings.DATA_DIR) / "startup.json"
