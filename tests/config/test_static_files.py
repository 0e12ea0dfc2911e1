"""Static files as a server sends them: few, compressed, and named by what is in them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find

from config.static_files import StaticFiles
from tests.collected import collect

SHEET = "tournament/css/site.css"


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return collect(tmp_path_factory.mktemp("static"))


@pytest.fixture
def files(collected: Path) -> StaticFiles:
    return StaticFiles(location=str(collected), base_url="/static/")


def imports(files: StaticFiles, name: str) -> Iterator[str]:
    """The paths that a module imports, as the server has them."""
    folder = Path(name).parent
    with files.open(name) as module:
        text = module.read().decode()
    for found in re.findall(r'^(?:import|export)[^;]*? from "([^"]+)";', text, re.MULTILINE):
        yield str((Path("/") / folder / found).resolve().relative_to("/"))


def test_what_every_page_is_made_with_is_one_sheet(files: StaticFiles) -> None:
    with files.open(files.stored_name(SHEET)) as sheet:
        text = sheet.read().decode()
    assert "@import" not in text
    source = Path(find(SHEET))
    names = re.findall(r'url\("([\w-]+\.css)"\)', source.read_text())
    assert len(names) >= 8
    for name in names:
        rules = re.findall(r"^\.[\w-]+(?= \{)", source.with_name(name).read_text(), re.MULTILINE)
        assert set(rules) <= set(re.findall(r"^\.[\w-]+(?= \{)", text, re.MULTILINE)), name
    # Fonts are named by what is in them there, too.
    assert re.search(r"source-serif-4-latin-600-normal\.[0-9a-f]{12}\.woff2", text)


@pytest.mark.parametrize("first", ["live/event.js", "live/table.js", "tournament/js/replay.js"])
def test_each_module_has_one_name_that_changes_with_it(files: StaticFiles, first: str) -> None:
    names, waiting = set[str](), [files.stored_name(first)]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += imports(files, name)
    assert len(names) > 3
    assert names <= set(files.hashed_files.values())


def test_sheets_and_modules_are_compressed_once(collected: Path, files: StaticFiles) -> None:
    for name in (SHEET, "live/event.js", "live/live.css"):
        stored = files.stored_name(name)
        for ending in (".br", ".gz"):
            small = collected / f"{stored}{ending}"
            assert 0 < small.stat().st_size < (collected / stored).stat().st_size
