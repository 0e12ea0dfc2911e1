"""PDF files from templates in `typst/`.

The templates get texts as data and never as source.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.common.limited_process import BusyError, LimitReachedError, Limits, run_limited
from tournament.prints import typesetting_process

Paper = Literal["a4", "us-letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
MAX_BYTES = 8_000_000
"""The most data of a print; badges of 1,000 players take 2 MB."""
PATIENCE = 60
"""Seconds of real time to wait for a print."""
MAX_RARE = 500
EUROPEAN = re.compile(
    r"[\x20-\x7e\xa0-\u03e1\u03f0-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e]*"
)
"""Texts whose letters our fonts have."""
LIMITS = Limits(typesetting_process.MAX_SECONDS, PATIENCE, typesetting_process.MAX_MEMORY)


def typeset(template: str, data: Mapping[str, Any], *, paper: Paper, language: str) -> bytes:
    """Return the PDF of `typst/<template>.typ`, tagged, with fonts embedded.

    `data` is JSON to the template; its `title` is the document's. Raise ValidationError if it is
    too much, or if other prints are being set.
    """
    text = json.dumps(data, default=str)
    if len(text) > MAX_BYTES:
        raise too_large()
    inputs = {"data": text, "paper": paper, "language": language}
    asked = json.dumps({"template": template, "inputs": inputs})
    script = Path(typesetting_process.__file__)
    try:
        return run_limited(script, given=asked.encode(), limits=LIMITS)
    except LimitReachedError as error:
        raise too_large() from error
    except BusyError as error:
        raise ValidationError(_("The server is busy with other files. Try again.")) from error


def unprintable(names: Iterable[str]) -> list[str]:
    """Return the names with letters that no font has.

    They are printed with boxes. Only the first MAX_RARE names with letters beyond Europe's are
    looked at. [] while other files are being read.
    """
    rare = [name for name in dict.fromkeys(names) if not EUROPEAN.fullmatch(name)][:MAX_RARE]
    if not rare:
        return []
    script = Path(typesetting_process.__file__)
    try:
        found = run_limited(script, given=json.dumps({"names": rare}).encode(), limits=LIMITS)
    except (BusyError, LimitReachedError):
        return []
    missing = set(json.loads(found))
    return [name for name in rare if missing & set(name)]


def too_large() -> ValidationError:
    """Return the refusal of a print that takes the server too long."""
    return ValidationError(_("This print is too large for the server. Download its table instead."))
