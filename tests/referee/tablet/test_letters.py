"""The files of the tablet's family: made from their package, small, and with the letters that names
and sentences need."""

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tools import fonts

MAX_BYTES = 100_000
STATIC = fonts.FOLDER.parent
FACES = (STATIC / "css" / "letters.css").read_text(encoding="utf-8").split("@font-face")[1:]
# A sentence or the letters beyond English of each.
ALPHABETS = {
    "Czech": "ÁáČčĎďÉéĚěÍíŇňÓóŘřŠšŤťÚúŮůÝýŽž",
    "French": "« Où ? » — l’œuvre, Ÿ, çà, ë, î, û, æ… 1 234 $ − 5 ±",
    "German": "ÄäÖöÜüßẞ „Anführung“",
    "Hungarian": "ÁáÉéÍíÓóÖöŐőÚúÜüŰű",
    "Icelandic": "ÁáÐðÉéÍíÓóÚúÝýÞþÆæÖö",
    "Latvian": "ĀāČčĒēĢģĪīĶķĻļŅņŠšŪūŽž",
    "Lithuanian": "ĄąČčĘęĖėĮįŠšŲųŪūŽž",
    "Maltese": "ĊċĠġĦħŻż",
    "Polish": "ĄąĆćĘęŁłŃńÓóŚśŹźŻż",
    "Romanian": "ĂăÂâÎîȘșȚț",
    "Russian": "Съешь ещё этих мягких булок — «№ 5», ₽",
    "Serbian": "ЂђЈјЉљЊњЋћЏџ Đđ Žž",
    "Turkish": "ÇçĞğİıÖöŞşÜü",
    "Ukrainian": "ҐґЄєІіЇї’",
    "Welsh": "ŴŵŶŷẀẁ",
}


def faces() -> dict[str, set[int]]:
    """For each file what the style sheet asks it for and it has."""
    found = {}
    for face in FACES:
        (name,) = re.findall(r"fonts/([\w-]+\.woff2)", face)
        asked: set[int] = set()
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face):
            asked.update(range(int(first, 16), int(last or first, 16) + 1))
        with TTFont(fonts.FOLDER / name) as font:
            found[name] = asked & font.getBestCmap().keys()
    return found


def test_they_are_what_the_package_gives(tmp_path: Path) -> None:
    fonts.write(tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in fonts.FOLDER.iterdir()}


def test_they_are_small() -> None:
    files = {path.name: path.stat().st_size for path in fonts.FOLDER.glob("*.woff2")}
    assert files.keys() == faces().keys()
    assert sum(files.values()) <= MAX_BYTES


@pytest.mark.parametrize("language", ALPHABETS)
def test_they_have_the_letters_of_a_language(language: str) -> None:
    known = set().union(*faces().values())
    assert {letter for letter in ALPHABETS[language] if ord(letter) not in known} == set()


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_they_have_every_letter_of_the_screens(language: str) -> None:
    text = (STATIC / "i18n" / f"{language}.js").read_text(encoding="utf-8")
    known = set().union(*faces().values())
    assert {letter for letter in text if letter.isprintable() and ord(letter) not in known} == set()


def test_figures_are_of_one_width() -> None:
    with TTFont(fonts.FOLDER / "tablet-sans-latin.woff2") as font:
        names = font.getBestCmap()
        assert len({font["hmtx"][names[ord(figure)]][0] for figure in "0123456789"}) == 1


def test_a_changed_file_bears_no_reserved_name() -> None:
    with TTFont(fonts.FOLDER / "tablet-sans-latin-ext.woff2") as font:
        names = [str(entry) for entry in font["name"].names if entry.nameID]
    assert names
    assert not [name for name in names if "Source" in name]
