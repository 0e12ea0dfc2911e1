"""Pages and tablet name their classes alike, as CONTRIBUTING.md says."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)(?=[^{}]*\{)")
WORDS = re.compile(r"[a-z0-9_]+(-[a-z0-9_]+)*")
"""Words with one hyphen between them; kinds of squares have an underscore."""


def test_a_class_is_words_with_hyphens() -> None:
    sheets = [*ROOT.glob("tournament/static/**/*.css"), *ROOT.glob("referee/static/**/*.css")]
    names = {name for sheet in sheets for name in CLASS.findall(sheet.read_text())}
    assert len(names) > 500
    assert [name for name in sorted(names) if "__" in name or not WORDS.fullmatch(name)] == []
