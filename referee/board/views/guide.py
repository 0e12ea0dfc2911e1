"""The guide to the game for spectators: a page for each printed edition."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from referee.board.drawing import Board, draw
from referee.board.example_game import ExampleGame, example_game
from referee.board.guide_figures import (
    comparisons,
    decks,
    rent_groups,
    role_card,
    transport_fares,
    utility_factors,
)
from referee.board.guide_texts import guide_sections
from referee.board.position import drawn_squares
from referee.board.statement import RetentionLine, SumLine, statement_of
from referee.language import language, square_name
from scoring.game.board import START
from scoring.game.editions import EDITIONS, Edition, load_edition
from scoring.game.money import money
from tournament.console.crumbs import Crumb
from tournament.events.edition_display import EDITION_NAMES, display_of
from tournament.events.rule_texts import SETTLED_GAPS, edition_rules, rulings_in_force


@require_safe
def guide(request: HttpRequest, code: str) -> HttpResponse:
    """Show the guide to an edition; 404 for an unknown one.

    The guide has roles, board, rents, rules, a worked-out end and rulings.
    """
    if code not in EDITIONS:
        raise Http404
    edition, name = load_edition(code), str(EDITION_NAMES[code])
    context = {
        "edition": edition,
        "edition_display": display_of(edition, name),
        "editions": [(other, EDITION_NAMES[other], other == code) for other in EDITIONS],
        "crumbs": [Crumb(_("Guide to the game")), Crumb(name)],
        "sections": guide_sections(edition),
        **_figures(edition),
        **_end(example_game(code)),
        "differences": edition_rules(edition, two_hours=True),
        "rulings": rulings_in_force({}),
        "settled": SETTLED_GAPS,
    }
    return render(request, "referee/board/guide.html", context)


def _figures(edition: Edition) -> dict[str, Any]:
    return {
        "comparisons": comparisons(edition),
        "board": draw(
            Board(drawn_squares(edition.board), {}, []),
            _("The board of this edition"),
            _("The list of squares below says the same."),
        ),
        "squares": [(square, square_name(square.name)) for square in edition.board.squares],
        "start": square_name(edition.board.squares[START].name),
        "rent_groups": rent_groups(edition),
        "houses": range(edition.improvements["competitor"]),
        "fares": transport_fares(edition),
        "factors": utility_factors(edition),
        "role_card": role_card(edition),
        "decks": decks(edition),
    }


def _end(game: ExampleGame) -> dict[str, Any]:
    """Return the worked example of the guide.

    It holds the statement, the winner and the player with most before retention.
    """
    statement = statement_of(game.state, game.names)
    if statement is None:
        raise ValueError("an example game is played to its end")
    sums = {line.seat: line for line in statement.sums}
    winner = statement.sums[0].seat
    kept = {line.seat: line for line in statement.retention}
    richest = max(kept.values(), key=lambda line: line.retention.before).seat
    return {
        "statement": statement,
        "winner": _worked_through(game, kept[winner], sums[winner]),
        "richest": _worked_through(game, kept[richest], sums[richest]),
        "example_rulings": [each for each in rulings_in_force(game.rulings) if each.changed],
    }


def _worked_through(game: ExampleGame, kept: RetentionLine, line: SumLine) -> dict[str, Any]:
    """Return one player's steps at the end, each amount in the reader's notation."""
    amounts = {
        "before": kept.retention.before,
        "kept": kept.retention.retained,
        "income": line.standing.circuit_income or 0,
        "final": line.standing.final,
    }
    currency = game.state.edition.currency
    written = {name: money(amount, currency, language()) for name, amount in amounts.items()}
    return {"seat": line.seat, "name": line.name, "percent": kept.retention.percent, **written}
