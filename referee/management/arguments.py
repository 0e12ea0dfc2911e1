"""Command-line arguments: record files, bounded whole numbers, and a seed."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable

MAX_SEED_LENGTH = 100
MAX_PLAYOUTS = 10_000
"""The most play-outs of each way to play that a command makes."""


def add_record_files(parser: ArgumentParser) -> None:
    """Add the argument `files`, one or more records."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="records (.amr.jsonl); - is standard input"
    )


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of an argument from `least` to `most`."""

    def read(text: str) -> int:
        if not (
            text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most
        ):
            raise ArgumentTypeError(f"a whole number from {least} to {most} is needed")
        return int(text)

    return read


def seed_text(text: str) -> str:
    """Return a seed: a short text that can be printed."""
    if not text.isprintable() or len(text) > MAX_SEED_LENGTH:
        raise ArgumentTypeError(f"at most {MAX_SEED_LENGTH} printable characters are needed")
    return text
