"""Two organisers merge players at the same moment: each player is merged once, and none is lost."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.making import BY, entry, make_event
from tests.tournament.racing import race
from tournament.models import AuditEntry, Entry, Event
from tournament.people.services.entries import update_entry
from tournament.people.services.merging import merge_entries

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = range(3)


def merged(event: Event, *pairs: tuple[int, int]) -> list[Any]:
    """What becomes of merging these pairs, by seed, at the same moment; read before all began."""
    read = [(entry(event, keep), entry(event, other)) for keep, other in pairs]
    return race(
        *[
            lambda keep=keep, other=other: merge_entries(keep=keep, other=other, by=BY)
            for keep, other in read
        ]
    )


def code_of(outcome: Any) -> str:
    return str(outcome.code) if isinstance(outcome, ValidationError) else repr(type(outcome))


@pytest.mark.parametrize("number", ROUNDS)
def test_one_pair_merged_twice_is_merged_once(number: int) -> None:
    event = make_event(players=2)
    outcomes = merged(event, (1, 2), (1, 2))
    assert sorted(map(code_of, outcomes)) == [repr(Entry), "gone"]
    assert event.entries.get().seed == 1
    assert AuditEntry.objects.filter(action="delete").count() == 1


@pytest.mark.parametrize("number", ROUNDS)
def test_of_a_pair_merged_both_ways_one_stays(number: int) -> None:
    event = make_event(players=2)
    outcomes = merged(event, (1, 2), (2, 1))
    assert sorted(map(code_of, outcomes)) == [repr(Entry), "gone"]
    assert event.entries.count() == 1


def test_what_was_taken_over_meanwhile_is_not_lost() -> None:
    event = make_event(players=3)
    for seed, club in ((2, "Engines"), (3, "Looms")):
        update_entry(entry=entry(event, seed), club=club, by=BY)
    merged(event, (1, 2), (1, 3))
    kept = event.entries.get()
    assert kept.club in ("Engines", "Looms")
    taken = AuditEntry.objects.filter(action="merge", after__has_key="club")
    assert taken.count() == 1
