"""The outcome of an answer to a call, in a sentence.

That includes an answer where somebody else was faster.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.models import Call

_DONE = {
    "claim": gettext_lazy("Table %(table)d: you are on your way."),
    "release": gettext_lazy("Table %(table)d: nobody is on the way any more."),
    "escalate": gettext_lazy("Table %(table)d: passed on to the chief referee."),
    "reopen": gettext_lazy("Table %(table)d: the call is open again."),
}


def call_answered(before: Call, after: Call, step: str, user: int) -> str:
    """Return the change that a step made to a call, in a sentence.

    `user` is the key of the account that took the step. The sentence is "" if nothing changed.
    A step changes nothing if somebody else was a moment faster.
    """
    if before.progress == after.progress or (step == "claim" and after.claimed_by_user_id != user):
        return ""
    given = {"table": before.game.table.number, "minutes": after.credited_seconds // 60}
    if step in _DONE:
        return str(_DONE[step]) % given
    if after.credited_seconds:
        return _("Table %(table)d: the call is resolved, %(minutes)d min credited.") % given
    return _("Table %(table)d: the call is resolved.") % given


def call_unchanged(call: Call) -> str:
    """Return why a step changed nothing about a call."""
    if call.state == Call.State.CLAIMED:
        return _("%(name)s is on the way already.") % {"name": call.claimed_by}
    if call.state == Call.State.OPEN:
        return _("The call is already waiting for somebody.")
    return _("The call was answered or taken back already.")
