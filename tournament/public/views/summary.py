"""A summary of an event in a sentence: its progress and its leaders.

It is for pages, pictures and search engines.
"""

from django.utils.translation import gettext, ngettext, pgettext

from tournament.standings.selectors.pages import EventPage
from tournament.standings.selectors.podium import called_rows
from tournament.standings.selectors.standings import StandingsRow

LEADERS = 3


def leaders_of(page: EventPage) -> tuple[StandingsRow, ...]:
    """Return the first three who are called to a place.

    The players on the last of these places are left out if too many share it. Empty before the
    first result, and while the first places are still to be revealed.
    """
    if page.standings.as_of is None or page.standings.first_place > 1:
        return ()
    rows = called_rows(page.standings)
    leaders = rows[:LEADERS]
    if len(rows) > LEADERS and rows[LEADERS].rank == leaders[-1].rank:
        leaders = [row for row in leaders if row.rank < leaders[-1].rank]
    return tuple(leaders)


def progress_of(page: EventPage) -> str:
    """Return the sentence that says how many tables the standings count."""
    if page.is_over:
        return pgettext("summary of an event", "Final standings")
    done, every = page.standings.tables_finished, page.standings.tables
    text = gettext("%(done)s of %(all)s tables counted")
    return text % {"done": done, "all": every}


def note_of(page: EventPage) -> str:
    """Return the text of the summary if there are no leaders to name."""
    if page.standings.first_place > 1:
        return gettext("The final standings are being revealed.")
    count = len(page.players)
    return ngettext("%(players)s player", "%(players)s players", count) % {"players": count}


def sentence_of(page: EventPage) -> str:
    """Return the summary of an event as a sentence.

    An example is `Final standings: 1. Ann (16), 2. Ben (15), 2. Cleo (15)`.
    """
    rows = leaders_of(page)
    if not rows:
        told = page.standings.as_of is not None and page.standings.first_place == 1
        return progress_of(page) if told else note_of(page)
    named = ", ".join(f"{row.rank}. {row.player.name} ({row.points_text})" for row in rows)
    text = pgettext("summary of an event", "%(progress)s: %(leaders)s")
    return text % {"progress": progress_of(page), "leaders": named}
