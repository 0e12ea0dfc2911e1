"""What is said of a table's log: complete in every language, and never the engine's codes."""

import string

import pytest

from referee.engine import LANGUAGES, Refusal
from referee.engine import messages as engine_messages
from referee.journal.sentences import catalogue, render_refusal


def fields(text: str | list[str]) -> set[str]:
    """The names in the holes of a sentence, or of its forms by number."""
    forms = [text] if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_no_code_is_both_the_journals_and_the_engines() -> None:
    for language in LANGUAGES:
        journal, engine = catalogue(language), engine_messages.catalogue(language)
        assert not journal["refusals"].keys() & engine["refusals"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_of_it_with_the_same_holes(language: str) -> None:
    english, translated = catalogue("en"), catalogue(language)
    for table in ("refusals", "headlines", "goods", "corrections"):
        assert english[table].keys() == translated[table].keys()
        for key, text in english[table].items():
            assert fields(text) == fields(translated[table][key]), key


def test_an_unknown_language_has_no_catalogue() -> None:
    with pytest.raises(KeyError):
        catalogue("de")


def test_a_refusal_calls_the_player_by_name_where_one_is_known() -> None:
    refusal = Refusal("no_dispute", None, {"player": "p1"})
    assert render_refusal(refusal) == "p1 disputes nothing."
    assert render_refusal(refusal, names={"p1": "Ada"}) == "Ada disputes nothing."


def test_a_refusal_of_the_engine_is_said_as_the_engine_says_it() -> None:
    refusal = Refusal("unknown_player", None, {"key": "player", "value": "p9"})
    assert render_refusal(refusal, "ru") == engine_messages.render_refusal(refusal, "ru")


def test_a_corrections_refusal_says_why_the_later_event_falls() -> None:
    because = Refusal("not_on_turn", None, {"player": "p1", "on_turn": "p2"})
    refusal = Refusal("revised_illegal", None, {"seq": 7, "because": because.as_json()})
    text = render_refusal(refusal, names={"p1": "Ada", "p2": "Ben"})
    assert text.startswith("With this correction event 7 is refused: ")
    assert "Ada" in text
    assert "Ben" in text


def test_a_refusal_is_the_same_after_it_was_stored_as_json() -> None:
    refusal = Refusal("not_at_table", None, {"player": "p9"})
    assert Refusal(**refusal.as_json()) == refusal
