"""Plays a study and works out its figures. Without Django's settings: a process of its own."""

from collections.abc import Callable
from typing import Any

from referee.insight.fairness import Setting
from referee.insight.strongest import Field
from referee.insight.study import Plan, Study
from scoring.game.editions import load_edition
from tournament.common.editions import read_own_edition

PLAYED = 95
"""Percent done when all games are played; then their figures are worked out."""

Json = dict[str, Any]


def study_of(setting: Json, seed: str) -> Study:
    """Return the study that these values describe; EditionError if the edition does not work."""
    own, sizes = setting["edition_file"], tuple(setting["sizes"])
    edition = read_own_edition(own) if own else load_edition(setting["edition"])
    points, events = tuple(setting["points"]), setting["events"]
    return Study(
        Setting(edition, setting["turns"], sizes, setting["rulings"]),
        Field(setting["players"], setting["rounds"], sizes, points, events=events),
        Plan(setting["games"], seed),
    )


def report_of(study: Study, goes_on: Callable[[int], bool]) -> Json:
    """Play a study until done or stopped, and return the figures of the games so far.

    `goes_on` is told the percent that is done, and returns False once somebody has stopped it.
    """
    for share in study.play():
        if not goes_on(int(PLAYED * share)):
            break
    return study.report(lambda share: goes_on(PLAYED + int(4 * share)))
