"""An event to be saved, on a disk of its own."""

from pathlib import Path
from typing import Any

import pytest

from tests.present import present
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.rounds.services.rounds import ensure_round


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def event() -> Event:
    """A logged and confirmed game, a tablet, a penalty; and a drawn round that is still hidden."""
    lines = golden("03")
    tablet = paired(make_table(lines[0], slug="open", published=True))
    game = play(tablet, log_events(lines))
    confirm(tablet, *(player["id"] for player in lines[0]["players"]))
    found = update_event(event=game.table.round.event, by=BY, number_of_rounds=2)
    give_penalty(
        entry=present(game.table.seats.first()).entry, given=PenaltyGiven("caution", "Late."), by=BY
    )
    second = ensure_round(event=found, number=2, by=BY)
    draw_round(round=second, by=BY, time_limit=1)
    return found
