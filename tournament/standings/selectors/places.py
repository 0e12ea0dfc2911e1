"""Every player's place after each round.

Places are as the standings were, with what is known of the round now.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.common.newest_values import NewestValues
from tournament.standings.selectors.pages import EventPage
from tournament.standings.selectors.standings import ranked_by, score_of

Ranks = Mapping[str, int]

MAX_PAGES = 8
_found: "NewestValues[tuple[EventPage, Places]]" = NewestValues(MAX_PAGES)


@dataclass(frozen=True, slots=True)
class Places:
    """The ranks by players' codes after each of `rounds`, those with results.

    Who shares a rank is listed one below the other: `lines` are the numbers in the list, from 1.
    """

    rounds: tuple[int, ...]
    ranks: tuple[Ranks, ...]
    lines: tuple[Ranks, ...]

    def ranks_of(self, player: str) -> tuple[int | None, ...]:
        """Return a player's rank (by code) after each round."""
        return tuple(ranks.get(player) for ranks in self.ranks)

    def lines_of(self, player: str) -> tuple[int | None, ...]:
        """Return a player's line in the standings after each round."""
        return tuple(lines.get(player) for lines in self.lines)


NONE = Places((), (), ())


def places_of(page: EventPage) -> Places:
    """Return the places after each round.

    They are ranked once for each page that is kept (no query). They are empty where the
    standings come from results that the rounds do not show, as while places are revealed.
    """
    # The page that is kept beside them holds its number.
    event, version = page.event.pk, str(id(page))
    _page, places = _found.get(event, version) or (page, None)
    if places is None:
        places = _places_of(page)
        _found.keep(event, version, (page, places))
    return places


def _places_of(page: EventPage) -> Places:
    finished = [table for item in page.rounds for table in item.tables if table.finished]
    rounds = tuple(sorted({table.round for table in finished}))
    scores = {number: [score_of(t) for t in finished if t.round <= number] for number in rounds}
    players = {player.code: player for player in page.players}
    ranks: list[Ranks] = []
    lines: list[Ranks] = []
    for number in rounds:
        before = None if number == rounds[-1] else number + 1
        cuts = [cut for cut in page.standings.cuts if before is None or cut.first_round <= before]
        ranked = ranked_by(page.event, players, scores[number], before, cuts)
        ranks.append({row.player: row.rank for row in ranked.rows})
        lines.append({row.player: line for line, row in enumerate(ranked.rows, start=1)})
    shown = {row.player.code: row.rank for row in page.standings.rows}
    if not ranks or ranks[-1] != shown:
        return NONE
    return Places(rounds, tuple(ranks), tuple(lines))
