"""Reading a JSON file that is not trusted, part by part."""

import datetime as dt
import json
import re
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import Any, Never

from django.utils.translation import gettext as _

MAX_NUMBER = 10**12
MAX_DIGITS = 100
"""The most digits of a number: no figure of a game has so many."""
MAX_LISTED = 100_000
"""The most players, tables or other items in one list of a snapshot."""
MAX_POINTS_LISTED = 100

_FRACTION = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8}))?")

Json = dict[str, Any]


class MalformedError(Exception):
    """A file of the wrong form: its name, the place in it, and the problem."""

    def __init__(self, file: str, where: str, fault: str) -> None:
        super().__init__(file, where, fault)
        self.file, self.where, self.fault = file, where, fault


def read_json(file: Path, name: str, most: int) -> Any:
    """Return the value in a JSON file of at most `most` bytes.

    Raise MalformedError or OSError.
    """
    with file.open("rb") as source:
        content = source.read(most + 1)
    if len(content) > most:
        raise MalformedError(name, "", _("larger than %(most)s bytes") % {"most": f"{most:,}"})
    return parse_json(content, name)


def parse_json(content: bytes, name: str) -> Any:
    """Parse a JSON text with whole numbers only; raises MalformedError with the line."""
    try:
        return json.loads(
            content.decode(), parse_float=_refuse, parse_int=_parse_whole, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        line = _("line %(line)d") % {"line": error.lineno}
        fault = _("not JSON (column %(column)d)") % {"column": error.colno}
        raise MalformedError(name, line, fault) from None
    except UnicodeDecodeError:
        raise MalformedError(name, "", _("not text in UTF-8")) from None
    except RecursionError:
        raise MalformedError(name, "", _("nested too deeply")) from None
    except ValueError as error:
        raise MalformedError(name, "", str(error)) from None


def _parse_whole(text: str) -> int:
    return int(text) if len(text) <= MAX_DIGITS else _refuse(text)


def _refuse(text: str) -> Never:
    raise ValueError(_("%(text)s is no whole number") % {"text": text[:20]})


class Reader:
    """Reads a value part by part; each fault names the file and the path in it."""

    def __init__(self, value: Any, file: str, path: str = "") -> None:
        self._value, self._file, self._path = value, file, path

    def fault(self, what: str) -> MalformedError:
        """Return the error that says what this part should be."""
        return MalformedError(self._file, self._path, what)

    def __getitem__(self, name: str) -> "Reader":
        """Return a required part of an object."""
        part = self.get(name)
        if part is None:
            raise self.fault(_("without “%(name)s”") % {"name": name})
        return part

    def get(self, name: str) -> "Reader | None":
        """Return a part of an object, None without it."""
        found = self.object()
        path = f"{self._path}.{name}" if self._path else name
        return Reader(found[name], self._file, path) if name in found else None

    def object(self) -> Json:
        """Return the value as an object.

        Raise MalformedError otherwise, as the methods below do.
        """
        if not isinstance(self._value, dict) or len(self._value) > MAX_LISTED:
            raise self.fault(_("should be an object"))
        return self._value

    def items(self) -> "list[tuple[str, Reader]]":
        """Return the parts of an object, with their names."""
        return [(name, self[name]) for name in self.object()]

    def numbered_parts(self) -> "list[tuple[int, Reader]]":
        """Return the parts of an object whose names are numbers, by number."""
        found = []
        for name, part in self.items():
            if not (name.isascii() and name.isdecimal() and len(name) <= 9):
                raise part.fault(_("should stand under a number"))
            found.append((int(name), part))
        return sorted(found, key=lambda pair: pair[0])

    def text(self) -> str:
        """Return the value as a text."""
        if not isinstance(self._value, str) or len(self._value) > 1_000:
            raise self.fault(_("should be a text"))
        return self._value

    def flag(self) -> bool:
        """Return the value, which has to be true or false."""
        if type(self._value) is not bool:
            raise self.fault(_("should be true or false"))
        return self._value

    def number(self, least: int = 0) -> int:
        """Return the value as a whole number of at least `least`."""
        number = self._value
        if type(number) is not int or not least <= number <= MAX_NUMBER:
            raise self.fault(_("should be a whole number from %(least)d") % {"least": least})
        return number

    def choice(self, known: Collection[str]) -> str:
        """Return the value as one of the known texts."""
        text = self.text()
        if text not in known:
            raise self.fault(_("should be one of those that are known"))
        return text

    def moment(self) -> dt.datetime:
        """Return the value as a date with time and UTC offset."""
        text = self.text()
        try:
            found = dt.datetime.fromisoformat(text)
        except ValueError:
            found = None
        if found is None or found.tzinfo is None:
            raise self.fault(_("should be a date with time and time zone"))
        return found

    def fraction(self) -> Fraction:
        """Return the value as an exact number of at least 0: `6`, `7/2`."""
        found = _FRACTION.fullmatch(self.text())
        if found is None:
            raise self.fault(_("should be an exact number"))
        return Fraction(int(found[1]), int(found[2] or 1))

    def list(self, most: int = MAX_POINTS_LISTED) -> "list[Reader]":
        """Return the value as a list of parts."""
        if not isinstance(self._value, list) or len(self._value) > most:
            raise self.fault(_("should be a list of at most %(most)d") % {"most": most})
        return [
            Reader(item, self._file, f"{self._path}.{index}")
            for index, item in enumerate(self._value)
        ]
