"""Texts that are kept and shown hold no character that could harm where they are shown."""

import re
import unicodedata

import pytest

from referee.engine.plain_text import CONTROL_LETTERS, is_plain_text


@pytest.mark.parametrize(
    "text", ["", "Ada", "two\r\nlines\tand a tab", "Зоя", "阿达", "עדה", "Zoë 🎲", "a\u200db\u200f"]
)
def test_texts_in_any_script_are_plain(text):
    assert is_plain_text(text)


@pytest.mark.parametrize(
    "letter", ["\x00", "\x08", "\x0b", "\x1b", "\x7f", "\x85", "\u202e", "\u2067", "\ud800"]
)
def test_a_control_character_anywhere_makes_a_text_unfit(letter):
    assert not is_plain_text(letter)
    assert not is_plain_text(f"Ada {letter}Ben")


def test_unfit_are_all_controls_but_those_of_lines_and_tabs():
    """Unicode's categories, counted again."""
    for code in range(0x11000):
        letter = chr(code)
        control = unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\t\n\r"
        turns = unicodedata.bidirectional(letter) in {
            "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
        }  # fmt: skip
        assert is_plain_text(letter) is not (control or turns), hex(code)


def test_control_letters_are_those_without_halves_of_pairs():
    control = re.compile(f"[{CONTROL_LETTERS}]").search
    assert control("\x07")
    assert control("\u202e")
    assert not control("\ud83c\udfb2")
