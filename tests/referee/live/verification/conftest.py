"""The sample event as a download has it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

SLUG = "spring-open-2026"
EVENT = f"/api/v1/public/events/{SLUG}"


@pytest.fixture(scope="module")
def downloaded(sample: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with its snapshot, records and statements."""
    folder = tmp_path_factory.mktemp("event")
    (folder / "snapshot.json").write_bytes(Client().get(f"{EVENT}/snapshot").content)
    for item in Client().get(f"{EVENT}/records", {"limit": 200}).json()["items"]:
        inner = folder / f"round-{item['round']}"
        inner.mkdir(exist_ok=True)
        name = f"table-{item['table']}"
        (inner / f"{name}.amr.jsonl").write_bytes(Client().get(item["url"]).content)
        (inner / f"{name}.statement.json").write_text(json.dumps(item["statement"]))
    return folder


@pytest.fixture
def folder(downloaded: Path, tmp_path: Path) -> Path:
    """A copy to forge."""
    shutil.copytree(downloaded, tmp_path / "event")
    return tmp_path / "event"


def change(file: Path, *path: str | int, to: Any) -> None:
    """Write another value at a place of a JSON file."""
    whole = json.loads(file.read_text())
    part = whole
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    file.write_text(json.dumps(whole))
