"""Guards of a round's steps, for the services that take them."""

from django.core.exceptions import ValidationError

from tournament.models import Round
from tournament.rounds.selectors.changes import change_text, last_change, seen_of
from tournament.rounds.selectors.progress import progress_of
from tournament.rounds.states import Step, Undo, obstacles
from tournament.rounds.wording import obstacle_text


def refuse_obstacles(step: Step | Undo, round_: Round) -> None:
    """Raise ValidationError with a sentence for each obstacle of the step.

    An error's code is the obstacle's; its parameter `tables` has the tables' numbers.
    """
    found = obstacles(step, progress_of(round_))
    if found:
        raise ValidationError(
            [
                ValidationError(
                    obstacle_text(obstacle), code=obstacle.code, params={"tables": obstacle.tables}
                )
                for obstacle in found
            ]
        )


def refuse_changed(round_: Round, seen: str) -> None:
    """Refuse a step if somebody changed the round since it was `seen` (`seen_of`).

    The ValidationError has the code `changed` and says who, what and when. The round is locked.
    """
    if seen != seen_of(round_):
        raise ValidationError(change_text(last_change(round_)), code="changed")
