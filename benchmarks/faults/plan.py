"""The plan of a phase: the site, how much is played there, and how often it is struck."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a phase.

    `site` is platform or venue; a strike of `kinds` comes every `every` events or so, again and
    again or `once`. With `deaths` tablets die in mid-game and are replaced. The clients' histories
    are written below the folder `histories`. `chiefs` decide at once. `pages` tablets more are the
    app itself.
    """

    site: str
    events: int
    tablets: int
    seed: int
    every: int
    kinds: tuple[str, ...]
    deaths: bool
    histories: Path
    once: bool = False
    chiefs: int = 1
    pages: int = 0
