"""The table hands its result in at the moment the organiser types another one: neither is lost."""

import json

import pytest

from referee.log.append import append
from referee.log.chief import append_chief
from referee.models import GameLog
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import result_of
from tests.tournament.racing import race
from tournament.models import ConflictingResult, Result, Round, Table
from tournament.results.selectors.reviews import is_waiting, review_of
from tournament.results.services.conflicts import choose_result
from tournament.results.services.results import record_result

pytestmark = pytest.mark.django_db(transaction=True)

LINES = golden("01")
ROUNDS = 5


def both_at_once(number: int) -> tuple[Table, list[object]]:
    """A table where the last word and the organiser's result arrive together."""
    table = make_table(LINES[0], slug=f"open-{number}")
    tablet = paired(table)
    play(tablet, log_events(LINES))
    game = GameLog.objects.get(pk=tablet.game)
    statement = json.loads(game.snapshot)["statement_hash"]
    words = [
        {"type": "confirm", "player": player, "statement": statement} for player in ("p01", "p02")
    ]
    batch = tablet.batch(*tablet.made_of(*words))
    result = result_of(table, 1_000, 900)
    outcomes = race(
        lambda: append(device=tablet.device, batch=batch),
        lambda: record_result(table=table, result=result, source="paper", by="Olga"),
    )
    return table, outcomes


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_hand_in_and_a_hand_result_at_once_are_both_kept(number: int) -> None:
    table, outcomes = both_at_once(number)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    review = review_of(table.pk)
    assert review is not None
    assert review.waiting
    assert {version.source for version in review.versions} == {"log", "paper"}
    assert all(version.lines for version in review.versions)
    assert Result.objects.filter(table=table).count() == 1
    assert Round.objects.get(tables=table).status == "published"
    counting = review.versions[0].source
    state = GameLog.objects.get(table=table).state
    assert state == ("confirmed" if counting == "log" else "finished")


def test_two_hand_results_and_a_choice_at_once_leave_one_that_was_looked_at() -> None:
    table, _outcomes = both_at_once(0)
    review = review_of(table.pk)
    assert review is not None
    result, why = result_of(table, 700, 600), "Counted again"
    race(
        lambda: record_result(
            table=table, result=result, source="paper", correction_reason=why, by="Olga"
        ),
        lambda: choose_result(
            table=table, source="paper", seen=review.seen, reason="x", by="Chiara"
        ),
    )
    after = review_of(table.pk)
    assert after is not None
    shown = {line["final"] for version in after.versions for line in version.lines}
    assert {700, 600} <= shown
    if after.choice is None:  # the result changed first: nothing was chosen unseen
        assert after.waiting
    assert ConflictingResult.objects.filter(table=table).count() == 1


def test_a_log_whose_result_counts_stays_confirmed_beside_another_one() -> None:
    table = make_table(LINES[0])
    tablet = paired(table)
    game = play(tablet, log_events(LINES))
    confirm(tablet, "p01", "p02")
    record_result(table=table, result=result_of(table, 1_000, 900), source="paper", by="Olga")
    assert is_waiting(table.pk)
    assert append_chief(game_id=game.pk, event={"type": "ruling", "text": "x"}, by="Chiara") == ()
    assert GameLog.objects.get().state == "confirmed"
