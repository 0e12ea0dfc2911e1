"""How templates lie and read: includes in folders of partials, and lines that a screen shows."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FILES = sorted(TEMPLATES.rglob("*.html"))
MAX_LINE = 160  # characters
INLINE = ("a", "abbr", "b", "bdi", "code", "em", "small", "span", "strong")
INCLUDED = re.compile(r"""\{%\s*include\s+["']([^"']+)["']""")


def name_of(file: Path) -> str:
    return file.relative_to(TEMPLATES).as_posix()


def includes(file: Path) -> set[str]:
    """The names of the templates that a template includes."""
    return set(INCLUDED.findall(file.read_text("utf-8")))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_what_is_included_lies_in_a_folder_of_partials(file: Path) -> None:
    misplaced = {name for name in includes(file) if "partials" not in Path(name).parts}
    assert not misplaced, f"{name_of(file)} includes them, so they belong into partials/"
    missing = {name for name in includes(file) if not (TEMPLATES / name).is_file()}
    assert not missing


def test_every_partial_is_included_somewhere() -> None:
    partials = {name_of(file) for file in FILES if file.parent.name == "partials"}
    assert partials
    assert partials == set().union(*map(includes, FILES))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_each_inline_element_that_begins_ends(file: Path) -> None:
    text = file.read_text("utf-8")
    for tag in INLINE:
        begun = re.findall(rf"<{tag}[\s>]", text)
        assert len(begun) == text.count(f"</{tag}>"), tag


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_no_line_is_longer_than_a_screen(file: Path) -> None:
    lines = enumerate(file.read_text("utf-8").splitlines(), 1)
    long = [f"{name_of(file)}:{number}: {len(line)} characters" for number, line in lines
            if len(line) > MAX_LINE]  # fmt: skip
    assert not long
