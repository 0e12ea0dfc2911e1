"""Chances and turning points as JSON, and as tables on a terminal.

Neither is ever shown without an interval.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from referee.engine import render_consequence
from referee.insight.chances import Range, Tally, range_of
from referee.insight.positions import Position
from referee.insight.turning_points import TurningPoint
from referee.insight.wording import range_text
from referee.language import headline_text, language
from referee.records.files import names_of
from tournament.common.intervals import share_interval

Settings = dict[str, Any]


def chances_json(position: Position, counted: Sequence[Tally], settings: Settings) -> str:
    """Return the counts of each method, and the range over them, as one line of JSON."""
    state, names = position.state, names_of(position.game)
    places = range(1, len(state.ids) + 1)
    players = [
        {
            "id": player_id,
            "name": names[player_id],
            "role": state.role(player),
            "chances": [asdict(range_of(counted, player, place)) for place in places],
            "counts": {each.method: each.counts[player] for each in counted},
        }
        for player, player_id in enumerate(state.ids)
    ]
    return _json(position, settings, players=players)


def points_json(position: Position, points: Sequence[TurningPoint], settings: Settings) -> str:
    """Return the turning points as one line of JSON.

    "move" is a mean over the methods.
    """
    told = [
        {
            "line": point.step.line,
            "event": point.step.event,
            "player": position.state.ids[point.player],
            "move": point.move,
            "before": asdict(point.before),
            "after": asdict(point.after),
        }
        for point in points
    ]
    return _json(position, settings, turning_points=told)


def _json(position: Position, settings: Settings, **more: Any) -> str:
    told = {"after_line": position.line, **settings, "interval": "Wilson, 95 %"}
    return json.dumps({**told, **more}, ensure_ascii=False)


def chances_tables(
    position: Position, counted: Sequence[Tally], settings: Settings
) -> Iterator[RenderableType]:
    """Yield two tables: the chance of each place, then the wins by method.

    The first gives the range over the methods for each place. The second says how often each
    method's games won.
    """
    yield _ranges(position, counted, settings)
    yield _by_method(position, counted)


def _ranges(position: Position, counted: Sequence[Tally], settings: Settings) -> Table:
    caption = _(
        "Least and greatest share over %(methods)d ways to play, %(playouts)d play-outs each, "
        "%(turns)d more turns; in brackets, the 95 %% interval of the sample (Wilson)."
    ) % {"methods": len(counted), "playouts": settings["playouts"], "turns": settings["turns"]}
    names = names_of(position.game)
    table = Table(caption=Text(caption))
    table.add_column(Text(_("Player")))
    places = range(1, len(names) + 1)
    for place in places:
        table.add_column(Text(_("Place %(place)d") % {"place": place}), justify="right")
    for player, player_id in enumerate(position.state.ids):
        cells = [Text(range_text(asdict(range_of(counted, player, place)))) for place in places]
        table.add_row(Text(names[player_id]), *cells)
    return table


def _by_method(position: Position, counted: Sequence[Tally]) -> Table:
    names = names_of(position.game)
    table = Table()
    table.add_column(Text(_("Won, if all play as")))
    for player_id in position.state.ids:
        table.add_column(Text(names[player_id]), justify="right")
    for each in counted:
        cells = []
        for player in range(len(names)):
            share = each.share(player, 1)
            alone = Range(share, share, *share_interval(each.counts[player][0], each.playouts))
            cells.append(Text(range_text(asdict(alone))))
        table.add_row(Text(each.method), *cells)
    return table


def points_table(
    position: Position, points: Sequence[TurningPoint], settings: Settings
) -> RenderableType:
    """Return a table of the turning points.

    Each has the events that followed, and the chance to win before and after it.
    """
    if not points:
        return Text(_("No event moved the chances to win beyond chance."))
    caption = _(
        "Chance to win: least and greatest share over the ways to play, %(playouts)d play-outs "
        "each; in brackets, the 95 %% interval of the sample (Wilson)."
    ) % {"playouts": settings["playouts"]}
    table = Table(caption=Text(caption), show_lines=True)
    table.add_column(Text(_("Line")), justify="right")
    for column in (_("What was reported"), _("Chance to win")):
        table.add_column(Text(column))
    for point in points:
        sentences = "\n".join(_sentences(position, point))
        table.add_row(str(point.step.line), Text(sentences), Text(_move(position, point)))
    return table


def _sentences(position: Position, point: TurningPoint) -> Iterator[str]:
    """Yield what was reported, and what followed from it."""
    names, edition = names_of(position.game), position.state.edition
    yield headline_text(point.step.event, names, edition)
    for item in point.step.decision.consequences:
        if item.kind != "turn":
            yield f"  · {render_consequence(item, names, language(), edition)}"


def _move(position: Position, point: TurningPoint) -> str:
    names = names_of(position.game)
    return _("%(player)s: from %(before)s to %(after)s") % {
        "player": names[position.state.ids[point.player]],
        "before": range_text(asdict(point.before)),
        "after": range_text(asdict(point.after)),
    }
