"""The judgement over a rehearsal finds each kind of broken promise, and nothing in a kept one."""

from dataclasses import replace
from typing import Any

import pytest

from referee.rehearsal.judging import KINDS, Account, Row, ServerLog, Verdict, compare

IDS = ("a", "b", "c", "d")
STATEMENT = {"status": "finished", "winners": ["p1"]}


def row(seq: int, event_id: str, device: str = "tablet") -> Row:
    return Row(seq, f"hash {seq}", event_id, (device, f"10:00:0{seq}", f"event {event_id}"))


ROWS = tuple(row(seq, event_id) for seq, event_id in enumerate(IDS, start=1))
PLACES = {row.event_id: (row.seq, row.hash) for row in ROWS}
ACCOUNT = Account(IDS, PLACES, frozenset(), (4, "hash 4"), STATEMENT, finished=True)
LOG = ServerLog(ROWS, frozenset(), STATEMENT, confirmed=True)


def counts(verdict: Verdict) -> dict[str, int]:
    """The kinds that were found, with their numbers."""
    return {kind: number for kind in KINDS if (number := getattr(verdict, kind))}


def test_a_table_where_all_went_well() -> None:
    verdict = compare([ACCOUNT], LOG)
    assert (verdict.clean, counts(verdict), verdict.details) == (True, {}, [])


def test_a_row_of_the_chiefs_is_nobodys_event() -> None:
    ruling = Row(5, "hash 5", "e", ("", "10:00:05", "ruling"))
    assert compare([ACCOUNT], replace(LOG, rows=(*ROWS, ruling))).clean


@pytest.mark.parametrize("missing", range(3))
def test_an_acknowledged_event_without_a_row_is_lost(missing: int) -> None:
    rows = ROWS[:missing] + ROWS[missing + 1 :]
    assert counts(compare([ACCOUNT], replace(LOG, rows=rows)))["lost"] == 1


def test_a_tail_that_was_cut_off_is_lost() -> None:
    verdict = compare([ACCOUNT], replace(LOG, rows=ROWS[:2]))
    assert counts(verdict) == {"lost": 2, "diverged": 1}
    assert verdict.details[0] == "lost: c was acknowledged and is not in the log"


def test_what_was_handed_over_and_is_not_with_the_chief_is_lost() -> None:
    account = replace(ACCOUNT, recorded=(*IDS, "e"), handed_over=frozenset({"e"}))
    assert compare([account], replace(LOG, aside=frozenset({"e"}))).clean
    assert counts(compare([account], LOG)) == {"lost": 1}


def test_the_same_event_in_two_rows_is_doubled() -> None:
    twice = replace(LOG, rows=(*ROWS, replace(ROWS[1], seq=5, hash="hash 5")))
    assert counts(compare([ACCOUNT], twice))["doubled"] == 1


def test_the_same_content_under_two_ids_is_doubled() -> None:
    again = replace(ROWS[1], seq=5, hash="hash 5", event_id="e")
    account = replace(ACCOUNT, recorded=(*IDS, "e"))
    verdict = compare([account], replace(LOG, rows=(*ROWS, again)))
    assert counts(verdict) == {"doubled": 1}


def test_two_events_that_changed_places_are_out_of_order() -> None:
    swapped = (row(1, "a"), row(2, "c"), row(3, "b"), row(4, "d"))
    places = {row.event_id: (row.seq, row.hash) for row in swapped}
    verdict = compare([replace(ACCOUNT, places=places)], replace(LOG, rows=swapped))
    assert counts(verdict) == {"reordered": 1}


def test_a_gap_between_rows_is_out_of_order() -> None:
    gap = (*ROWS[:3], replace(ROWS[3], seq=5))
    assert counts(compare([ACCOUNT], replace(LOG, rows=gap)))["reordered"] == 1


@pytest.mark.parametrize("change", [{"hash": "another"}, {"seq": 9}])
def test_another_place_than_the_acknowledged_one_is_diverged(change: dict[str, Any]) -> None:
    rows = (*ROWS[:3], replace(ROWS[3], **change))
    assert counts(compare([ACCOUNT], replace(LOG, rows=rows)))["diverged"] >= 1


def test_a_head_that_the_server_does_not_have_is_diverged() -> None:
    assert counts(compare([replace(ACCOUNT, head=(4, "mine"))], LOG)) == {"diverged": 1}
    assert counts(compare([replace(ACCOUNT, head=(5, "hash 5"))], LOG)) == {"diverged": 1}


def test_a_row_that_no_tablet_recorded_is_diverged() -> None:
    assert counts(compare([ACCOUNT], replace(LOG, rows=(*ROWS, row(5, "e"))))) == {"diverged": 1}


def test_another_statement_is_diverged() -> None:
    other = replace(LOG, statement={"status": "finished", "winners": ["p2"]})
    assert counts(compare([ACCOUNT], other)) == {"diverged": 1}
    assert counts(compare([ACCOUNT], replace(LOG, statement=None))) == {"diverged": 1}


def test_what_the_log_says_of_itself_is_diverged() -> None:
    assert counts(compare([ACCOUNT], replace(LOG, faults=("the chain is broken",)))) == {
        "diverged": 1
    }


def test_an_event_that_is_only_on_the_tablet_is_stuck() -> None:
    assert counts(compare([replace(ACCOUNT, recorded=(*IDS, "e"))], LOG)) == {"stuck": 1}


def test_a_game_that_cannot_go_on_or_be_confirmed_is_stuck() -> None:
    assert counts(compare([replace(ACCOUNT, problem="no answer")], LOG)) == {"stuck": 1}
    assert counts(compare([ACCOUNT], replace(LOG, confirmed=False))) == {"stuck": 1}


def test_a_replaced_tablet_is_judged_by_its_own_events() -> None:
    first = Account(
        ("a", "b", "x"), dict(list(PLACES.items())[:2]), frozenset({"x"}), (2, "hash 2")
    )
    second = replace(ACCOUNT, recorded=("c", "d"), places=dict(list(PLACES.items())[2:]))
    log = replace(LOG, aside=frozenset({"x"}))
    assert compare([first, second], log).clean
    assert counts(compare([second], log)) == {"diverged": 2}


def test_what_was_found_at_several_tables_adds_up() -> None:
    verdict = compare([replace(ACCOUNT, problem="no answer")], LOG)
    verdict.add(compare([ACCOUNT], replace(LOG, rows=ROWS[:3])))
    assert counts(verdict) == {"lost": 1, "diverged": 1, "stuck": 1}
    assert len(verdict.details) == 3
    assert not verdict.clean
