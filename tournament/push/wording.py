"""The words of a pushed message, in the language of its reader."""

import json

from django.utils import translation
from django.utils.translation import gettext as _

from tournament.common import finals
from tournament.models import Event, Seat
from tournament.push.selectors import Assignment


def text_of(event: Event, seat: Assignment, *, language: str, changed: bool) -> bytes:
    """Return the message about a seat: a title and a text, in JSON.

    The page's worker reads it in this form. It names no player: a locked phone shows it to
    anybody.
    """
    with translation.override(language):
        told = {"round": finals.number_text(event, seat.round), "table": seat.table}
        title = (
            _("Your seat has changed: round %(round)s, table %(table)s")
            if changed
            else _("Round %(round)s: table %(table)s")
        )
        lines = [_role(seat), event.name]
        return json.dumps({"title": title % told, "body": "\n".join(lines)}).encode()


def _role(seat: Assignment) -> str:
    if not seat.role:
        return _("Roles are decided by a throw of the dice at the table.")
    order = _("number %(order)s in the order of play") % {"order": seat.order}
    return f"{Seat.Role(seat.role).label}, {order}"
