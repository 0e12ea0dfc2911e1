"""The public page of a player.

It has seat, path, each table's story, meetings, roles and luck.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.board.story_wording import story_sentences
from referee.records.luck import ONE_DOUBLE_IN, Luck
from referee.records.stories import Stories, stories_of_tables
from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_event
from tournament.events.edition_display import edition_display_of
from tournament.public.selectors.versions import Json, newest_state
from tournament.rounds.selectors.public_clock import hall_clock_of
from tournament.standings.charts import places_chart
from tournament.standings.selectors.meetings import balance_of_roles, meetings_of
from tournament.standings.selectors.pages import PathGame, PlayerPage, player_page
from tournament.standings.selectors.places import places_of


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A table of the path, and its story in sentences; none without a record.

    `waits` says that its round's clock has not started, and nothing was played at the table yet.
    """

    game: PathGame
    story: list[str]
    waits: bool = False


@dataclass(frozen=True, slots=True)
class LuckFigures:
    """Luck over `tables` with a record.

    It gives means and expected values, in whole currency units.
    """

    tables: int
    throws: int
    mean: float
    doubles: int
    doubles_expected: int
    cards: int
    rents: int


@require_safe
def player(request: HttpRequest, slug: str, seed: int) -> HttpResponse:
    """Show a player's way through an event, the open or next seat first."""
    page = or_404(player_page(slug, seed))
    edition = edition_of(page.event)
    places = {(game.round, game.table): game.pk for game in page.games if game.score}
    stories = stories_of_tables(page.event.pk, places, edition)
    open_seat = _open_seat(page)
    state = newest_state(page.event.pk) if open_seat else {}
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "player": page.player,
        "row": page.row,
        "standings": page.standings,
        "seat": open_seat,
        "games": [_told_game(game, stories, edition, state) for game in page.games],
        "meetings": meetings_of(page.games),
        "roles": balance_of_roles(page.games),
        "places": places_chart(places_of(page.whole), [page.player]),
        "luck": _luck([told[page.player.code].luck for told in stories.values()]),
        "over": page.is_over,
        "crumbs": to_event(page.event, Crumb(page.player.name)),
    }
    return render(request, "referee/board/player.html", context)


def _open_seat(page: PlayerPage) -> PathGame | None:
    """Return the player's seat at a table without a result, if there is one."""
    if page.player.dropped or not page.games or page.games[-1].score:
        return None
    return page.games[-1]


def _told_game(
    game: PathGame, stories: Mapping[tuple[int, int], Stories], edition: Edition, state: Json
) -> ToldGame:
    told = stories.get((game.round, game.table))
    if game.score is None:
        return ToldGame(game, [], waits=_waits(game, state))
    if told is None or game.score.outcome:
        return ToldGame(game, [])
    names = {seat.player.code: seat.player.name for seat in (game.own_seat, *game.others)}
    story = told[game.own_seat.player.code]
    return ToldGame(game, story_sentences(story, game.score, names, edition))


def _waits(game: PathGame, state: Json) -> bool:
    round_ = str(game.round)
    if round_ not in state.get("rounds", {}) or str(game.table) in state["boards"].get(round_, {}):
        return False
    return hall_clock_of(state, game.round).state == "waiting"


def _luck(shares: list[Luck]) -> LuckFigures | None:
    total = sum(shares, Luck())
    if not total.throws:
        return None
    return LuckFigures(
        tables=len(shares),
        throws=total.throws,
        mean=total.pips / total.throws,
        doubles=total.doubles,
        doubles_expected=round(Fraction(total.throws, ONE_DOUBLE_IN)),
        cards=total.cards,
        rents=round(total.rents),
    )
