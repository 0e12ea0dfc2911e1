"""Every string people see is marked for translation, and translated."""

import re
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest

from tools.translations import (
    LANGUAGES,
    ROOT,
    Message,
    catalogue_path,
    compile_catalogue,
    faults,
    messages,
)

# What is the same in every language: names, signs, units.
SAME_EVERYWHERE = {"Treasurer", "EN", "FR", "РУ", "English", "Français", "Русский", "SHA"}
SAME_EVERYWHERE |= {"Android", "iPadOS"}
SAME_EVERYWHERE |= {"CSV", "csv", "Excel", "xlsx", "JSON", "json", "ZIP"}
SPOKEN = ("title", "aria-label", "alt", "placeholder", "label")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
TRANSLATED = re.compile(r"\{%\s*blocktranslate.*?endblocktranslate\s*%\}", re.DOTALL)
GLOSSARY = ROOT / "docs" / "glossary.md"
CATALOGUES = (
    "locale/{}/LC_MESSAGES/django.po",
    "referee/engine/messages/{}.toml",
    "referee/journal/messages/{}.toml",
    "referee/tablet/bridge/phrases/{}.toml",
    "referee/static/tablet/i18n/{}.js",
)
COMMENT = re.compile(r"\{%\s*comment.*?endcomment\s*%\}", re.DOTALL)
# Commands are typed as they are, whatever the language.
CODE = {"code", "pre", "script", "style"}


class BareText(HTMLParser):
    """Words that stand in a template without a translation tag around them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        for name, value in attrs:
            if name in SPOKEN and value:
                self.keep(value)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not CODE & set(self.open):
            self.keep(data)

    def keep(self, text: str) -> None:
        words = re.findall(r"[^\W\d_]+", text)
        self.words += [word for word in words if word not in SAME_EVERYWHERE]


def bare_words(source: str) -> list[str]:
    parser = BareText()
    parser.feed(TAG.sub("", COMMENT.sub("", TRANSLATED.sub("", source))))
    return parser.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_marked_string_is_translated(language):
    assert not faults(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_one_beside_it(language, tmp_path):
    """If this fails: python -m tools.translations --compile."""
    source = catalogue_path(language)
    copy = catalogue_path(language, tmp_path)
    copy.parent.mkdir(parents=True)
    copy.write_bytes(source.read_bytes())
    compile_catalogue(language, tmp_path)
    assert source.with_suffix(".mo").read_bytes() == copy.with_suffix(".mo").read_bytes()
    assert {path.name for path in copy.parent.iterdir()} == {"django.po", "django.mo"}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "templates").rglob("*.html")), ids=lambda file: file.stem
)
def test_no_template_shows_words_outside_a_translation(file: Path):
    assert not bare_words(file.read_text(encoding="utf-8"))


def test_bare_words_are_found():
    assert bare_words('<p title="Hello">{% translate "Yes" %} world {{ name }}</p>') == [
        "Hello",
        "world",
    ]


def test_marked_strings_are_found(tmp_path):
    (tmp_path / "templates").mkdir()
    count = "{% blocktranslate count n=n %}{{ n }} a{% plural %}{{ n }} b{% endblocktranslate %}"
    template = '{% translate "One" %}' + count
    (tmp_path / "templates" / "page.html").write_text("{% load i18n %}" + template)
    (tmp_path / "tournament").mkdir()
    code = 'a = _("Two " "halves")\nb = pgettext("where", "Three")\nc = gettext(name)\n'
    (tmp_path / "tournament" / "code.py").write_text(code)
    assert set(messages(tmp_path)) == {
        Message("One"),
        Message("%(n)s a", "%(n)s b"),
        Message("Two halves"),
        Message("Three", context="where"),
    }


def test_a_missing_empty_or_stale_translation_is_found(tmp_path):
    (tmp_path / "templates").mkdir()
    source = '{% load i18n %}{% translate "New" %}{% translate "Empty" %}{% translate "Good" %}'
    (tmp_path / "templates" / "page.html").write_text(source)
    catalogue = polib.POFile()
    for text, translated in (("Empty", ""), ("Good", "Bon"), ("Old", "Vieux")):
        catalogue.append(polib.POEntry(msgid=text, msgstr=translated))
    path = catalogue_path("fr", tmp_path)
    path.parent.mkdir(parents=True)
    catalogue.save(str(path))
    assert faults("fr", tmp_path) == [
        "templates/page.html: not in django.po (fr): 'New'",
        "fr: not translated: 'Empty'",
        "fr: no longer in use: 'Old'",
    ]


def test_a_lost_placeholder_is_found(tmp_path):
    (tmp_path / "tournament").mkdir()
    (tmp_path / "tournament" / "code.py").write_text('_("%(name)s wins")\n')
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="%(name)s wins", msgstr="%(nom)s gagne"))
    path = catalogue_path("fr", tmp_path)
    path.parent.mkdir(parents=True)
    catalogue.save(str(path))
    assert faults("fr", tmp_path) == ["fr: other placeholders than the original: '%(name)s wins'"]


def glossary(columns: int) -> list[list[str]]:
    """The rows of the glossary's tables that have so many columns, without their heads."""
    text = GLOSSARY.read_text("utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]]
            for line in text.splitlines() if line.startswith("| ")]  # fmt: skip
    return [row for row in rows if len(row) == columns and row[0] not in ("English", "Language")]


def translations(language: str) -> dict[tuple[str, str | None], str]:
    """What the pages' catalogue says for a word and its context, in small letters."""
    entries = polib.pofile(str(catalogue_path(language)))
    return {(entry.msgid.casefold(), entry.msgctxt): entry.msgstr.casefold() for entry in entries}


@pytest.mark.parametrize(("language", "column"), [("fr", 1), ("ru", 2)])
def test_the_catalogues_say_what_the_glossary_says(language, column):
    catalogue = translations(language)
    for row in glossary(5):
        key = (row[0].casefold(), row[3].strip("`") or None)
        assert not key[1] or key in catalogue, (
            f"the glossary has {row[0]} as {row[3]}: nobody says it"
        )
        assert catalogue.get(key, row[column].casefold()) == row[column].casefold(), row


def test_a_word_with_several_meanings_never_stands_without_its_context():
    meanings = [row[0].casefold() for row in glossary(5) if row[3]]
    bare = {message.text for message in messages() if message.context is None}
    assert not [text for text in bare if meanings.count(text.casefold()) > 1]


def test_a_term_the_glossary_forbids_occurs_in_no_catalogue():
    runtime = "referee/static/tablet/runtime/messages.js"
    for spoken, never, instead in glossary(3):
        language = {"French": "fr", "Russian": "ru"}[spoken]
        words = re.compile(rf"\b(?:{never}|{never[0].upper()}{never[1:]})")
        for pattern in (*CATALOGUES, runtime):
            text = (ROOT / pattern.format(language)).read_text("utf-8")
            assert not words.search(text), f"{pattern}: {never}; say {instead}"


def test_the_glossary_is_read():
    assert len(glossary(5)) > 100
    assert len(glossary(3)) > 10


def test_french_keeps_its_signs_with_the_word_before():
    """A line may break at a space: French puts none that can before : ; ? ! and in « »."""
    for pattern in CATALOGUES:
        text = (ROOT / pattern.format("fr")).read_text("utf-8")
        loose = re.findall(r'"[^"\n]*?(?: [:;?!»]|« )[^"\n]*"', text)
        own = [line for line in loose if not line.startswith('"Plural-Forms')]
        assert not own, f"{pattern}: U+00A0 before {own[0]}"
