"""Calendars as files for calendar programs (RFC 5545).

The same rounds give the same bytes.
"""

import datetime as dt
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from icalendar import Calendar, Event, vDuration

CONTENT_TYPE = "text/calendar; charset=utf-8"
ASK_AGAIN = dt.timedelta(hours=1)
"""How often a program that follows the calendar should ask again."""
_SEQUENCE_FROM = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Appointment:
    """One entry of a calendar.

    `uid` never changes; a later `changed_at` makes calendar programs replace what they have.
    `status` is blank, `CANCELLED` or `TENTATIVE`; `url` is blank or a whole address.
    """

    uid: str
    title: str
    begins: dt.datetime
    ends: dt.datetime
    changed_at: dt.datetime
    place: str = ""
    text: str = ""
    url: str = ""
    status: str = ""

    @property
    def sequence(self) -> int:
        """The number of the revision, which grows with time: seconds since 2026."""
        return max(0, int((self.changed_at - _SEQUENCE_FROM).total_seconds()))


def calendar_response(
    request: HttpRequest, name: str, appointments: Iterable[Appointment]
) -> HttpResponse:
    """Answer with the calendar, or with 304 if the client already has it."""
    content = calendar_file(name, appointments)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Content-Disposition": 'attachment; filename="rounds.ics"'}
    response = HttpResponse(content, content_type=CONTENT_TYPE, headers=headers)
    return get_conditional_response(request, etag, None, response) or response


def calendar_file(name: str, appointments: Iterable[Appointment]) -> bytes:
    """Return the appointments as a calendar of this name."""
    calendar = Calendar()
    calendar.add("prodid", "-//Treasurer//Treasurer//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", _clean(name))
    calendar.add("x-wr-calname", _clean(name))
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    as_text = vDuration(ASK_AGAIN).to_ical()  # type: ignore[no-untyped-call]
    calendar.add("x-published-ttl", as_text.decode())
    for appointment in appointments:
        calendar.add_component(_event(appointment))
    return bytes(calendar.to_ical())


def _event(appointment: Appointment) -> Event:
    found = Event()
    found.add("uid", appointment.uid)
    found.add("summary", _clean(appointment.title))
    for name, moment in (
        ("dtstamp", appointment.changed_at),
        ("last-modified", appointment.changed_at),
        ("dtstart", appointment.begins),
        ("dtend", appointment.ends),
    ):
        found.add(name, moment.astimezone(dt.UTC).replace(microsecond=0))
    found.add("sequence", appointment.sequence)
    for name, text in (
        ("location", appointment.place),
        ("description", appointment.text),
        ("url", appointment.url),
        ("status", appointment.status),
    ):
        if text:
            found.add(name, _clean(text))
    return found


def _clean(text: str) -> str:
    """Return a text without the characters that the format does not allow."""
    return _CONTROL.sub("", text)
