"""The setting of a study: the event's, and how it is played, as values to keep."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from referee.engine.state import TWO_HOUR
from referee.insight.fairness import turns_within
from referee.insight.playouts import METHOD
from referee.insight.strongest import MAX_FIELD, MAX_ROUNDS
from tournament.models import Event
from tournament.seating.table_sizes import nearest_counts, table_sizes

GAMES, EVENTS = 240, 200
"""Games of each table size and policy, and simulated events of each policy."""
FIGURES = 2
"""The shape of the figures (`referee.insight.study`); those of another shape are not read."""
MAX_TURNS = 600
USUAL_PLAYERS, FEWEST_PLAYERS = 20, 8


def settings_of(event: Event, *, seconds: int) -> dict[str, Any]:
    """Return the setting of a study of the event, as values of JSON (1 query).

    A turn takes so many seconds. Raise ValidationError if the games would have too many turns.
    """
    turns = turns_within(event.length_minutes, seconds)
    if turns > MAX_TURNS:
        text = _("A game would have %(turns)d turns; at most %(most)d can be simulated.")
        raise ValidationError(text % {"turns": turns, "most": MAX_TURNS})
    return {
        "edition": event.edition,
        "edition_file": event.edition_file,
        "rulings": event.rulings,
        "minutes": event.length_minutes,
        "seconds": seconds,
        "turns": turns,
        "sizes": event.table_sizes,
        "players": _players(event),
        "rounds": min(event.number_of_rounds, MAX_ROUNDS),
        "points": event.points_by_place,
        "method": METHOD,
        "games": GAMES,
        "events": EVENTS,
        "figures": FIGURES,
        # The first studies were of two-hour games and plain points, and do not name them.
        **({} if event.mode == TWO_HOUR else {"mode": event.mode}),
        **({"corrects_roles": True} if event.corrects_roles else {}),
    }


def is_same_setting(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two studies have the same event settings.

    Players, number of games and version of the policies do not count.
    """
    of_the_event = {*one, *other} - {"players", "method", "games", "events", "figures"}
    return all(one.get(key) == other.get(key) for key in of_the_event)


def _players(event: Event) -> int:
    """Return the number of simulated players.

    It is the number of players who entered, adjusted so that they fill tables.
    """
    entered = event.entries.count()
    players = min(entered, MAX_FIELD) if entered >= FEWEST_PLAYERS else USUAL_PLAYERS
    if table_sizes(players, event.table_sizes):
        return players
    more, less = nearest_counts(players, event.table_sizes)
    return players - less if less else players + (more or 0)
