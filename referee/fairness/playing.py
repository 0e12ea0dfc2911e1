"""Playing a study and working out its figures, in a process of its own.

The process runs without Django's settings.
"""

from collections.abc import Callable
from typing import Any

from referee.engine.state import TWO_HOUR
from referee.insight.fairness import Setting
from referee.insight.strongest import Field
from referee.insight.study import Plan, Study
from scoring.game.editions import load_edition
from tournament.common.editions import read_own_edition

PLAYED = 95
"""Percent done when all games are played; then their figures are worked out."""

Json = dict[str, Any]


def mode_of(setting: Json) -> str:
    """Return the mode of a study's games."""
    mode: str = setting.get("mode", TWO_HOUR)
    return mode


def corrects_roles(setting: Json) -> bool:
    """Return whether a study's points make up for the roles."""
    return bool(setting.get("corrects_roles"))


def study_of(setting: Json, seed: str) -> Study:
    """Return the study that these values describe.

    Raise EditionError if the edition does not work.
    """
    own, sizes = setting["edition_file"], tuple(setting["sizes"])
    edition = read_own_edition(own) if own else load_edition(setting["edition"])
    points, events = tuple(setting["points"]), setting["events"]
    return Study(
        Setting(edition, setting["turns"], sizes, setting["rulings"], mode_of(setting)),
        Field(
            setting["players"], setting["rounds"], sizes, points, events, corrects_roles(setting)
        ),
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
