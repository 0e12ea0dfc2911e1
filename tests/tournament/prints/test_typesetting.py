"""The typesetter: texts are data, fonts are embedded, and nothing outside its folder is read."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from tests.tournament.prints.reading import fonts_of, read_pdf, text_of
from tools import fonts
from tournament.common.limited_process import Limits
from tournament.prints import typesetting, typesetting_process
from tournament.prints.typesetting import EUROPEAN, PAPERS, typeset, unprintable
from tournament.prints.typesetting_process import missing_letters, set_print

FAMILIES = {"NotoSans-Bold", "NotoSans-Regular", "DejaVuSans-Bold"}
HOSTILE = '#read("/etc/passwd") #panic() "q" \\ *b* $a$ <l> @r [z] {{x}}'


def badges(*names: str) -> dict[str, Any]:
    qr = {"svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "address": "x"}
    return {
        "title": "Badges · Open",
        "event": "Open",
        "empty": "Nobody",
        "badges": [{"name": name, "club": "", "scan": "Scan", "qr": qr} for name in names],
    }


@pytest.mark.parametrize("paper", PAPERS)
def test_a_print_is_tagged_titled_and_has_its_fonts(paper) -> None:
    content = typeset("badges", badges("Анна", "שרה", "Zoë"), paper=paper, language="ru")
    found = read_pdf(content)
    root: Any = found.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "ru"
    assert found.metadata is not None
    assert found.metadata.title == "Badges · Open"
    width, height = found.pages[0].mediabox[2:]
    assert (round(width), round(height)) == {"a4": (595, 842), "us-letter": (612, 792)}[paper]
    used = dict(fonts_of(content))
    assert {name.split("+")[1] for name in used} == FAMILIES
    assert all(used.values())


def test_a_name_is_text_whatever_it_looks_like() -> None:
    assert HOSTILE in text_of(typeset("badges", badges(HOSTILE), paper="a4", language="en"))


@pytest.mark.parametrize(
    "name", ["中文", "😀", "\ufeff", "a\x01b", "\u202e", "हिन्दी", " ", "A" * 200]
)
def test_a_letter_that_no_font_has_stops_nothing(name) -> None:
    content = set_print("badges", inputs(badges(name, "Anna")))
    assert "Anna" in text_of(content)
    root: Any = read_pdf(content).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]


def test_names_with_letters_that_no_font_has_are_found() -> None:
    names = ["Łukasz", "Анна", "Ἀθηνᾶ", "שרה", "علي", "ნინო"]
    lacking = ["Jo \U0010fffd", 'two "\\\U0010fffc\U0010fffb']
    assert missing_letters(names + lacking) == ["\U0010fffb", "\U0010fffc", "\U0010fffd"]
    assert unprintable(lacking + names + lacking) == lacking


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_our_fonts_have_the_letters_that_are_not_looked_for(weight: str) -> None:
    found: set[int] = set()
    for family in ("noto-sans", "dejavu-sans"):
        with TTFont(fonts.PRINTS / f"{family}-{weight}.ttf") as font:
            found |= font.getBestCmap().keys()
    taken = (chr(code) for code in range(0x2100) if unicodedata.category(chr(code)) != "Cn")
    assert not {letter for letter in taken if EUROPEAN.fullmatch(letter)} - {*map(chr, found)}


def test_a_letter_that_only_the_system_has_is_printed(monkeypatch, tmp_path: Path) -> None:
    """A font of the test's own, where the system looks for a user's, has one letter more."""
    letter = "\U0010fffd"
    assert missing_letters([letter]) == [letter]
    own = tmp_path / ".fonts" / "own.ttf"
    own.parent.mkdir()
    with TTFont(fonts.PRINTS / "dejavu-sans-regular.ttf") as font:
        font["cmap"].tables[:] = [CmapSubtable.newSubtable(12)]
        table = font["cmap"].tables[0]
        table.platformID, table.platEncID, table.language = 3, 10, 0
        table.cmap = {ord(letter): font.getGlyphOrder()[9]}
        for entry in font["name"].names:
            entry.string = "Own"
        font.save(own)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert missing_letters([letter]) == []
    assert fonts_of(set_print("badges", inputs(badges(letter))))


def test_eight_badges_fill_a_page() -> None:
    for count, pages in ((0, 1), (8, 1), (9, 2)):
        content = set_print("badges", inputs(badges(*["Anna"] * count)))
        assert len(read_pdf(content).pages) == pages


def test_too_much_is_refused_before_it_is_set() -> None:
    with pytest.raises(ValidationError, match="too large"):
        typeset("badges", {"title": "x" * typesetting.MAX_BYTES}, paper="a4", language="en")


@pytest.mark.exhaustive
def test_what_takes_too_long_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(typesetting, "LIMITS", Limits(1, 20, typesetting_process.MAX_MEMORY))
    with pytest.raises(ValidationError, match="too large"):
        typeset("badges", badges(*["Maximiliane Hohenstein"] * 12_000), paper="a4", language="en")


@pytest.mark.exhaustive
def test_the_fonts_are_what_their_packages_give(tmp_path: Path) -> None:
    fonts.write_printed(tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    folder = typesetting_process.FOLDER / "fonts"
    assert written == {path.name: path.read_bytes() for path in folder.iterdir()}


def inputs(data: dict[str, Any]) -> dict[str, str]:
    return {"data": json.dumps(data), "paper": "a4", "language": "en"}
