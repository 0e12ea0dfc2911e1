"""List what changed in a round since a page of it was loaded.

Two organisers may work on a round at once; the later one is told what the other did.
"""

import datetime as dt
import hashlib
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import AuditEntry, ClockEntry, Round, Seat

SENTENCES = {
    "seat": _("%(who)s changed the seats at %(time)s."),
    "clear": _("%(who)s deleted all seats at %(time)s."),
    "publish": _("The round was published by %(who)s at %(time)s."),
    "unpublish": _("%(who)s hid the round again at %(time)s."),
    "start": _("%(who)s started the clock at %(time)s."),
    "pause": _("%(who)s paused the clock at %(time)s."),
    "resume": _("%(who)s let the clock run on at %(time)s."),
    "end": _("%(who)s called time at %(time)s."),
    "take back start": _("%(who)s took the start of the clock back at %(time)s."),
    "confirm": _("%(who)s confirmed the results at %(time)s."),
    "unconfirm": _("%(who)s took the confirmation back at %(time)s."),
    "close": _("%(who)s closed the round at %(time)s."),
    "reopen": _("%(who)s reopened the round at %(time)s."),
}


class RoundChange(NamedTuple):
    """A change of a round: a key of `SENTENCES`, the person, and the time in words."""

    action: str
    who: str
    time: str


def seen_of(round_: Round) -> str:
    """Return a digest of the decisions about the round, its seats and its clock.

    It stays the same until somebody acts; the time and the tables' logs do not change it. 2
    queries.
    """
    seats = Seat.objects.filter(round=round_).order_by("table__number", "order")
    steps = ClockEntry.objects.filter(round=round_, table__isnull=True)
    values = (
        round_.published_at,
        round_.confirmed_at,
        round_.closed_at,
        list(seats.values_list("table__number", "order", "entry", "role")),
        list(steps.order_by("pk").values_list("pk", "kind")),
    )
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


def last_change(round_: Round) -> RoundChange | None:
    """Return the last thing that somebody did to the round (2 queries)."""
    rows = AuditEntry.objects.filter(event_slug=round_.event.slug, kind="round")
    row = rows.filter(object_id=round_.pk, action__in=SENTENCES).first()
    step = ClockEntry.objects.filter(round=round_, table__isnull=True).order_by("-pk").first()
    if step is not None and (row is None or step.at > row.at):
        return RoundChange(step.kind, step.by, _time(step.at, round_))
    return RoundChange(row.action, row.by, _time(row.at, round_)) if row else None


def change_text(change: RoundChange | None) -> str:
    """Return the sentence for somebody who wanted to do something else."""
    nothing = gettext("Nothing was done: look at the round as it is now.")
    if change is None:
        return nothing
    sentence = SENTENCES[change.action] % {"who": change.who, "time": change.time}
    return f"{sentence} {nothing}"


def _time(at: dt.datetime, round_: Round) -> str:
    local = at.astimezone(ZoneInfo(round_.event.time_zone))
    return f"{date_format(local, 'TIME_FORMAT')} {local.tzname()}"
