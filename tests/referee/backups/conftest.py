"""An event to be saved, on a disk of its own."""

from pathlib import Path
from typing import Any

import pytest

from tests.referee.backups.saving import played_event
from tournament.models import Event


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def event() -> Event:
    return played_event()
