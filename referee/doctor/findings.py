"""Findings: sentences about the installation, each with its state."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from django.utils.translation import gettext as _


class State(IntEnum):
    """Severity of a finding.

    The numbers are the exit codes that monitors know (Nagios).
    """

    FINE = 0
    WARNING = 1
    CRITICAL = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about the installation, and what to do about it ("" if nothing)."""

    state: State
    text: str
    advice: str = ""


Check = Callable[[], Iterator[Finding]]


def fine(text: str) -> Finding:
    """Return a finding that asks for nothing."""
    return Finding(State.FINE, text)


def warning(text: str, advice: str) -> Finding:
    """Return a finding with which the installation works, though not as it should."""
    return Finding(State.WARNING, text, advice)


def critical(text: str, advice: str) -> Finding:
    """Return a finding with which something fails, or will soon."""
    return Finding(State.CRITICAL, text, advice)


def run(check: Check) -> Iterator[Finding]:
    """Yield a check's findings; if it raises, yield a critical one about that."""
    try:
        yield from check()
    except Exception as error:  # Whatever is broken is what is looked for.
        text = _("The check “%(name)s” failed: %(error)s.")
        facts = {"name": check.__name__, "error": type(error).__name__}
        yield critical(text % facts, _("Report this, please; the other checks go on."))
