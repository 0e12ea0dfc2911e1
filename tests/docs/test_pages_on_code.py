"""What the pages for developers say of the code is so: files exist, the picture is the contract."""

import re
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from config.command_line import COMMANDS, OTHERS, PROCESSES

WORDS = COMMANDS.keys() | PROCESSES.keys() | OTHERS.keys()
ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "tests/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
FILE = re.compile(r"`([\w./-]+\.(?:py|js|mjs|html|css|toml|conf|md))`")
FOLDERS = ("config", "docs", "referee", "scoring", "templates", "tests", "tools", "tournament")
EXAMPLES = {"name.test.js"}
LINK = re.compile(r"\]\(([^)#\s]+)")
MANAGE = re.compile(r"(?:manage\.py|treasurer manage) ([a-z]\w+)")
WORD = re.compile(r"(?:`|^ {4})treasurer ([a-z]\w+)", re.MULTILINE)
MAKE = re.compile(r"`make ([a-z][\w-]+)")
MAKE_TARGET = re.compile(r"^([a-z][\w-]+):", re.MULTILINE)
MODULE = re.compile(r"python -m ([\w.]+)")
OWN = {"benchmarks", "tests", "tools", "config", "tournament", "referee", "scoring"}
LAYER = re.compile(r"^ {7}(\w+(?: · \w+)*)(?: {2,}|$)", re.MULTILINE)


@cache
def known_files() -> set[str]:
    """Every path, and each of its ends: `log/store.py`, `store.py`."""
    paths = [path for name in FOLDERS for path in (ROOT / name).rglob("*.*")]
    paths += [path for path in ROOT.iterdir() if path.is_file()]
    paths += (ROOT / "benchmarks").rglob("*.*")
    parts = [path.relative_to(ROOT).parts for path in paths]
    return {"/".join(each[start:]) for each in parts for start in range(len(each))}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_file_that_is_named_exists(page: Path) -> None:
    named = set(FILE.findall(page.read_text("utf-8"))) - EXAMPLES
    assert sorted(named - known_files()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_leads_to_a_file(page: Path) -> None:
    targets = {link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link}
    assert sorted(target for target in targets if not (page.parent / target).exists()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_command_that_is_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    assert sorted(set(MANAGE.findall(text)) - get_commands().keys()) == []
    assert sorted(set(WORD.findall(text)) - WORDS) == []
    targets = set(MAKE_TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    assert sorted(set(MAKE.findall(text)) - targets) == []
    modules = {name for name in MODULE.findall(text) if name.split(".")[0] in OWN}
    assert sorted(name for name in modules if find_spec(name) is None) == []


@pytest.mark.parametrize(
    ("package", "heading"),
    [("tournament", "## Rooms of tournament"), ("referee", "## Directions inside referee")],
)
def test_the_picture_is_the_contract(package: str, heading: str) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = text.split(heading)[1].split("\n## ")[0]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("containers") == [package]]
    drawn = [line.split(" · ") for line in LAYER.findall(section)]
    assert drawn == [layer.split(" | ") for layer in contract["layers"]]
