"""What pages say of a start that goes on behind them."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from tournament.common.startup import (
    EVENTS,
    StartupProgress,
    Step,
    StepState,
    is_loading,
    startup_steps,
)


@pytest.fixture
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def progress(data: Path) -> Iterator[StartupProgress]:
    made = StartupProgress(list(Step))
    yield made
    made.end()


def test_each_step_waits_runs_and_is_done(progress: StartupProgress) -> None:
    states = []
    with progress.step(Step.SAMPLE_EVENT):
        states.append(startup_steps()[0])
    states.append(startup_steps()[0])
    assert states == [
        StepState(Step.SAMPLE_EVENT, "running"),
        StepState(Step.SAMPLE_EVENT, "done"),
    ]
    assert startup_steps()[1] == StepState(Step.TODAYS_EVENT, "waiting")
    assert is_loading(EVENTS)
    assert not is_loading([Step.SAMPLE_EVENT])


def test_a_failed_step_is_not_loading_any_more(progress: StartupProgress) -> None:
    with pytest.raises(OSError, match="no network"), progress.step(Step.TABLET_PACKAGES):
        raise OSError("no network")
    assert StepState(Step.TABLET_PACKAGES, "failed") in startup_steps()
    assert not is_loading([Step.TABLET_PACKAGES])


def test_nothing_is_loading_when_all_is_done_or_the_writer_is_gone(
    progress: StartupProgress, data: Path
) -> None:
    file = data / "startup.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "pid": _ended_process()}))
    assert startup_steps() == []
    progress.end()
    assert startup_steps() == []


def _ended_process() -> int:
    if (number := os.fork()) == 0:
        os._exit(0)
    os.waitpid(number, 0)
    return number


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The sample events are still loading"),
        ("fr", "Les tournois d’exemple se chargent encore"),
        ("ru", "Примеры турниров ещё загружаются"),
    ],
)
def test_the_list_of_events_says_so_until_they_are_there(
    progress: StartupProgress, client: Client, language: str, sentence: str
) -> None:
    for step in EVENTS:
        page = client.get("/", headers={"accept-language": language}).content.decode()
        assert sentence in page
        assert 'http-equiv="refresh"' in page
        with progress.step(step):
            pass
    page = client.get("/", headers={"accept-language": language}).content.decode()
    assert sentence not in page
    assert 'http-equiv="refresh"' not in page


def test_the_tablets_page_waits_for_their_packages(
    progress: StartupProgress, client: Client
) -> None:
    waiting = client.get("/tablet/")
    assert waiting.status_code == 202
    assert "The tablets’ app is still loading" in waiting.content.decode()
    assert "no-store" in waiting["Cache-Control"]
    for step in (Step.TABLET_PACKAGES, Step.TABLET_ENGINE):
        with progress.step(step):
            pass
    assert 'id="tablet"' in client.get("/tablet/").content.decode()
