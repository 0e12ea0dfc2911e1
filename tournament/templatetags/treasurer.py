"""Tags that templates use again and again.

They write moments, roles, players' signs and amounts.
"""

import datetime as dt
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.contrib.auth.models import AbstractBaseUser, User
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from scoring.game.money import money as sum_of_money
from tournament import access, audit
from tournament.common import commands, finals
from tournament.common.days_wording import days_markup
from tournament.rounds.wording import table_name

register = template.Library()

MAX_LINKS = 10_000
ROLES = {"competitor", "monopolist"}


@register.simple_tag(takes_context=True)
def moment(context: template.Context, value: dt.datetime, style: str = "datetime") -> SafeString:
    """Return a moment as `<time>`, which a script changes to the reader's time zone.

    The server's words name their zone, the event's on its pages. `style` is `date`, `time` or
    `datetime`.
    """
    zone = getattr(context.get("event"), "time_zone", None)
    try:
        local = timezone.localtime(value, zone and ZoneInfo(zone))
    except (OverflowError, ValueError):
        # At the ends of the calendar another time zone may have no such moment.
        return format_html("<time>{}</time>", value.isoformat())
    form = {"date": "DATE_FORMAT", "time": "TIME_FORMAT", "datetime": "DATETIME_FORMAT"}[style]
    text = date_format(local, form)
    if style != "date":
        text = f"{text} {local.tzname()}"
    return format_html(
        '<time datetime="{}" data-moment="{}">{}</time>',
        value.isoformat(timespec="milliseconds"),
        style,
        text,
    )


register.simple_tag(commands.manage_command, name="manage")


@register.simple_tag
def age(since: dt.datetime) -> SafeString:
    """Return the age of a moment in whole minutes.

    A script keeps it true on the page.
    """
    minutes = max(int((timezone.now() - since).total_seconds()) // 60, 0)
    words = pgettext("how long ago", "%s min")
    return format_html(
        '<time datetime="{}" data-age="{}">{}</time>',
        since.isoformat(timespec="milliseconds"),
        words,
        words % minutes,
    )


@register.simple_tag
def days(first: dt.date, last: dt.date) -> SafeString:
    """Return one day, or the first and the last of several."""
    return days_markup(first, last)


@register.simple_tag
def role(name: str) -> SafeString | str:
    """Return a role in its colour, with its shape; a dash while it is not known."""
    if name not in ROLES:
        return "–"
    return format_html('<span class="role {}">{}</span>', name, role_name(name))


def role_name(name: str) -> str:
    """Return the role's name in the reader's language."""
    return gettext("Competitor") if name == "competitor" else gettext("Monopolist")


@register.simple_tag
def token(seat: int, role: str) -> SafeString:
    """Return a player's sign at a table.

    It shows the order of play in the role's colour and shape.
    """
    mark = f" {role}" if role in ROLES else " open"
    hidden = gettext("seat %(number)d") % {"number": seat}
    return format_html(
        '<span class="token{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        mark,
        seat,
        hidden,
    )


@register.filter
def whole(value: int) -> str:
    """Return a whole number, its thousands set apart as the reader's language does."""
    return number_format(value, use_l10n=True, force_grouping=True)


@register.filter
def plain(value: float) -> str:
    """Return a number with two decimals at most, none if it is whole."""
    places = 0 if value == int(value) else 2
    return number_format(value, decimal_pos=places, use_l10n=True, force_grouping=True)


@register.filter
def money(amount: int, currency: str) -> str:
    """Return an amount of the game with its currency sign, `$1,290`.

    A minus comes first.
    """
    return sum_of_money(amount, currency, (get_language() or "en").partition("-")[0])


@register.simple_tag
def event_name(person: Any, event: access.NamedEvent) -> str:
    """Return an event's name if the person may know of the event."""
    return access.name_for(person, event)


@register.filter
def round_number(event: finals.WithFinals, number: int) -> str:
    """Return a round's number as people read it: `4 (Final)`."""
    return finals.number_text(event, number)


@register.simple_tag
def may(person: object, action: str, event: Any = None) -> bool:
    """Return whether somebody may do an action in an event, by the action's name.

    Use `{% may request.user "draw" event as draws %}`. The answer is no on a page without a
    request.
    """
    if not isinstance(person, AbstractBaseUser):
        return False
    return access.may(person, access.Action(action), event or None)


@register.simple_tag
def shown_name(person: User) -> str:
    """Return the name of an account as others read it."""
    return audit.shown_name(person)


@register.simple_tag
@lru_cache(maxsize=MAX_LINKS)
def table_link(slug: str, round_number: int, table_number: int) -> str:
    """Return the address of a table's public page.

    A large event has a thousand of them.
    """
    return reverse("referee:table", args=[slug, round_number, table_number])


@register.simple_tag
def round_and_table(round_number: int, table_number: int) -> str:
    """Return a table with its round, `Round 2, table 5`."""
    return table_name(round_number, table_number)
