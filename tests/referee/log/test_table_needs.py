"""What a round's state hears of the logs of its tables."""

import datetime as dt
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from referee.log.calls import open_call, resolve_call
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.models import Result, Round
from tournament.rounds.selectors.progress import corrected_since_closed, progress_of
from tournament.rounds.services.steps import close_round, confirm_round
from tournament.rounds.states import State, state_of

pytestmark = pytest.mark.django_db
LINES = golden("03")
PLAYERS = [player["id"] for player in LINES[0]["players"]]


def fresh(round_: Round) -> Round:
    return Round.objects.select_related("event").get(pk=round_.pk)


def test_a_game_that_is_over_is_missing_until_everybody_confirmed() -> None:
    table = make_table(LINES[0], slug="open")
    tablet = paired(table)
    play(tablet, log_events(LINES)[:5])
    assert progress_of(fresh(table.round)).open_tables == {"playing": (1,)}
    play(tablet, log_events(LINES)[5:])
    with pytest.raises(ValidationError, match="Table 1 is not confirmed"):
        confirm_round(round_=table.round, by=BY)
    confirm(tablet, *PLAYERS)
    confirm_round(round_=table.round, by=BY)
    assert state_of(progress_of(fresh(table.round))) is State.CONFIRMED


def test_a_correction_after_closing_reopens_nothing_and_is_marked() -> None:
    table = make_table(LINES[0], slug="open")
    tablet = paired(table)
    play(tablet, log_events(LINES))
    confirm(tablet, *PLAYERS)
    confirm_round(round_=table.round, by=BY)
    close_round(round_=table.round, by=BY)
    assert corrected_since_closed(fresh(table.round)) == []
    Result.objects.update(confirmed_at=timezone.now() + dt.timedelta(seconds=1))
    assert corrected_since_closed(fresh(table.round)) == [table.number]
    assert state_of(progress_of(fresh(table.round))) is State.CLOSED


def test_an_open_call_holds_the_end_of_a_round_back() -> None:
    table = make_table(LINES[0], slug="open")
    tablet = paired(table)
    play(tablet, log_events(LINES))
    confirm(tablet, *PLAYERS)
    confirm_round(round_=table.round, by=BY)
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules")
    with pytest.raises(ValidationError, match="Table 1 called the judge"):
        close_round(round_=table.round, by=BY)
    resolve_call(call_id=call.pk, resolution="answered", seconds=0, by=BY)
    close_round(round_=table.round, by=BY)
