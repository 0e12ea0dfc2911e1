"""The catalogues of translations, handled without gettext tools.

They are extracted, updated, checked and compiled. `python -m tools.translations` updates
`locale/*/LC_MESSAGES/django.po` with the strings marked in the code and the templates,
compiles the catalogues, and lists what is left to translate. `python -m tools.translations
--compile` only compiles them: set-up does that.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("fr", "ru")
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<12 || n%100>14) ? 1 : 2);",
}
PYTHON = ("config", "tournament", "referee")
# Pure code carries its own catalogues, because it has no Django to translate it.
OWN_CATALOGUES = ("referee/engine", "referee/static/")
MARKERS = {
    "_": (0,),
    "gettext": (0,),
    "gettext_lazy": (0,),
    "gettext_noop": (0,),
    "ngettext": (0, 1),
    "ngettext_lazy": (0, 1),
    "pgettext": ("context", 0),
    "pgettext_lazy": ("context", 0),
    "npgettext": ("context", 0, 1),
    "npgettext_lazy": ("context", 0, 1),
}
CALL = re.compile(r"\b(n?p?gettext(?:_lazy|_noop)?|_)\(")
TEXT = re.compile(r"""\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*,?""", re.DOTALL)
# French keeps these signs on the line of the word they belong to.
FRENCH_SPACE = re.compile(r" (?=[:;?!»]|%%)|(?<=«) ")
PLACEHOLDER = re.compile(r"%(\(\w+\))?[-+ #0-9.]*[diouxXeEfFgGrs]|\{\w*\}")


class Message(NamedTuple):
    """A string marked for translation."""

    text: str
    plural: str = ""
    context: str | None = None


def messages(root: Path = ROOT) -> dict[Message, list[str]]:
    """Return every marked string with its files, in order of the files' names."""
    found: dict[Message, list[str]] = {}
    for path in sorted(_sources(root)):
        name = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        reader = _in_python if path.suffix == ".py" else _in_template
        for message in reader(source):
            files = found.setdefault(message, [])
            if name not in files:
                files.append(name)
    return found


def _sources(root: Path) -> Iterator[Path]:
    yield from (root / "templates").rglob("*.html")
    yield from (root / "templates").rglob("*.txt")
    for package in PYTHON:
        for path in (root / package).rglob("*.py"):
            if not path.relative_to(root).as_posix().startswith(OWN_CATALOGUES):
                yield path


def _in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else None
            name = function.id if isinstance(function, ast.Name) else name
            texts = [item.value for item in node.args if isinstance(item, ast.Constant)]
            if name in MARKERS and len(texts) >= len(MARKERS[name]):
                yield _message(name, [str(text) for text in texts])


def _in_template(source: str) -> Iterator[Message]:
    script = templatize(source)
    for call in CALL.finditer(script):
        texts, position = [], call.end()
        while text := TEXT.match(script, position):
            texts.append(str(ast.literal_eval(text.group(1))))
            position = text.end()
        if len(texts) >= len(MARKERS[call.group(1)]):
            yield _message(call.group(1), texts)


def _message(marker: str, texts: list[str]) -> Message:
    shape = MARKERS[marker]
    context = texts.pop(0) if shape[0] == "context" else None
    plural = texts[1] if 1 in shape else ""
    return Message(texts[0], plural, context)


def catalogue_path(language: str, root: Path = ROOT) -> Path:
    """Return the path of a language's catalogue."""
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def update(language: str, found: dict[Message, list[str]]) -> polib.POFile:
    """Return the catalogue with exactly the strings found, translations kept."""
    path = catalogue_path(language)
    old = polib.pofile(str(path)) if path.exists() else polib.POFile()
    kept = {Message(e.msgid, e.msgid_plural, e.msgctxt): e for e in old if not e.obsolete}
    new = polib.POFile(wrapwidth=100)
    new.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for message, files in sorted(found.items(), key=lambda item: (item[1][0], item[0].text)):
        entry = kept.get(message) or _blank_entry(message, language)
        entry.occurrences = [(name, "") for name in files]
        if language == "fr":
            _typeset(entry)
        new.append(entry)
    return new


def _typeset(entry: polib.POEntry) -> None:
    entry.msgstr = FRENCH_SPACE.sub("\u00a0", entry.msgstr)
    forms = entry.msgstr_plural
    entry.msgstr_plural = {form: FRENCH_SPACE.sub("\u00a0", forms[form]) for form in forms}


def _blank_entry(message: Message, language: str) -> polib.POEntry:
    entry = polib.POEntry(msgid=message.text, msgctxt=message.context)
    if message.plural:
        forms = int(PLURALS[language][len("nplurals=")])
        entry.msgid_plural = message.plural
        entry.msgstr_plural = dict.fromkeys(range(forms), "")
    return entry


def faults(language: str, root: Path = ROOT) -> list[str]:
    """Return a sentence for each fault in a language's catalogue.

    Empty if it is complete.
    """
    path = catalogue_path(language, root)
    entries = {Message(e.msgid, e.msgid_plural, e.msgctxt): e for e in polib.pofile(str(path))}
    wanted = messages(root)
    wrong = [f"{files[0]}: not in {path.name} ({language}): {message.text!r}"
             for message, files in wanted.items() if message not in entries]  # fmt: skip
    for message, entry in entries.items():
        if message not in wanted:
            wrong.append(f"{language}: no longer in use: {message.text!r}")
        elif reason := _untranslated_reason(entry):
            wrong.append(f"{language}: {reason}: {message.text!r}")
    return wrong


def _untranslated_reason(entry: polib.POEntry) -> str:
    forms = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    if entry.fuzzy or not all(forms):
        return "not translated"
    wanted = _placeholders(entry.msgid_plural or entry.msgid)
    # "One player" needs no number: a form may leave the count out, but never invent one.
    lacking = any(_placeholders(form) - wanted for form in forms)
    lacking = lacking or _placeholders(forms[-1]) != wanted
    return "other placeholders than the original" if lacking else ""


def _placeholders(text: str) -> set[str]:
    return {found.group(0) for found in PLACEHOLDER.finditer(text.replace("%%", ""))}


def compile_catalogue(language: str, root: Path = ROOT) -> None:
    """Write the `.mo` file that Django reads.

    An interrupted run leaves no incomplete file.
    """
    path = catalogue_path(language, root)
    part = path.with_suffix(".mo.part")
    part.write_bytes(polib.pofile(str(path)).to_binary())
    part.replace(path.with_suffix(".mo"))


def main() -> int:
    """Compile the named catalogues or update all.

    Return 1 if something is left to translate.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.translations")
    parser.add_argument(
        "--compile",
        nargs="*",
        choices=LANGUAGES,
        help="compile these languages, or all, and change no catalogue",
    )
    chosen = parser.parse_args().compile
    if chosen is None:
        return _update_all()
    for language in chosen or LANGUAGES:
        compile_catalogue(language)
    return 0


def _update_all() -> int:
    found = messages()
    wrong = []
    for language in LANGUAGES:
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        update(language, found).save(str(path))
        compile_catalogue(language)
        wrong += faults(language)
    for sentence in wrong:
        print(sentence)  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
