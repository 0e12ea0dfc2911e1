"""The letters of pages, of the tablet and of prints, from pinned packages.

`python -m tools.fonts` writes them anew.

Prints have Noto Sans, and DejaVu Sans for the scripts and signs that it lacks; both licences let
a smaller file keep its name.

Source Sans 3 is a variable font, so that one file holds every weight. Its package has a file a
script; of the one with all of the world's Latin letters the tablet takes what Europe's names need.
A changed font may not be called “Source”: this is what its licence reserves.

The headings of pages have one weight of Source Serif 4, without the forms of figures and the signs
that no page asks for: a first visit on a slow line waits for it.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "node_modules" / "@fontsource-variable" / "source-sans-3"
FOLDER = ROOT / "referee" / "static" / "tablet" / "fonts"
RESERVED = {
    "Source Sans 3": "Tablet Sans",
    "SourceSans3": "TabletSans",
    "Source Serif 4": "Page Serif",
    "SourceSerif4": "PageSerif",
}
_COPYRIGHT = 0  # what a font's table of names calls it
WHOLE = ("latin", "cyrillic")
EUROPEAN = {
    *range(0x100, 0x180),  # Latin Extended-A: from Maltese to Sámi and Turkish
    *(0x18F, 0x259),  # Azerbaijani
    *range(0x1C4, 0x1CD),  # the double letters of Croatian
    *range(0x1E6, 0x1EA),  # Skolt Sámi
    *range(0x218, 0x21C),  # Romanian
    *range(0x2C6, 0x2DE),  # accents that stand alone
    *range(0x300, 0x330),  # accents that combine
    *(0x1E02, 0x1E03, 0x1E0A, 0x1E0B, 0x1E1E, 0x1E1F, 0x1E40, 0x1E41),  # old Irish
    *(0x1E56, 0x1E57, 0x1E60, 0x1E61, 0x1E6A, 0x1E6B),
    *range(0x1E80, 0x1E86),  # Welsh
    *(0x1E9E, 0x1EF2, 0x1EF3),  # German, Welsh
    *(0x20B4, 0x20BD),  # hryvnia, rouble
}
SERIF = ROOT / "node_modules" / "@fontsource" / "source-serif-4"
PAGES = ROOT / "tournament" / "static" / "tournament" / "fonts"
FEATURES = {"latin": ["kern"], "latin-ext": ["kern", "ccmp", "locl"], "cyrillic": ["kern"]}
"""The layout that headings need of each file; figures are of one width as they are."""
EVERY_LETTER = {*range(0x20, 0x10000)}
UNUSED = {
    *range(0x2BB, 0x330),  # accents that stand alone, or combine
    *(0x200B, 0x2032, 0x2033, 0x2044, 0x2122, 0x2191, 0x2193, 0x2215),
}
PRINTS = ROOT / "tournament" / "prints" / "fonts"
NOTO = ROOT / "node_modules" / "@expo-google-fonts" / "noto-sans"
DEJAVU = ROOT / "node_modules" / "dejavu-fonts-ttf"
PRINTED = {
    "noto-sans-regular.ttf": NOTO / "400Regular" / "NotoSans_400Regular.ttf",
    "noto-sans-bold.ttf": NOTO / "700Bold" / "NotoSans_700Bold.ttf",
    "dejavu-sans-regular.ttf": DEJAVU / "ttf" / "DejaVuSans.ttf",
    "dejavu-sans-bold.ttf": DEJAVU / "ttf" / "DejaVuSans-Bold.ttf",
}
EVERYWHERE = {
    *range(0x20, 0x530),  # Latin, Greek, Cyrillic
    *range(0x1E00, 0x2000),  # Vietnamese and old Greek
    *range(0x2000, 0x2070),  # punctuation
    *range(0x20A0, 0x20C0),  # currencies
    *(0x2116, 0x2122, 0x2212),
}
ELSEWHERE = {
    *range(0x530, 0x600),  # Armenian, Hebrew
    *range(0x600, 0x780),  # Arabic
    *range(0x10A0, 0x1100),  # Georgian
    *range(0x2000, 0x2070),
    *range(0x2190, 0x2194),
    *range(0xFB13, 0xFE00),  # their ligatures
    *range(0xFE70, 0xFF00),
    0xFFFD,  # for what no file has
}


def write(folder: Path) -> None:
    """Write three font files and their licence."""
    folder.mkdir(exist_ok=True)
    for script in WHOLE:
        shutil.copyfile(_package_font(script), folder / _name(script))
    options = subset.Options(layout_features=["*"], flavor="woff2")
    with _subset_of(_package_font("latin-ext"), EUROPEAN, options) as font:
        _rename(font)
        subset.save_font(font, str(folder / _name("latin-ext")), options)
        notice = str(font["name"].getDebugName(_COPYRIGHT))
    terms = (PACKAGE / "LICENSE").read_text(encoding="utf-8")
    (folder / "LICENSE-source-sans-3.txt").write_text(f"{notice}\n\n{terms}", encoding="utf-8")


def write_headings(folder: Path) -> None:
    """Write three font files and their licence."""
    folder.mkdir(exist_ok=True)
    for script, features in FEATURES.items():
        options = subset.Options(layout_features=features, flavor="woff2", hinting=False)
        options.notdef_outline = True
        source = SERIF / "files" / f"source-serif-4-{script}-600-normal.woff2"
        letters = EUROPEAN if script == "latin-ext" else EVERY_LETTER
        with _subset_of(source, letters - UNUSED, options) as font:
            _rename(font)
            subset.save_font(font, str(folder / f"page-serif-{script}.woff2"), options)
    shutil.copyfile(SERIF / "LICENSE", folder / "LICENSE-source-serif-4.txt")


def write_printed(folder: Path) -> None:
    """Write the four font files of prints, and their licences."""
    folder.mkdir(exist_ok=True)
    for name, source in PRINTED.items():
        options = subset.Options(layout_features=["*"], hinting=False)
        options.drop_tables += ["FFTM"]
        letters = EVERYWHERE if name.startswith("noto") else ELSEWHERE
        with _subset_of(source, letters, options) as font:
            subset.save_font(font, str(folder / name), options)
    shutil.copyfile(NOTO / "LICENSE_FONT", folder / "LICENSE-noto-sans.txt")
    shutil.copyfile(DEJAVU / "LICENSE", folder / "LICENSE-dejavu-sans.txt")


@contextmanager
def _subset_of(source: Path, letters: set[int], options: subset.Options) -> Iterator[TTFont]:
    """Yield a font with those of the letters that it has."""
    with TTFont(source, recalcTimestamp=False) as font:
        picked = subset.Subsetter(options)
        picked.populate(unicodes=letters & font.getBestCmap().keys())
        picked.subset(font)
        yield font


def _rename(font: TTFont) -> None:
    for entry in font["name"].names:
        if entry.nameID != _COPYRIGHT:
            for reserved, own in RESERVED.items():
                entry.string = entry.toUnicode().replace(reserved, own)


def _package_font(script: str) -> Path:
    return PACKAGE / "files" / f"source-sans-3-{script}-wght-normal.woff2"


def _name(script: str) -> str:
    return f"tablet-sans-{script}.woff2"


if __name__ == "__main__":
    write(FOLDER)
    write_headings(PAGES)
    write_printed(PRINTS)
