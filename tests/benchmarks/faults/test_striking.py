"""How long tablets waited once what was killed ran again."""

from random import Random

from benchmarks.faults.striking import recovery
from referee.rehearsal.http_client import Faults, HttpClient
from referee.rehearsal.tablet import Exchange, Tablet


def tablet(*exchanges: Exchange) -> Tablet:
    """A tablet that finished its game with these batches."""
    client = HttpClient("http://localhost", Faults(), Random(1))
    made = Tablet(client, lambda: "", Random(1), lambda _game, _played: iter(()))
    made.statement, made.exchanges = {}, list(exchanges)
    return made


def cut_until(moment: float) -> Tablet:
    """A tablet whose batch was cut at second 10, and answered at that moment."""
    return tablet(
        Exchange(9.9, 10.1, 1, answered=False), Exchange(moment - 0.1, moment, 1, answered=True)
    )


def drained(*moments: float, next_strike: float | None = None) -> list[float]:
    """From a web process dead from second 10 to 12."""
    struck = [("web", 10.0, 12.0)]
    if next_strike is not None:
        struck.append(("hub", next_strike, next_strike + 1))
    quick = tablet(Exchange(12.0, 12.1, 1, answered=True))
    return recovery([quick, *map(cut_until, moments)], struck)["web"]["healed"]


def test_it_counts_from_when_all_ran_again() -> None:
    assert drained(11.5, 14.0, 52.0) == [0.0, 2.0, 40.0]


def test_who_was_cut_late_in_a_strike_that_lasted_counts() -> None:
    late = tablet(
        Exchange(10.1, 10.2, 1, answered=True),
        Exchange(11.8, 11.9, 1, answered=False),
        Exchange(40.0, 40.1, 1, answered=True),
    )
    quick = tablet(Exchange(10.1, 10.2, 1, answered=True))
    assert recovery([quick, late], [("full-disk", 10.0, 12.0)])["full-disk"]["healed"] == [28.1]


def test_what_the_next_strike_cut_short_does_not_count() -> None:
    assert drained(14.0, 52.0, next_strike=16.0) == [2.0]


def test_who_had_time_enough_before_the_next_strike_counts() -> None:
    assert drained(14.0, 52.0, next_strike=30.0) == [2.0, 40.0]
