"""The encoding of a CSV file: guessed from its bytes, or chosen. Pure."""

import codecs
import re
from itertools import islice

CODE_PAGES = {"windows-1252": "cp1252", "windows-1251": "cp1251", "windows-1250": "cp1250"}
"""Encodings of one byte a letter, by their key, with Python's name; of two that fit equally the
earlier is guessed."""
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "windows-1252": "Windows-1252",
    "windows-1251": "Windows-1251",
    "windows-1250": "Windows-1250",
}
"""Encodings of a list, by the key that pages send, with the name that people know."""
MAX_WORDS = 5_000
"""Words with a letter beyond ASCII that a guess looks at."""
MAX_SAMPLE = 100_000
"""Bytes that a guess looks at for the two bytes a letter of UTF-16; an even number."""
HIGH_BYTES = 8
"""Latin, Greek, Cyrillic, Hebrew and Arabic letters are below U+0800: their higher byte is less."""
_BYTES_OF_WORDS = re.compile(
    b"[A-Za-z"
    + b"".join(
        re.escape(bytes([byte]))
        for byte in range(0x80, 0x100)
        if any(bytes([byte]).decode(page, "ignore").isalpha() for page in CODE_PAGES.values())
    )
    + b"]+"
)
"""Runs of letters of any code page: quotation marks and dashes end them, as in all three."""


def guess_encoding(content: bytes) -> str:
    """Return the encoding that a text most likely has, one of ENCODINGS.

    Damaged UTF-8, and bytes that are no text at all, are `utf-8`: decoding says what is wrong.

    >>> guess_encoding("имя;клуб".encode("cp1251"))
    'windows-1251'
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if _is_utf_16(content):
        return "utf-16"
    if b"\0" in content or _is_mostly_utf_8(content):
        return "utf-8"
    words = (found[0] for found in _BYTES_OF_WORDS.finditer(content))
    found = list(islice((word for word in words if not word.isascii()), MAX_WORDS))
    return max(CODE_PAGES, key=lambda key: _words_that_make_sense(found, key))


def codec_of(content: bytes, encoding: str) -> str:
    """Return Python's name of the encoding.

    That of UTF-16 depends on the order of the bytes.
    """
    if encoding == "utf-8":
        return "utf-8-sig"
    if encoding != "utf-16":
        return CODE_PAGES[encoding]
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    low, high = _shares_of_high_bytes(content)
    return "utf-16-be" if low > high else "utf-16-le"


def _is_utf_16(content: bytes) -> bool:
    """Return whether each second byte, and no other, is a letter's higher byte."""
    low, high = sorted(_shares_of_high_bytes(content))
    return low < 0.5 and high > 0.9


def _shares_of_high_bytes(content: bytes) -> tuple[float, float]:
    """Return the shares of possible higher bytes at even and at odd places."""
    halves = content[:MAX_SAMPLE:2], content[1:MAX_SAMPLE:2]
    even, odd = (sum(byte < HIGH_BYTES for byte in half) / max(1, len(half)) for half in halves)
    return even, odd


def _is_mostly_utf_8(content: bytes) -> bool:
    """Return whether more of the letters beyond ASCII are whole than are damaged."""
    text = content.decode("utf-8", "replace")
    damaged = text.count("\ufffd")
    whole = len(text) - len(text.encode("ascii", "ignore")) - damaged
    return not damaged or whole > damaged


def _words_that_make_sense(words: list[bytes], key: str) -> int:
    texts = (word.decode(CODE_PAGES[key], "replace") for word in words)
    fits = _is_cyrillic_word if key == "windows-1251" else _is_latin_word
    return sum(text.isalpha() and _has_usual_case(text) and fits(text) for text in texts)


def _is_cyrillic_word(text: str) -> bool:
    """Return whether no letter is ASCII: a word of one may be a French “à”."""
    return len(text) > 1 and not any(letter.isascii() for letter in text)


def _is_latin_word(text: str) -> bool:
    """Return whether a letter is ASCII: no Latin word has accents only."""
    return any(letter.isascii() for letter in text)


def _has_usual_case(text: str) -> bool:
    return text[1:] == text[1:].lower() or text == text.upper()
