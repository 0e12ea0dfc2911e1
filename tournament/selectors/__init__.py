"""What pages, commands and the API read: each function a fixed number of queries.

Every function shows what the public may see unless it is told `public=False`: published events,
and in them the rounds that are published or finished.
"""

from tournament.selectors.events import EventCard, EventDetail, event_cards, event_detail
from tournament.selectors.pages import (
    EventPage,
    PathGame,
    PlayerPage,
    TablePage,
    event_page,
    player_page,
    standings_shifts,
    table_page,
)
from tournament.selectors.rounds import PlayerRef, RoundView, SeatView, TableView
from tournament.selectors.standings import (
    Criterion,
    Outcome,
    RoundScore,
    Shift,
    StandingsRow,
    StandingsView,
    StandingValue,
)

__all__ = [
    "Criterion",
    "EventCard",
    "EventDetail",
    "EventPage",
    "Outcome",
    "PathGame",
    "PlayerPage",
    "PlayerRef",
    "RoundScore",
    "RoundView",
    "SeatView",
    "Shift",
    "StandingValue",
    "StandingsRow",
    "StandingsView",
    "TablePage",
    "TableView",
    "event_cards",
    "event_detail",
    "event_page",
    "player_page",
    "standings_shifts",
    "table_page",
]
