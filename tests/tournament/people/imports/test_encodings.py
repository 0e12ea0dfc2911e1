"""Guesses of a list's encoding, with names as lists have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.people.imports.encodings import ENCODINGS, codec_of, guess_encoding

FRENCH = "Nom;Club\nÉlodie Lefèvre;Échecs à Nice\nNoël Bœuf;À l’œuvre à Sète\nà;«Les Rois»\n"
GERMAN = "Name;Verein\nJürgen Groß;Schachclub Köln\nÄnne Öttinger;TSV Übersee\n"
SPANISH = "Nombre;¿Viene?\nMª José Núñez;Sí\nÍñigo Peña;1º\n"
POLISH = "Imię;Nazwisko\nŁukasz;Wałęsa\nŻaneta;Dąbrowska\nStanisław;Wójcik\n"
RUSSIAN = "Имя;Клуб\nПётр Ёлкин;«Спартак»\nЗОЯ ЦОЙ;Chess Club № 1\n"
UKRAINIAN = "Імʼя;Клуб\nЇжакевич Ганна;Київ\n".replace("ʼ", "’")


@pytest.mark.parametrize("text", [FRENCH, GERMAN, SPANISH, POLISH, RUSSIAN, UKRAINIAN])
@pytest.mark.parametrize(
    ("codec", "encoding"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
    ],
)
def test_unicode_is_recognised_in_each_language(text: str, codec: str, encoding: str) -> None:
    content = text.encode(codec)
    assert guess_encoding(content) == encoding
    assert content.decode(codec_of(content, encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "windows-1252"),
        (GERMAN, "windows-1252"),
        (SPANISH, "windows-1252"),
        (POLISH, "windows-1250"),
        (RUSSIAN, "windows-1251"),
        (UKRAINIAN, "windows-1251"),
        ("name\nÉ\n", "windows-1252"),
    ],
)
def test_a_code_page_is_told_by_the_words_that_make_sense(text: str, encoding: str) -> None:
    content = text.encode(codec_of(b"", encoding))
    assert guess_encoding(content) == encoding
    assert content.decode(codec_of(content, encoding)) == text


def test_polish_names_are_not_taken_for_western_ones() -> None:
    """As Windows-1252 the first is £ukasz: a sign within a word makes no sense."""
    for name in ("Łukasz", "Wałęsa", "Dąbrowska", "Żaneta"):
        content = f"name\n{name}\n".encode("cp1250")
        assert not content.decode("cp1252").split()[1].isalpha()
        assert guess_encoding(content) == "windows-1250"


def test_one_french_word_among_russian_ones_and_the_other_way() -> None:
    french, russian = "Élodie, à, ç, é\n".encode("cp1252"), "Зоя Цой\n".encode("cp1251")
    assert guess_encoding(french + russian) == "windows-1251"
    assert guess_encoding(french * 3 + russian) == "windows-1252"


@pytest.mark.parametrize(
    "content",
    [
        "Зоя Цой, Пётр".encode()[:-1],
        b"name\nAda\x00\n",
        b"name\nAda\x00B\n",
        b"\x89PNG\r\n\x1a\n" + bytes(2000),
        b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)) * 9,
        b"\x1f\x8b\x08" + bytes(512),
        b"",
    ],
)
def test_damaged_utf_8_and_what_is_no_text_is_left_to_utf_8(content: bytes) -> None:
    assert guess_encoding(content) == "utf-8"


@given(st.binary(max_size=200))
def test_any_bytes_have_one_guess(content: bytes) -> None:
    assert guess_encoding(content) in ENCODINGS
    assert guess_encoding(content) == guess_encoding(bytes(content))
