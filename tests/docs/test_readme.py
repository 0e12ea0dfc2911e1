"""What a stranger reads first leads where it says, and stays short."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
FILES = ("README.md", "CHANGELOG.md")
PICTURE_BYTES = 300_000


def read(name: str) -> str:
    """A file at the top of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_every_link_leads_to_a_file(name: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)", read(name)) + re.findall(r"`(docs/[^`]+)`", read(name))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("name", FILES)
def test_every_command_exists(name: str) -> None:
    named = set(re.findall(r"manage\.py (\w+)", read(name)))
    assert named
    assert named - get_commands().keys() == set()


def test_both_stay_short() -> None:
    assert len(read("README.md").splitlines()) <= 90
    versions = read("CHANGELOG.md").split("\n## ")[1:]
    assert [version[:20] for version in versions if len(version.splitlines()) > 80] == []


def test_the_picture_is_quick_to_load() -> None:
    assert (ROOT / "docs" / "screenshot.png").stat().st_size <= PICTURE_BYTES
