"""Places follow from the cash that is typed in, by the rules and rulings in force."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scoring.result import SeatResult
from tournament.models import Event
from tournament.results.paper_results import PaperSeatResult, paper_result


def typed(final: int | None, place: int | None = None, **more: Any) -> PaperSeatResult:
    kept = more.pop("place_kept", False)
    result = SeatResult(
        player_id="p", role="competitor", place=place or 0, final=final or 0, **more
    )
    return PaperSeatResult(f"Player with {final}", result, place, final, place_kept=kept)


def places(*lines: PaperSeatResult, mode: str = "two-hour", ties: str = "") -> list[int]:
    event = Event(mode=mode, rulings={"ties": ties} if ties else {})
    return [seat.place for seat in paper_result(event, lines).seats]


def refusal(*lines: PaperSeatResult, **more: str) -> str:
    with pytest.raises(ValidationError) as refused:
        places(*lines, **more)
    return " ".join(refused.value.messages)


def test_most_cash_is_first_and_equal_cash_shares_the_place() -> None:
    assert places(typed(40), typed(90), typed(40), typed(10)) == [2, 1, 2, 4]


def test_the_places_may_be_typed_as_well() -> None:
    assert places(typed(40, 2), typed(90, 1), typed(40, 2)) == [2, 1, 2]


@pytest.mark.parametrize("other", [(1, 2), (2, 1), (3, 3)])
def test_other_places_than_the_cash_gives_are_refused(other: tuple[int, int]) -> None:
    sentence = refusal(typed(40, other[0]), typed(40, other[1]))
    assert (
        "place 1 follows from the cash. Equal cash shares it unless a ruling decides." in sentence
    )


def test_places_of_the_result_before_follow_when_the_cash_is_corrected() -> None:
    kept = {"place_kept": True}
    assert places(typed(95, 2, **kept), typed(90, 1, **kept)) == [1, 2]


def test_who_is_out_is_last_and_needs_no_cash() -> None:
    assert places(typed(0), typed(None, out=True), typed(50)) == [2, 3, 1]


def test_of_several_who_are_out_the_last_to_go_is_ahead() -> None:
    lines = (typed(None, 4, out=True), typed(50), typed(None, 3, out=True), typed(60))
    assert places(*lines) == [4, 2, 3, 1]
    same = refusal(typed(None, 3, out=True), typed(50), typed(None, 3, out=True))
    assert "type a place of its own" in same
    missing = refusal(typed(None, out=True), typed(50), typed(None, 3, out=True))
    assert "type a place of its own" in missing


def test_missing_cash_is_named() -> None:
    assert "Give the final cash of Player with None." in refusal(typed(None), typed(3))


@pytest.mark.parametrize(
    ("ties", "expected"), [("circuit_income", [1, 2]), ("pre_retention_cash", [2, 1])]
)
def test_a_ruling_decides_between_equal_cash(ties: str, expected: list[int]) -> None:
    one = typed(40, before_retention=100, retained=10, circuit_income=30)
    other = typed(40, before_retention=200, retained=20, circuit_income=20)
    assert places(one, other, ties=ties) == expected
    assert places(one, other, ties=ties, mode="B") == [1, 1]  # the ruling is the two-hour game's
    assert "give the three figures" in refusal(typed(40), typed(40), ties=ties)
    assert places(typed(41), typed(40), ties=ties) == [1, 2]
