"""The right to decide results.

It is the right to correct one that counts, or to confirm alone one's own typing.
"""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.access import Action, may
from tournament.audit import Actor
from tournament.models import Event


def may_decide(by: Actor, event: Event) -> bool:
    """Return whether `by` may decide the event's results.

    A command, which has no account, may.
    """
    return isinstance(by, str) or may(by, Action.DECIDE_RESULTS, event)


def refuse_correction(by: Actor, event: Event) -> None:
    """Raise ValidationError unless `by` may correct a result that counts.

    Its code is `chief_corrects`.
    """
    if not may_decide(by, event):
        raise ValidationError(
            _("This table’s result counts already. Ask the chief referee to correct it."),
            "chief_corrects",
        )


def refuse_confirming_own(by: Actor, event: Event) -> None:
    """Raise ValidationError unless `by` may confirm their own typing alone.

    Its code is `somebody_else`.
    """
    if not may_decide(by, event):
        raise ValidationError(
            _("You typed this result. Somebody else confirms it."), "somebody_else"
        )
