"""What pages, commands and the API read: each function a fixed number of queries.

Every function shows what the public may see (`tournament.visibility`) unless it is told to read
for the staff.
"""

from tournament.selectors.events import EventCard, EventDetail, event_cards, event_detail
from tournament.selectors.pages import (
    EventPage,
    PathGame,
    PlayerPage,
    TablePage,
    event_page,
    player_page,
    published_page,
    standing_changes_of_tables,
    table_page,
)
from tournament.selectors.players import PlayerRef
from tournament.selectors.rounds import RoundView, SeatView, TableView
from tournament.selectors.standing_changes import StandingChange, TableOutcome
from tournament.selectors.standings import (
    RoundScore,
    StandingsRow,
    StandingsView,
    StandingValue,
    TieBreak,
)

__all__ = [
    "EventCard",
    "EventDetail",
    "EventPage",
    "PathGame",
    "PlayerPage",
    "PlayerRef",
    "RoundScore",
    "RoundView",
    "SeatView",
    "StandingChange",
    "StandingValue",
    "StandingsRow",
    "StandingsView",
    "TableOutcome",
    "TablePage",
    "TableView",
    "TieBreak",
    "event_cards",
    "event_detail",
    "event_page",
    "player_page",
    "published_page",
    "standing_changes_of_tables",
    "table_page",
]
