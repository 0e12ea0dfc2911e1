"""A setting as words of a command line: KEY=VALUE."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from referee.engine.header import MAX_PLAYERS, MIN_PLAYERS
from referee.engine.state import MODES, TWO_HOUR
from referee.insight.fairness import MAX_TURNS, Setting, turns_within
from referee.insight.strongest import MAX_FIELD, MAX_ROUNDS, Field
from scoring.game.editions import EDITIONS, Edition, load_edition, load_edition_file
from scoring.game.rulings import RULINGS
from scoring.game.schema import EditionError
from tournament.models.event import default_points, default_table_sizes
from tournament.seating.table_sizes import nearest_counts, table_sizes

DEFAULTS = {
    "edition": EDITIONS[0],
    "mode": TWO_HOUR,
    "minutes": "120",
    "seconds": "60",
    "sizes": ",".join(map(str, default_table_sizes())),
    "players": "20",
    "rounds": "3",
    "points": ",".join(map(str, default_points())),
    "corrects_roles": "no",
}
"""The keys with their defaults. `seconds` is how long a turn takes."""
KEYS = (*DEFAULTS, *RULINGS)
MAX_POINTS = 1000


class SettingError(Exception):
    """A setting cannot be read; the text says which and what is needed."""


class Question(NamedTuple):
    """A setting to study.

    It holds the games' setting, the field of players, and the words that differ from usual.
    """

    setting: Setting
    field: Field
    words: str


def read_question(words: Sequence[str], base: Mapping[str, str] = DEFAULTS) -> Question:
    """Return the setting of these words, each KEY=VALUE, over those of `base`."""
    values = {**base, **read_words(words)}
    for key, choices in (("mode", MODES), ("corrects_roles", ("no", "yes"))):
        if values[key] not in choices:
            raise SettingError(_requirement_text(key, ", ".join(choices)))
    sizes = _numbers("sizes", values, (MIN_PLAYERS, MAX_PLAYERS))
    if len(set(sizes)) < len(sizes):
        raise SettingError(_requirement_text("sizes", _("each size once")))
    (minutes,) = _numbers("minutes", values, (1, 1440), 1)
    (seconds,) = _numbers("seconds", values, (1, 3600), 1)
    (players,) = _numbers("players", values, (2, MAX_FIELD), 1)
    (rounds,) = _numbers("rounds", values, (1, MAX_ROUNDS), 1)
    turns = turns_within(minutes, seconds)
    if turns > MAX_TURNS:
        text = _(
            "a longer turn: a game would have %(turns)d turns, and at most %(most)d are played"
        )
        raise SettingError(_requirement_text("seconds", text % {"turns": turns, "most": MAX_TURNS}))
    _refuse_no_tables(players, sizes)
    rulings = {name: _ruling(name, values[name]) for name in RULINGS if name in values}
    points = _numbers("points", values, (0, MAX_POINTS))
    return Question(
        Setting(_edition(values["edition"]), turns, sizes, rulings, values["mode"]),
        Field(players, rounds, sizes, points, corrects_roles=values["corrects_roles"] == "yes"),
        " ".join(f"{key}={value}" for key, value in values.items() if DEFAULTS.get(key) != value),
    )


def _refuse_no_tables(players: int, sizes: tuple[int, ...]) -> None:
    """Raise SettingError, with the nearest counts that fit, if players fill no tables."""
    if table_sizes(players, sizes):
        return
    more, less = nearest_counts(players, sizes)
    counts = [players + step for step in (-(less or 0), more or 0) if step]
    text = _("a number that fills tables of %(sizes)s, as %(counts)s")
    facts = {"sizes": ", ".join(map(str, sizes)), "counts": ", ".join(map(str, counts))}
    raise SettingError(_requirement_text("players", text % facts))


def read_words(words: Sequence[str]) -> dict[str, str]:
    """Return the values by key; each key is known and comes once."""
    values: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in KEYS or key in values:
            raise SettingError(
                _("KEY=VALUE is needed, each key once. The keys are %(keys)s.")
                % {"keys": ", ".join(KEYS)}
            )
        values[key] = value
    return values


def _requirement_text(key: str, what: str) -> str:
    return _("%(key)s: needed is %(what)s.") % {"key": key, "what": what}


def _numbers(
    key: str, values: Mapping[str, str], bounds: tuple[int, int], most: int = MAX_PLAYERS
) -> tuple[int, ...]:
    parts = values[key].split(",")
    plain = len(parts) <= most and all(
        part.isascii() and part.isdigit() and len(part) < 6 for part in parts
    )
    numbers = tuple(map(int, parts)) if plain else ()
    low, high = bounds
    if not numbers or not all(low <= number <= high for number in numbers):
        text = (
            _("numbers from %(low)d to %(high)d")
            if most > 1
            else _("a whole number from %(low)d to %(high)d")
        )
        raise SettingError(_requirement_text(key, text % {"low": low, "high": high}))
    return numbers


def _ruling(name: str, value: str) -> str:
    if value not in RULINGS[name]:
        raise SettingError(_requirement_text(name, ", ".join(RULINGS[name])))
    return value


def _edition(text: str) -> Edition:
    if text in EDITIONS:
        return load_edition(text)
    if not text.endswith(".toml"):
        what = _("%(codes)s or a file (.toml)") % {"codes": ", ".join(EDITIONS)}
        raise SettingError(_requirement_text("edition", what))
    try:
        return load_edition_file(Path(text))
    except EditionError as error:
        raise SettingError(str(error)) from error
