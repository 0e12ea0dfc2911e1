"""French and Russian as their printers set them: no sign of punctuation begins a line."""

import re
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
CATALOGUES = sorted(
    [
        *ROOT.glob("engine/*/??.toml"),
        *ROOT.glob("journal/messages/??.toml"),
        *ROOT.glob("tablet/bridge/phrases/??.toml"),
        *ROOT.glob("static/tablet/i18n/??.js"),
    ]
)
LOOSE = {"fr": re.compile(r"\S [:;?!%»]|« "), "ru": re.compile(r"\S [%]|[^ —] [:;?!»]")}
STRINGS = re.compile(r'"((?:[^"\\]|\\.)*)"')


GENDERED = re.compile(r"\b(должен|выбыл|вышел|покинул|согласился|проиграл|ушёл)\b", re.IGNORECASE)
"""What Russian can say of a man only: players are told by words that fit everybody."""


def of_language(language: str) -> list[Path]:
    return [path for path in CATALOGUES if path.stem == language]


def test_every_room_has_its_catalogues():
    assert len(of_language("fr")) == len(of_language("ru")) == len(of_language("en")) == 5


@pytest.mark.parametrize("language", LOOSE)
def test_signs_are_held_to_their_words_by_a_space_that_does_not_break(language):
    loose = [
        (path.parent.name, said)
        for path in of_language(language)
        for said in STRINGS.findall(path.read_text(encoding="utf-8"))
        if LOOSE[language].search(said)
    ]
    assert loose == []


def test_what_is_said_of_a_player_in_russian_fits_everybody():
    """The rules speak of "the player", who is masculine in Russian, and so is a trade."""
    said = [
        each
        for path in of_language("ru")
        if path.parent.name != "rule_texts"
        for each in STRINGS.findall(path.read_text("utf-8"))
    ]
    assert [each for each in said if GENDERED.search(each.replace("обмен должен", ""))] == []
