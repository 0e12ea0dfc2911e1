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
