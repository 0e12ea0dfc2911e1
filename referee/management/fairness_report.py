"""The figures of a fairness study on a terminal: none without its interval."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from referee.insight.fairness import MONOPOLIST
from referee.insight.wording import GAME_FACTS, ROLE_WINS, numbers_text, range_text, seat_wins
from scoring.competition.roles import ROLES

Report = dict[str, Any]


def report_tables(reports: Sequence[Report], names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield the tables of one setting, or of two side by side under their names."""
    for size in dict.fromkeys(each["size"] for report in reports for each in report["tables"]):
        found = [_of_size(report, size) for report in reports]
        yield _table(_("Tables of %(size)d") % {"size": size}, names, _size_rows(size, found))
    rounds = max((len(report["rounds"]) for report in reports), default=0)
    if rounds:
        title = _("How often the strongest of the players comes first (among the first three)")
        rows = [
            (_("After round %(number)d") % {"number": number + 1}, _round_texts(reports, number))
            for number in range(rounds)
        ]
        yield _table(title, names, rows)


def _of_size(report: Report, size: int) -> Mapping[str, Any] | None:
    return next((each for each in report["tables"] if each["size"] == size), None)


Rows = list[tuple[str, list[str]]]


def _size_rows(size: int, found: Sequence[Mapping[str, Any] | None]) -> Rows:
    def row(label: str | Promise, figure: Any, text: Any = range_text) -> tuple[str, list[str]]:
        known = [figure(each) if each else None for each in found]
        return str(label), [text(values) if values else "–" for values in known]

    rows = [row(ROLE_WINS[role], lambda each, r=role: each["roles"][r]) for role in ROLES]
    rows += [
        row(seat_wins(seat + 1), lambda each, s=seat: each["seats"][s]) for seat in range(size)
    ]
    rows += [
        row(GAME_FACTS["turns"], lambda each: each["turns"], partial(numbers_text, digits=1)),
        row(GAME_FACTS["early"], lambda each: each["early"]),
        row(GAME_FACTS["broke"], lambda each: each["broke"]),
    ]
    methods = dict.fromkeys(name for each in found if each for name in each["by_method"])
    rows += [
        row(
            _("A monopolist wins, if all play as %(policy)s") % {"policy": name},
            lambda each, n=name: each["by_method"][n]["roles"][MONOPOLIST],
        )
        for name in methods
    ]
    return [*rows, (_("Games"), [str(each["games"]) if each else "–" for each in found])]


def _round_texts(reports: Sequence[Report], number: int) -> list[str]:
    texts = []
    for report in reports:
        known = report["rounds"][number : number + 1]
        texts.append(
            f"{range_text(known[0]['first'])} · {range_text(known[0]['top'])}" if known else "–"
        )
    return texts


def _table(title: str, names: Sequence[str], rows: Rows) -> Table:
    table = Table(title=Text(title), title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    for label, cells in rows:
        table.add_row(Text(label), *map(Text, cells))
    return table


def difference_rows(moves: Mapping[int, Mapping[str, float]]) -> Iterator[str]:
    """Yield for each table size the difference in the monopolists' share.

    It is in points of 100.
    """
    for size, move in moves.items():
        low, high, least, most = (
            f"{100 * move[key]:+.0f}" for key in ("low", "high", "least", "most")
        )
        sure = move["least"] > 0 or move["most"] < 0
        text = _(
            "Tables of %(size)d: monopolists win %(low)s to %(high)s points more "
            "(%(least)s to %(most)s)."
        )
        verdict = _("That is beyond chance.") if sure else _("That may be chance.")
        facts = {"size": size, "low": low, "high": high, "least": least, "most": most}
        yield f"{text % facts} {verdict}"
