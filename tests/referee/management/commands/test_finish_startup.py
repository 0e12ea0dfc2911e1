"""What is loaded behind the served page, and what is said of a step that fails."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from referee.management.commands import finish_startup
from referee.management.commands.finish_startup import Task
from tournament.common.startup import Step


@pytest.fixture
def tablets(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr("os.nice", lambda _step: 0)
    tasks: list[Task] = []
    monkeypatch.setattr(finish_startup, "TABLETS", tasks)
    return tasks


def fail() -> None:
    raise CommandError("no network")


def test_a_failed_step_stops_none_of_the_others_and_the_last_line_says_so(
    tablets: list[Task], capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[Any] = []
    tablets += [
        Task(Step.TABLET_PACKAGES, lambda: False, fail),
        Task(Step.TABLET_ENGINE, lambda: False, lambda: done.append("engine")),
    ]
    call_command("finish_startup")
    said = capsys.readouterr()
    assert done == ["engine"]
    assert "Packages for the tablets: no network" in said.err
    assert said.out.splitlines()[-1].startswith("The rest is loaded; what failed is tried again")


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        OperationalError("database or disk is full"),
        CommandError("Node wrote\na long trace\nENOSPC: no space left on device"),
    ],
    ids=["file", "database", "node"],
)
def test_a_full_disk_is_told_in_a_sentence(
    tablets: list[Task], capsys: pytest.CaptureFixture[str], fault: Exception
) -> None:
    def fill_disk() -> None:
        raise fault

    tablets.append(Task(Step.TABLET_ENGINE, lambda: False, fill_disk))
    call_command("finish_startup")
    said = capsys.readouterr().err
    assert said == "  The tablets’ engine: the disk is full. Free some space, then start again.\n"


def test_the_last_line_says_that_everything_is_loaded(
    tablets: list[Task], capsys: pytest.CaptureFixture[str]
) -> None:
    tablets.append(Task(Step.TABLET_ENGINE, lambda: False, lambda: None))
    call_command("finish_startup")
    assert capsys.readouterr().out.splitlines()[-1] == "Everything is loaded."
