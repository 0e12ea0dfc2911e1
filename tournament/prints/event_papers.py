"""Papers of an event: badges, signs, standings, certificates and prizes."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.common.or_404 import or_404
from tournament.common.qr_codes import qr_svgs
from tournament.models import Event, Table
from tournament.prints.document import Order
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.standings.selectors.pages import EventPage, event_page
from tournament.standings.selectors.podium import called_rows
from tournament.standings.selectors.prizes import Prize, hand_prizes_of, prizes_of
from tournament.standings.selectors.standings import StandingsRow, StandingsView
from tournament.visibility import Reader


def badges(order: Order) -> dict[str, Any]:
    """Return the badges of all who have not dropped out, by seed (2 queries).

    Names are as the public sees them; the code opens the player's page, which begins with the seat.
    """
    event = order.event
    players = [player for player in players_of(event, Reader.PUBLIC).values() if not player.dropped]
    pages = (reverse("referee:player", args=[event.slug, player.seed]) for player in players)
    scan = _("Number %(number)s. Scan for the seat.")
    return {
        **order.heading(_("Badges")),
        "empty": _("No players yet"),
        "badges": [
            {
                "name": player.name,
                "club": player.club,
                "scan": scan % {"number": player.seed},
                "qr": code,
            }
            for player, code in zip(players, _codes(order, pages), strict=True)
        ],
    }


def table_signs(order: Order) -> dict[str, Any]:
    """Return a sign for each table that the event needs (at most 2 queries)."""
    seats = reverse("tournament:seats", args=[order.event.slug])
    label = _("Table %(number)s")
    return {
        **order.heading(_("Table signs")),
        "scan": _("Scan to find your seat."),
        "qr": _codes(order, [seats])[0],
        "signs": [
            {"label": label % {"number": number}}
            for number in range(1, _tables_needed(order.event) + 1)
        ],
    }


def standings(order: Order) -> dict[str, Any]:
    """Return the standings as the public sees them.

    While the event is hidden they have all results, but names and clubs as for the public.
    5 queries; 9 while places are being revealed; 7 while the event is hidden.
    """
    slug, public = order.event.slug, order.event.published
    page: EventPage = or_404(event_page(slug, Reader.PUBLIC if public else Reader.STAFF))
    shown = page.standings
    players = page.players if public else players_of(order.event, Reader.PUBLIC).values()
    by_seed = {player.seed: player for player in players}
    return {
        **order.heading(_("Standings")),
        "note": _results_counted(page),
        "columns": [
            pgettext("in the event", "Place"),
            _("Player"),
            _("Club"),
            *([_("Finals")] if shown.cuts else []),
            _("Points"),
            *(item.label for item in shown.tie_breaks),
        ],
        "rows": [_standing(row, by_seed[row.player.seed], shown) for row in shown.rows]
        if shown.as_of
        else [],
    }


def certificates(order: Order) -> dict[str, Any]:
    """Return a certificate for each player who is called to a place.

    The first places come first. 5 queries.
    """
    page: EventPage = or_404(event_page(order.event.slug, Reader.STAFF))
    rows = [row for row in called_rows(page.standings) if row.ranked]
    return {
        **_certificate(order),
        "pages": [
            {
                "name": row.player.name,
                "what": _("Place %(place)s of %(players)s")
                % {"place": row.rank, "players": page.standings.players},
                "detail": _("Points: %(points)s") % {"points": row.points_text},
            }
            for row in rows
        ]
        or [_BLANK],
    }


def prizes(order: Order) -> dict[str, Any]:
    """Return the prizes earned, and the prizes given by hand (6 queries).

    The print has room for more prizes given by hand.
    """
    page: EventPage = or_404(event_page(order.event.slug, Reader.STAFF))
    return {
        **order.heading(_("Prizes")),
        "note": _results_counted(page),
        "columns": [pgettext("award", "Prize"), _("Player"), ""],
        "by-hand": _("Prizes given by hand"),
        "given": [
            {"title": prize.title, "note": prize.note, "winner": prize.winner}
            for prize in hand_prizes_of(order.event.pk)
        ],
        "prizes": [
            {
                "title": prize.title,
                "formula": prize.formula,
                "winners": [row.player.name for row in prize.winners],
                "figure": prize.figure,
            }
            for prize in prizes_of(page)
        ],
    }


def prize_certificates(order: Order) -> dict[str, Any]:
    """Return a certificate for each winner of a prize, and a blank one (6 queries)."""
    page: EventPage = or_404(event_page(order.event.slug, Reader.STAFF))
    won = [
        {"name": row.player.name, "what": prize.title, "detail": _reason(prize)}
        for prize in prizes_of(page)
        for row in prize.winners
    ]
    given = [
        {"name": prize.winner, "what": prize.title, "detail": prize.note}
        for prize in hand_prizes_of(order.event.pk)
    ]
    return {**_certificate(order), "pages": [*won, *given, _BLANK]}


_BLANK = {"name": "", "what": "", "detail": ""}


def _certificate(order: Order) -> dict[str, Any]:
    return {
        **order.heading(_("Certificate")),
        "signed": [_("Organiser"), _("Chief referee")],
    }


def _reason(prize: Prize) -> str:
    """Return the reason for a prize, with its figure.

    It is blank where the title says it all.
    """
    return f"{prize.formula} {prize.figure}".strip() if prize.formula else ""


def _standing(row: StandingsRow, player: PlayerRef, shown: StandingsView) -> dict[str, Any]:
    finals = [row.final_points_text or "–"] if shown.cuts else []
    return {
        "place": row.place,
        "name": player.name,
        "club": player.club,
        "values": [*finals, row.points_text, *(value.text for value in row.values)],
    }


def _results_counted(page: EventPage) -> str:
    """Return the number of results that count, as a sentence."""
    shown = page.standings
    if shown.as_of is None:
        return _("No results yet.")
    text = _("After %(finished)s of %(tables)s tables.")
    return text % {"finished": shown.tables_finished, "tables": shown.tables}


def _tables_needed(event: Event) -> int:
    """Return the highest table number of any round.

    Before a draw, it is the number of tables that the players fill.
    """
    drawn = Table.objects.filter(round__event=event).aggregate(most=Max("number"))["most"]
    most: int = max(event.table_sizes)
    return drawn or max(1, -(-event.entries.count() // most))


def _codes(order: Order, paths: Iterable[str]) -> list[dict[str, str]]:
    """Return QR codes of paths, each with its address."""
    addresses = [order.address(path) for path in paths]
    return [
        {"svg": svg, "address": address}
        for svg, address in zip(qr_svgs(addresses), addresses, strict=True)
    ]
