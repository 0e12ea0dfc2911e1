"""Parts that a large event's page has by the hundred.

They are rendered faster than by templates.
"""

from collections.abc import Hashable, Iterable
from threading import Lock

from cachetools import LRUCache
from django.template import Library
from django.template.context import RequestContext
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from tournament.rounds.selectors.rounds import TableView
from tournament.standings.selectors.standings import StandingsRow
from tournament.templatetags.treasurer import table_link

register = Library()

MAX_ROWS = 1_000
CELLS = "tournament/tags/standings_cells.html"

_kept: LRUCache[Hashable, SafeString] = LRUCache(MAX_ROWS)
_lock = Lock()


@register.simple_tag(takes_context=True)
def standings_cells(context: RequestContext, row: StandingsRow) -> SafeString:
    """Return the cells of a player's row up to its points.

    They are cached by all that they show, because one result changes few rows of an event.
    """
    code, own_teams = row.player.code, context["event"].has_own_teams
    shown = {
        "rank_before": context["standings"].ranks_before.get(code),
        "table": context["playing"].get(code),
        "group": row.player.team if own_teams else row.player.club,
        "why": row.why,
        "has_cuts": bool(context["standings"].cuts),
    }
    currency = context["edition_display"].currency
    key = (get_language(), context["event"].slug, currency, row, *shown.values())
    with _lock:
        cells = _kept.get(key)
    if cells is None:
        template = context.template.engine.get_template(CELLS)  # type: ignore[union-attr]
        with context.push(row=row, **shown):
            cells = template.render(context)
        with _lock:
            _kept[key] = cells
    return cells


@register.simple_tag
def table_links(slug: str, tables: Iterable[TableView]) -> SafeString:
    """Return links to a round's tables.

    A link has a sign if the result is unofficial or corrected.
    """
    word = pgettext("in the hall", "Table")
    signs = {
        "unofficial": _sign("?", pgettext("result", "Unofficial")),
        "corrected": _sign("*", pgettext("result", "Corrected")),
    }
    return format_html_join(
        "\n",
        '<a href="{}"><span class="visually-hidden">{} </span>{}{}</a>',
        (
            (table_link(slug, table.round, table.number), word, table.number, sign)
            for table in tables
            for sign in [next((signs[mark] for mark in table.marks if mark in signs), "")]
        ),
    )


def _sign(sign: str, meaning: str) -> SafeString:
    return format_html(
        ' <span aria-hidden="true">{}</span> <span class="visually-hidden">{}</span>', sign, meaning
    )
