"""What is loaded behind the served page, and what is said of a step that fails."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from referee.management.commands import finish_startup
from referee.management.commands.finish_startup import Task
from tournament.startup import Step


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


def test_the_last_line_says_that_everything_is_loaded(
    tablets: list[Task], capsys: pytest.CaptureFixture[str]
) -> None:
    tablets.append(Task(Step.TABLET_ENGINE, lambda: False, lambda: None))
    call_command("finish_startup")
    assert capsys.readouterr().out.splitlines()[-1] == "Everything is loaded."
