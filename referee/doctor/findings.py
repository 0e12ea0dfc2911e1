"""Findings: sentences about the installation, each with its state."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum


class State(IntEnum):
    """How bad a finding is; the numbers are the exit codes that monitors know (Nagios)."""

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
