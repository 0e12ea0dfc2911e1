"""Checks that an event's settings work together; each fault is named by its field."""

import re
from collections.abc import Callable, Collection
from functools import cache, partial
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.competition.standings import check_tie_breaks
from scoring.competition.tie_breaks import TIE_BREAKS
from scoring.game.editions import EDITIONS
from scoring.game.rulings import RULINGS
from scoring.game.schema import EditionError
from tournament.common.editions import changed_rules, read_own_edition
from tournament.seating import CRITERIA
from tournament.seating.table_sizes import table_sizes

MIN_SEATS, MAX_SEATS = 2, 6
MAX_POINTS = 10_000
MAX_FINALISTS = 1_000
MAX_STAGES = 2
RESERVED_ADDRESSES = frozenset(
    {
        "sign-in",
        "sign-out",
        "account",
        "password",
        "join",
        "new",
        "practice",
        "restore",
        "seasons",
    }
)
"""Addresses of the organisers' own pages, which no event may take."""
RULE_FIELDS = ("edition", "edition_file", "mode", "rulings")
"""Fields that decide how games are judged. They are fixed once a game has a result."""
STANDINGS_FIELDS = (
    "roles",
    "points_by_place",
    "tie_breaks",
    "lot_seed",
    "discards",
    "least_counting",
    "corrects_roles",
    "teams",
    "members_counted",
)
"""Fields that decide how results are ranked. Once there are results, changing them takes a repair
with a reason."""
COPIED = (
    "time_zone",
    "edition",
    "edition_file",
    "mode",
    "rulings",
    "number_of_rounds",
    "length_minutes",
    "table_sizes",
    "roles",
    "advice",
    "board_delay",
    "shows_chances",
    "draw_order",
    "score_groups",
    "points_by_place",
    "tie_breaks",
    "discards",
    "least_counting",
    "corrects_roles",
    "finals",
    "teams",
    "members_counted",
    "registration",
    "registration_limit",
    "has_waiting_list",
    "asks_club",
    "offers_hidden_name",
    "consent_text",
    "sends_emails",
    "fee",
    "fee_currency",
)
"""Fields copied to an event that is created from another: settings, but no dates and no lots."""


def check_settings(event: Any, players: Collection[str]) -> None:
    """Raise ValidationError naming every field of `event` that does not work, and why.

    `players` are the ids (`p01`) of those who are in the event.
    """
    checks: dict[str, Callable[[Any], None]] = {
        "slug": _check_address,
        "time_zone": _check_time_zone,
        "edition": _check_edition,
        "rulings": _check_rulings,
        "table_sizes": _check_table_sizes,
        "points_by_place": _check_points,
        "tie_breaks": _check_tie_breaks,
        "draw_order": _check_draw_order,
        "keep_apart": partial(_check_keep_apart, players),
        "edition_file": partial(_check_edition_file, event.edition),
        "finals": partial(_check_finals, event.number_of_rounds, event.table_sizes),
        "discards": partial(_check_discards, event),
        "fee": _check_fee,
        "fee_currency": partial(_check_currency, event.fee),
    }
    faults = {}
    for field, check in checks.items():
        try:
            check(getattr(event, field))
        except ValidationError as error:
            faults[field] = error
    if faults:
        raise ValidationError(faults)


def is_whole(value: Any, low: int, high: int) -> bool:
    """Return True for an int (not a bool) from `low` to `high`."""
    return type(value) is int and low <= value <= high


@cache
def _time_zones() -> set[str]:
    """Return all that this machine knows; it reads a folder of files to tell."""
    return available_timezones()


def _check_address(slug: str) -> None:
    if slug in RESERVED_ADDRESSES:
        raise ValidationError(_("This address is a page of its own: choose another one."))


def _check_time_zone(name: str) -> None:
    if name not in _time_zones():
        raise ValidationError(_("Unknown time zone: write one such as Europe/Paris."))


def _check_edition(code: str) -> None:
    if code not in EDITIONS:
        raise ValidationError(
            _("Unknown edition: choose from %(known)s."), params={"known": ", ".join(EDITIONS)}
        )


def _check_edition_file(code: str, text: str) -> None:
    if not text:
        return
    try:
        edition = read_own_edition(text)
    except EditionError as error:
        raise ValidationError(
            _("The edition file does not work: %(reason)s"), params={"reason": str(error)}
        ) from error
    if edition.printed != code:
        raise ValidationError(
            _("The file corrects %(printed)s: choose that edition above."),
            params={"printed": edition.printed},
        )
    if changed := changed_rules(edition):
        raise ValidationError(
            _("Only names and prices of the squares can be corrected, not %(changed)s."),
            params={"changed": ", ".join(changed)},
        )


def _check_rulings(rulings: Any) -> None:
    if not isinstance(rulings, dict):
        raise ValidationError(_('Write the rulings as an object, such as {"ties": "shared"}.'))
    for name, value in rulings.items():
        if name not in RULINGS:
            raise ValidationError(
                _("Unknown ruling %(name)s: choose from %(known)s."),
                params={"name": name, "known": ", ".join(RULINGS)},
            )
        if value not in RULINGS[name]:
            raise ValidationError(
                _("The ruling %(name)s is one of %(known)s."),
                params={"name": name, "known": ", ".join(RULINGS[name])},
            )


def _check_table_sizes(sizes: Any) -> None:
    fits = isinstance(sizes, list) and bool(sizes)
    if not fits or not all(is_whole(size, MIN_SEATS, MAX_SEATS) for size in sizes):
        raise ValidationError(_("Write sizes from 2 to 6 as a list, such as [4, 5, 3]."))
    if len(set(sizes)) < len(sizes):
        raise ValidationError(_("A table size is listed twice."))


def _check_points(points: Any) -> None:
    fits = isinstance(points, list) and 1 <= len(points) <= MAX_SEATS
    if not fits or not all(is_whole(item, 0, MAX_POINTS) for item in points):
        raise ValidationError(
            _("Write one to six whole numbers from 0 to 10,000, such as [6, 4, 3, 2, 1, 0].")
        )
    if points != sorted(points, reverse=True):
        raise ValidationError(_("A worse place has more points than a better one."))


def _check_finals(rounds: Any, table_sizes: Any, sizes: Any) -> None:
    fits = isinstance(sizes, list) and all(
        is_whole(size, MIN_SEATS, MAX_FINALISTS) for size in sizes
    )
    if not fits:
        raise ValidationError(
            _("A final has from %(least)d to %(most)d players."),
            params={"least": MIN_SEATS, "most": MAX_FINALISTS},
        )
    if sizes and type(rounds) is int and len(sizes) >= rounds:
        raise ValidationError(
            _("At least one round comes before the finals: there are %(rounds)d rounds in all."),
            params={"rounds": rounds},
        )
    if sizes != sorted(sizes, reverse=True):
        raise ValidationError(_("A final cannot have more players than the semi-final before it."))
    if len(set(sizes)) > MAX_STAGES:
        raise ValidationError(_("There can be a semi-final and a final, and nothing before them."))
    for size in sizes:
        _check_fits_tables(size, table_sizes)


def _check_discards(event: Any, discards: Any) -> None:
    rounds, least, finals = event.number_of_rounds, event.least_counting, event.finals
    if not all(type(number) is int for number in (rounds, least, discards)) or not discards:
        # The fault of these values is shown beside them.
        return
    before = rounds - len(finals) if isinstance(finals, list) else rounds
    if discards + least > before:
        raise ValidationError(
            _(
                "Rounds that do not count: %(discards)d; rounds that always count: %(least)d. "
                "Together they are more than the event has before its finals: %(rounds)d."
            )
            if finals
            else _(
                "Rounds that do not count: %(discards)d; rounds that always count: %(least)d. "
                "Together they are more than the event has: %(rounds)d."
            ),
            params={"discards": discards, "least": least, "rounds": before},
        )


def _check_fee(fee: Any) -> None:
    if fee is not None and not fee > 0:
        raise ValidationError(_("Write an amount above 0, or nothing if nobody pays."))


def _check_currency(fee: Any, currency: str) -> None:
    if currency and not re.fullmatch("[A-Z]{3}", currency):
        raise ValidationError(_("Write the currency in three letters, such as EUR."))
    if fee is not None and not currency:
        raise ValidationError(_("Write the currency of the fee in three letters, such as EUR."))


def _check_fits_tables(players: int, sizes: Any) -> None:
    try:
        _check_table_sizes(sizes)
    except ValidationError:
        # The fault of the sizes is shown beside them.
        return
    if table_sizes(players, sizes) is None:
        raise ValidationError(
            _("%(players)d finalists fit no tables of the sizes allowed (%(sizes)s)."),
            params={"players": players, "sizes": ", ".join(map(str, sizes))},
        )


def _check_tie_breaks(codes: Any) -> None:
    known = ", ".join(TIE_BREAKS)
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise ValidationError(_("Write a list of codes from %(known)s."), params={"known": known})
    try:
        check_tie_breaks(codes)
    except ValueError as error:
        raise ValidationError(
            _("A tie-break is unknown or listed twice: choose from %(known)s."),
            params={"known": known},
        ) from error


def _check_draw_order(codes: Any) -> None:
    fits = isinstance(codes, list) and all(code in CRITERIA for code in codes)
    if not fits or len(set(codes)) < len(codes):
        raise ValidationError(
            _("Write each criterion once, from: %(known)s."),
            params={"known": ", ".join(CRITERIA)},
        )


def _check_keep_apart(players: Collection[str], pairs: Any) -> None:
    if not isinstance(pairs, list) or not all(_is_pair(pair) for pair in pairs):
        raise ValidationError(_("Write pairs of players by their ids, such as p01 p02."))
    unknown = sorted({code for pair in pairs for code in pair} - set(players))
    if unknown:
        raise ValidationError(
            _("No player of the event has the id %(unknown)s."),
            params={"unknown": ", ".join(unknown)},
        )


def _is_pair(pair: Any) -> bool:
    is_two = isinstance(pair, list) and len(pair) == 2
    return is_two and all(isinstance(code, str) for code in pair) and pair[0] != pair[1]
