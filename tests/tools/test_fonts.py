"""The files of headings: made from their package, small, with the letters of Europe's names."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.referee.tablet.test_letters import ALPHABETS
from tools import fonts

LATIN = fonts.PAGES / "page-serif-latin.woff2"
FIRST_VISIT = 17_000
"""The bytes of the file that every first visit waits for."""


def letters() -> set[int]:
    known: set[int] = set()
    for script in fonts.FEATURES:
        with TTFont(fonts.PAGES / f"page-serif-{script}.woff2") as font:
            known |= font.getBestCmap().keys()
    return known


@pytest.mark.exhaustive
def test_they_are_what_the_package_gives(tmp_path: Path) -> None:
    fonts.write_headings(tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in fonts.PAGES.iterdir()}


def test_the_one_of_every_page_is_small() -> None:
    assert LATIN.stat().st_size <= FIRST_VISIT


@pytest.mark.parametrize("language", ALPHABETS)
def test_they_have_the_letters_of_a_language(language: str) -> None:
    known = letters()
    missing = {letter for letter in ALPHABETS[language] if ord(letter) not in known}
    assert missing <= {"№", "₽"}


def test_figures_are_of_one_width() -> None:
    with TTFont(LATIN) as font:
        names = font.getBestCmap()
        assert len({font["hmtx"][names[ord(figure)]][0] for figure in "0123456789"}) == 1


def test_no_file_bears_the_reserved_name() -> None:
    for script in fonts.FEATURES:
        with TTFont(fonts.PAGES / f"page-serif-{script}.woff2") as font:
            names = [str(entry) for entry in font["name"].names if entry.nameID]
        assert names
        assert not [name for name in names if "Source" in name]
