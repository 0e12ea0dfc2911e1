"""Several results of one table, side by side.

The chief referee chooses which one counts.
"""

from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.chief.views.pages import chief_only, table_crumbs
from referee.log.choosing import choose_result
from referee.models import GameLog
from tournament.common.parameters import free_text
from tournament.console.crumbs import Crumb
from tournament.console.staff import show_refusal
from tournament.events.edition_display import edition_display_of
from tournament.events.selectors.events import detail_of
from tournament.models import Result, Table
from tournament.results.notice_wording import correction_notice_text
from tournament.results.selectors.correction_notices import correction_notice_for
from tournament.results.selectors.reviews import ResultVersion, Review, review_of
from tournament.results.services.conflicts import MAX_REASON
from tournament.rounds.selectors.players import names_at_table
from tournament.rounds.selectors.rounds import role_label


class PlayerRow(NamedTuple):
    """One player's line of a result.

    `differs` says whether another result's line of the player is different.
    """

    name: str
    role: str
    place: int
    final: int
    out: bool
    differs: bool


class ComparedResult(NamedTuple):
    """One of the results: `counts` now, or not; without rows it is still being played."""

    version: ResultVersion
    counts: bool
    rows: list[PlayerRow]


@require_http_methods(["GET", "POST"])
@chief_only
def results(request: HttpRequest, table: int) -> HttpResponse:
    """Look at a table's results side by side, and choose one with a reason."""
    shown = get_object_or_404(Table.objects.select_related("round__event"), pk=table)
    review = review_of(shown.pk)
    if review is None:
        raise Http404
    entered = {"reason": "", "source": ""}
    if request.method == "POST":
        entered = {name: free_text(request.POST.get(name, ""), MAX_REASON) for name in entered}
        if _choose(request, shown, entered):
            return redirect("chief:results", shown.pk)
        review = review_of(shown.pk) or review
    return render(request, "referee/chief/results.html", _context(shown, review, entered))


def _choose(request: HttpRequest, table: Table, entered: dict[str, str]) -> bool:
    """Choose the result that counts, and return whether that worked.

    Show the reason if it did not.
    """
    try:
        chosen = choose_result(
            table=table,
            seen=request.POST.get("seen", "")[:64],
            by=request.user,  # type: ignore[arg-type]
            **entered,
        )
    except ValidationError as error:
        show_refusal(request, error)
        return False
    label = Result.Source(chosen.source).label
    done = _("Decided. What counts: %(source)s.") % {"source": label}
    told = correction_notice_text(correction_notice_for([table.pk]), names_at_table(table.pk))
    messages.success(request, f"{done} {told}")
    return True


def _context(table: Table, review: Review, entered: dict[str, str]) -> dict[str, Any]:
    event = detail_of(table.round.event)
    game = GameLog.objects.filter(table=table).first()
    address = reverse("chief:game", args=[game.pk]) if game else ""
    return {
        "table": table,
        "event": event,
        "edition_display": edition_display_of(event),
        "game": game,
        "review": review,
        "shown": _compared_results(table, review),
        "given": entered,
        "crumbs": table_crumbs(table, address, Crumb(_("Results of the table"))),
    }


def _compared_results(table: Table, review: Review) -> list[ComparedResult]:
    names = names_at_table(table.pk)
    finished = [version for version in review.versions if version.lines]
    shown = []
    for number, version in enumerate(review.versions):
        others = [{line["player"]: line for line in other.lines} for other in finished]
        rows = [_row(line, names, [other[line["player"]] for other in others])
                for line in version.lines]  # fmt: skip
        shown.append(ComparedResult(version, number == 0, rows))
    return shown


def _row(line: dict[str, Any], names: dict[str, str], others: list[dict[str, Any]]) -> PlayerRow:
    compared = ("role", "place", "final")
    return PlayerRow(
        name=names.get(line["player"], line["player"]),
        role=role_label(line["role"]),
        place=line["place"],
        final=line["final"],
        out=line["out"],
        differs=any(line[name] != other[name] for other in others for name in compared),
    )
