"""What the memory of a started engine holds: the tablet then has no files to read."""

from pathlib import Path

from referee.engine import rule_texts
from referee.tablet.bridge import read_everything


def test_rules_are_explained_without_reading_a_file(monkeypatch):
    rule_texts.books.cache_clear()
    read_everything()

    def no_file(*_args, **_options):
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", no_file)
    assert rule_texts.books()
