"""The tablet speaks three languages in full."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import referee
from scoring.game.money import money
from tests.e2e.proxy import Proxy

FORMS = {
    "en": {"one", "other"},
    "fr": {"one", "many", "other"},
    "ru": {"one", "few", "many", "other"},
}

SCREENS = Path(referee.__file__).parent / "static" / "tablet" / "screens"
PHRASES = Path(referee.__file__).parent / "tablet" / "bridge" / "phrases"

Message = str | dict[str, str]


@pytest.fixture
def catalogues(app: Page, network: Proxy) -> dict[str, dict[str, Message]]:
    """Every message by language and key, as the browser loads them."""
    if app.url == "about:blank":
        app.goto(f"{network.url}/tablet/setup/")
    script = """async languages => Object.fromEntries(await Promise.all(languages.map(
        async language => [language,
            (await import(`/static/tablet/i18n/${language}.js`)).default])))"""
    found: dict[str, dict[str, Message]] = app.evaluate(script, list(FORMS))
    return found


def holes(message: Message) -> set[str]:
    """The names that a message leaves open, in any of its forms."""
    forms = [message] if isinstance(message, str) else message.values()
    return {hole for form in forms for hole in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_a_translation_is_complete(catalogues: Any, language: str) -> None:
    source, translated = catalogues["en"], catalogues[language]
    assert translated.keys() == source.keys()
    assert {key: holes(text) for key, text in translated.items()} == {
        key: holes(text) for key, text in source.items()
    }


@pytest.mark.parametrize("language", FORMS)
def test_a_counted_message_has_every_form_of_the_language(catalogues: Any, language: str) -> None:
    counted = {
        key: set(text) for key, text in catalogues[language].items() if isinstance(text, dict)
    }
    assert counted
    assert counted == dict.fromkeys(counted, FORMS[language])


@pytest.mark.parametrize("language", FORMS)
def test_the_screens_write_a_sum_as_the_sentences_do(
    app: Page, catalogues: Any, language: str
) -> None:
    """A button and the sentence about it name the same sum alike."""
    script = """async ([language, amounts]) => {
        const speech = (await import("/static/tablet/screens/i18n.js")).speechFor(language);
        return amounts.map(amount => speech.money(amount, "$"));
    }"""
    amounts = [0, 60, 999, 1140, 18_250, 1_000_000, -1140]
    assert app.evaluate(script, [language, amounts]) == [
        money(amount, "$", language) for amount in amounts
    ]


def test_every_message_is_said_somewhere(catalogues: Any) -> None:
    """A message that no screen says is dead; those with a changing part are said by their stem."""
    sources = "".join(path.read_text() for path in SCREENS.glob("*.js"))
    stems = set(re.findall(r"`([a-z_.]+\.)\$\{", sources))
    unsaid = [
        key
        for key in catalogues["en"]
        if f'"{key}"' not in sources and not key.startswith(tuple(stems))
    ]
    assert unsaid == []


@pytest.mark.parametrize("language", FORMS)
def test_the_tutorial_quotes_what_the_buttons_say(catalogues: Any, language: str) -> None:
    """Who is told to tap a word looks for that word."""
    phrases = tomllib.loads((PHRASES / f"{language}.toml").read_text())
    verbs = {label.split()[0] for key, label in phrases.items() if key.startswith("do.")}
    labels = {
        label
        for key, label in catalogues[language].items()
        if isinstance(label, str) and not key.startswith("tutorial.")
    }
    quoted = [
        (key, word)
        for key, message in catalogues[language].items()
        if key.startswith("tutorial.")
        for word in re.findall(r"[“«]\s?([^”»]+?)\s?[”»]", message)
    ]
    assert len(quoted) > 5
    assert [each for each in quoted if each[1] not in labels | verbs] == []
