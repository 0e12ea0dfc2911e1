"""The finals among an event's rounds, with their numbers of players.

They follow from the event's settings alone.

`finals` has the number of finalists in each of the last rounds. [12] is one round of
twelve, [4, 4] two rounds of the same four, and [16, 4] a semi-final of sixteen before a
final of four. Consecutive rounds of the same number are one stage, and one cut comes before
each stage. There are at most two stages.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from django.utils.translation import gettext, pgettext


class WithFinals(Protocol):
    """An event, as the database or a selector has it."""

    @property
    def number_of_rounds(self) -> int:
        """The number of rounds, finals included."""

    @property
    def finals(self) -> "list[int] | tuple[int, ...]":
        """The number of finalists in each of the last rounds."""


@dataclass(frozen=True, slots=True)
class FinalStage:
    """One stage of the finals.

    It has the rounds `first` to `last`, played by `size` finalists; `left` stages come after
    it.
    """

    first: int
    last: int
    size: int
    left: int

    @property
    def name(self) -> str:
        """The stage's name in the reader's language."""
        return gettext("Semi-final") if self.left else pgettext("of an event", "Final")


def stages(event: WithFinals) -> list[FinalStage]:
    """Return the final stages of an event, in order; empty without finals."""
    number = event.number_of_rounds - len(event.finals)
    runs = [(size, len(list(rounds))) for size, rounds in groupby(event.finals)]
    found = []
    for place, (size, rounds) in enumerate(runs, start=1):
        found.append(FinalStage(number + 1, number + rounds, size, len(runs) - place))
        number += rounds
    return found


def stage_of(event: WithFinals, number: int) -> FinalStage | None:
    """Return the final stage to which a round belongs; None before the finals."""
    return next((stage for stage in stages(event) if stage.first <= number <= stage.last), None)


def last_before_cut(event: WithFinals, number: int) -> int:
    """Return the last round before the next cut; until then the same players play."""
    later = [stage.first for stage in stages(event) if stage.first > number]
    return later[0] - 1 if later else event.number_of_rounds


def number_text(event: WithFinals, number: int) -> str:
    """Return a round's number with its name in the finals, if it has one.

    For example `3`, `4 (Semi-final)` or `5 (Final, game 1)`.
    """
    name = _name_of_round(event, number)
    return f"{number} ({name})" if name else str(number)


def _name_of_round(event: WithFinals, number: int) -> str:
    """Return the stage's name, with the game's number if it has several.

    Blank before the finals.
    """
    stage = stage_of(event, number)
    if stage is None:
        return ""
    if stage.first == stage.last:
        return stage.name
    game = number - stage.first + 1
    return gettext("%(final)s, game %(game)d") % {"final": stage.name, "game": game}
