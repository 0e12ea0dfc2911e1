"""PDF files, read again."""

import io
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader


def read_pdf(content: bytes) -> PdfReader:
    """A PDF file."""
    return PdfReader(io.BytesIO(content))


def text_of(content: bytes) -> str:
    """Its text, with each line break as a space."""
    pages = (page.extract_text() for page in read_pdf(content).pages)
    return " ".join(" ".join(pages).replace("\u200b", "").split())


def fonts_of(content: bytes) -> Iterator[tuple[str, bool]]:
    """The name of each font, and whether it is embedded."""
    for page in read_pdf(content).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            found = font.get_object()
            described = found["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            files = {"/FontFile", "/FontFile2", "/FontFile3"}
            yield str(found["/BaseFont"]), bool(files & described.keys())
