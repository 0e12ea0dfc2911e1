"""The style sheets, pictures and the script of a copy, as the program has them."""

import base64
import mimetypes
import posixpath
import re
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders

from tournament.common.comments import without_comments

ENTRY = "referee/static_site/site.js"
_IMPORTED_SHEET = re.compile(r'@import url\("([\w./-]+)"\);')
_REFERENCE = re.compile(r'url\("([\w./-]+)"\)')
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.{1,2}/[\w./-]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
_EMPTY_EXPORT = re.compile(r"^export \{\};$", re.MULTILINE)
_NOT_LINKED = re.compile(r"^(?:import|export)\b|\bimport\s*[(.]", re.MULTILINE)


class NotLinkedError(Exception):
    """A module is written in a way that cannot be put into one script."""


def name_of(address: str) -> str:
    """Return the name of the static file at an address of a page."""
    return urlsplit(address).path.removeprefix(settings.STATIC_URL)


def content_of(name: str) -> bytes:
    """Return the content of a static file; a style sheet has in it what it asks for."""
    if name.endswith(".css"):
        return _sheet(name).encode()
    return _read(name)


def script(entry: str = ENTRY) -> str:
    """Return all modules that `entry` needs as one classic script.

    A page that is opened as a file may load no modules. Raises NotLinkedError.
    """
    found: dict[str, str] = {}
    _link(entry, found)
    return '"use strict";\n(() => {\n' + "".join(found.values()) + "})();\n"


def _link(name: str, found: dict[str, str]) -> None:
    """Add a module, as a function that is called once, after those that it imports."""
    if name in found:
        return
    text = without_comments(name, _read(name).decode())
    folder = posixpath.dirname(name)
    for _names, path in _IMPORT.findall(text):
        _link(posixpath.normpath(f"{folder}/{path}"), found)
    numbers = {other: number for number, other in enumerate(found)}

    def imported(match: re.Match[str]) -> str:
        if match[1] is None:
            return ""
        number = numbers[posixpath.normpath(f"{folder}/{match[2]}")]
        return f"const {match[1].replace(' as ', ': ')} = module{number};"

    body = _EXPORT.sub(r"\1 \2", _EMPTY_EXPORT.sub("", _IMPORT.sub(imported, text)))
    if _NOT_LINKED.search(body):
        raise NotLinkedError(name)
    exported = ", ".join(export for _kind, export in _EXPORT.findall(text))
    lines = "\n".join(line for line in body.splitlines() if line.strip())
    found[name] = (
        f"const module{len(found)} = (() => {{\n{lines}\nreturn {{ {exported} }};\n}})();\n"
    )


def _sheet(name: str) -> str:
    folder = posixpath.dirname(name)

    def path(match: re.Match[str]) -> str:
        return posixpath.normpath(f"{folder}/{match[1]}")

    text = _IMPORTED_SHEET.sub(lambda match: _sheet(path(match)), _read(name).decode())
    return _REFERENCE.sub(lambda match: f'url("{_data(path(match))}")', text)


def _data(name: str) -> str:
    """Return a file as an address.

    A browser may refuse a font that is a file to a page that is one.
    """
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(_read(name)).decode()}"


def _read(name: str) -> bytes:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_bytes()
