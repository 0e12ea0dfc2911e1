"""Whether a step of a round is possible, asked by the services that take it."""

from django.core.exceptions import ValidationError

from tournament.models import Round
from tournament.round_states import Step, Undo, obstacles
from tournament.round_wording import obstacle_text
from tournament.selectors.round_progress import progress_of


def refuse_obstacles(step: Step | Undo, round_: Round) -> None:
    """ValidationError with a sentence for each obstacle of the step: its code is the obstacle's,
    its parameter `tables` has the numbers of the tables concerned."""
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
