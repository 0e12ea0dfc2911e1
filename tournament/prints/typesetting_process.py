"""Setting of one print in a process of its own, within limits.

The process and its limits come from `tournament/common/limited_process.py`. The typesetter
keeps everything it computed, over a hundred MB for large prints: this ends with the
process. Run as a script, it takes `{"template": …, "inputs": {…}}` on standard input and
prints the PDF; of `{"names": […]}` it prints the letters that no font has, as JSON. It does
without Django, so that it starts at once.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import typst

FOLDER = Path(__file__).resolve().parent
TEMPLATES = FOLDER / "typst"
MAX_SECONDS = 30
"""Seconds of processor time; badges of 1,000 players take 4."""
MAX_MEMORY = 1024 * 1024 * 1024
_REFUSED = re.compile(r'the text `"((?:[^"\\]|\\.)*)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")


def set_print(template: str, inputs: dict[str, str]) -> bytes:
    """Return the PDF of a template, accessible if each letter is in a font.

    It is then accessible by PDF/UA. The system's fonts serve for letters that ours lack. The
    standard refuses letters that no font has: then the PDF is tagged all the same, and they are
    printed as boxes.
    """
    try:
        return _compile(template, inputs, "ua-1")
    except typst.TypstError:
        pass
    try:
        return _compile(template, inputs, "ua-1", system_fonts=True)
    except typst.TypstError:
        return _compile(template, inputs, None, system_fonts=True)


def missing_letters(names: list[str]) -> list[str]:
    """Return the letters of names that no font has, ours or the system's."""
    data = json.dumps({"title": "Letters", "names": names})
    try:
        _compile("letters", {"data": data}, "ua-1", system_fonts=True)
    except typst.TypstError as error:
        return sorted(set(_refused_letters(error.diagnostic)))
    return []


def _refused_letters(message: str) -> Iterator[str]:
    r"""Yield the letters that the standard refused.

    In the message, some stand as `\u{94d}`.
    """
    for text in _REFUSED.findall(message):
        yield from _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _compile(
    template: str,
    inputs: dict[str, str],
    standard: Literal["ua-1"] | None,
    *,
    system_fonts: bool = False,
) -> bytes:
    return typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=typst.Fonts(
            include_system_fonts=system_fonts,
            include_embedded_fonts=False,
            font_paths=[FOLDER / "fonts"],
        ),
        ignore_system_fonts=not system_fonts,
        sys_inputs=inputs,
        pdf_standards=standard,
        format="pdf",
    )


def main() -> None:
    """Read one request: set a PDF, or list the letters that no font has."""
    asked = json.loads(sys.stdin.buffer.read())
    if "names" in asked:
        out = json.dumps(missing_letters(asked["names"])).encode()
    else:
        out = set_print(asked["template"], asked["inputs"])
    sys.stdout.buffer.write(out)


if __name__ == "__main__":
    main()
