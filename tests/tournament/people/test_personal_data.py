"""What in a text tells of a person, and what only looks as if it did."""

import pytest

from tournament.people.personal_data import Person


def person(*names: str) -> Person:
    return Person(frozenset(names), frozenset({"an@example.org"}))


@pytest.mark.parametrize(
    ("name", "text", "without"),
    [
        ("An", "An and Anna: landing by an", "— and Anna: landing by —"),
        ("Ada Lovelace", "ADA LOVELACE (table 3)", "— (table 3)"),
        ("王伟", "王伟说没有", "—说没有"),
        ("An", "to an@example.org", "to —"),
    ],
)
def test_a_name_is_taken_out_where_it_stands_by_itself(name: str, text: str, without: str) -> None:
    assert person(name).is_named_in(text)
    assert person(name).redact(text) == without


@pytest.mark.parametrize("text", ["landing", "Anna", "planned"])
def test_a_name_within_another_word_is_nobody(text: str) -> None:
    assert not person("An").is_named_in(text)
    assert person("An").redact_json({"kind": text, "label": text}) == {
        "kind": text,
        "label": text,
    }
