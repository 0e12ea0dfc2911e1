"""Sets one print in a process of its own, within limits (`tournament/common/limited_process.py`).

The typesetter keeps what it computed, over a hundred MB for large prints: this ends with the
process. Run as a script, it takes `{"template": …, "inputs": {…}}` on standard input and prints the
PDF. Without Django, so that it starts at once.
"""

import json
import sys
from pathlib import Path
from typing import Literal

import typst

FOLDER = Path(__file__).resolve().parent
TEMPLATES = FOLDER / "typst"
MAX_SECONDS = 30
"""Seconds of processor time; badges of 1,000 players take 4."""
MAX_MEMORY = 1024 * 1024 * 1024


def set_print(template: str, inputs: dict[str, str]) -> bytes:
    """Return the PDF of a template, accessible by PDF/UA where each letter is in a font.

    The standard refuses letters that no font has: then the PDF is tagged all the same, and they
    are printed as boxes.
    """
    try:
        return _compile(template, inputs, "ua-1")
    except typst.TypstError:
        return _compile(template, inputs, None)


def _compile(template: str, inputs: dict[str, str], standard: Literal["ua-1"] | None) -> bytes:
    return typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=typst.Fonts(
            include_system_fonts=False,
            include_embedded_fonts=False,
            font_paths=[FOLDER / "fonts"],
        ),
        ignore_system_fonts=True,
        sys_inputs=inputs,
        pdf_standards=standard,
        format="pdf",
    )


def main() -> None:
    """Set one print."""
    asked = json.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(set_print(asked["template"], asked["inputs"]))


if __name__ == "__main__":
    main()
