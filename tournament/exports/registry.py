"""Every table that can be downloaded: a new one is one entry here."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournament.access import Action
from tournament.exports import games, selectors
from tournament.exports.selectors import Sheet
from tournament.exports.teams import teams
from tournament.models import Event


@dataclass(frozen=True, slots=True)
class Export:
    """A table to download.

    `name` is its name in addresses and file names, `title` what people read, with `about` below it.
    `right` is that of the page which shows the same.
    """

    name: str
    title: Promise
    right: Action
    sheet: Callable[[Event], Sheet]
    about: Promise | None = None


OF_LOGS = gettext_lazy("Only of games that a tablet has logged.")
OF_TEAMS = gettext_lazy("Only for an event with teams.")
EXPORTS = (
    Export("players", gettext_lazy("Players"), Action.SEE_PLAYERS, selectors.players),
    Export("check-in", gettext_lazy("Check-in"), Action.SEE_PLAYERS, selectors.check_in),
    Export("seats", gettext_lazy("Seats of all rounds"), Action.SEE_DRAW, selectors.seats),
    Export("results", gettext_lazy("Results"), Action.SEE_RESULTS, selectors.results),
    Export("standings", gettext_lazy("Standings"), Action.PUBLISH, selectors.standings),
    Export("teams", gettext_lazy("Team standings"), Action.PUBLISH, teams, OF_TEAMS),
    Export(
        "penalties",
        gettext_lazy("Cautions and penalties"),
        Action.SEE_PENALTIES,
        selectors.penalties,
    ),
    Export(
        "hand-prizes",
        gettext_lazy("Prizes given by hand"),
        Action.PUBLISH,
        selectors.hand_prizes,
    ),
    Export("games", gettext_lazy("Lengths of games"), Action.PUBLISH, games.games, OF_LOGS),
    Export("deeds", gettext_lazy("Rents of deeds"), Action.PUBLISH, games.deeds, OF_LOGS),
    Export("audit", gettext_lazy("Audit log"), Action.SEE_AUDIT, selectors.audit_log),
)
