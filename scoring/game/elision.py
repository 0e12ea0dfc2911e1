"""Filling of names into catalogue sentences, with French elision before vowels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

_BEFORE_A_NAME = re.compile(r"\b([dDqQ]u?)e \{(\w+)\}")
_ISOLATES = "\u2066\u2067\u2068\u2069"
"""Unicode isolates around a name: they keep its writing direction apart from the text's."""


def fill_holes(sentence: str, values: Mapping[str, object]) -> str:
    """Fill the `{holes}` of a catalogue's sentence, with French elision.

    French "de" and "que" are elided before vowels. No other language has "de" or "que" before a
    hole.

    >>> fill_holes("L’argent de {player}", {"player": "Ada"})
    'L’argent d’Ada'
    >>> fill_holes("L’argent de {player}", {"player": "Ben"})
    'L’argent de Ben'
    """

    if not _may_elide(sentence):
        return sentence.format(**values)

    def elide(found: re.Match[str]) -> str:
        if begins_with_vowel(str(values.get(found[2], ""))):
            return f"{found[1]}’{{{found[2]}}}"
        return found[0]

    return _BEFORE_A_NAME.sub(elide, sentence).format(**values)


@lru_cache(maxsize=2048)
def _may_elide(sentence: str) -> bool:
    """Return whether the sentence has "de" or "que" before a hole; few sentences have."""
    return _BEFORE_A_NAME.search(sentence) is not None


def begins_with_vowel(name: str) -> bool:
    """Return whether French elides before a name.

    It does before a vowel, before Y followed by a consonant (Yves, not Yann), and before a mute H
    (Hélène, Hugo). H before A is taken for aspirated (Hans, Hassan), except in Hadrien. A word
    without a capital is a code or a number, not a name.
    """
    plain = unicodedata.normalize("NFD", name.lstrip(_ISOLATES))
    first, second = plain[:1], plain[1:2]
    if first == "H":
        return second in tuple("eioyu") or plain.startswith("Hadrien")
    if first == "Y":
        return second.isascii() and second.isalpha() and second not in "aeiou"
    return first in tuple("AEIOUŒÆ")
