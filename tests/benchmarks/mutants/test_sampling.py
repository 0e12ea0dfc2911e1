"""Which mutants are drawn: the same by the same seed, of each area as many."""

import pytest

from benchmarks.mutants import sampling
from benchmarks.mutants.sampling import Mutant


def everywhere(path: str, lines: range) -> dict[str, float]:
    return {"test": 1.0}


def on_even_lines(path: str, lines: range) -> dict[str, float]:
    return {"test": 1.0} if lines.start % 2 == 0 else {}


def drawn(mutants: list[Mutant]) -> list[tuple[str, int]]:
    return [(mutant["path"], mutant["number"]) for mutant in mutants]


@pytest.mark.exhaustive
def test_a_seed_draws_the_same_and_another_others() -> None:
    first = sampling.sample(3, 1, everywhere)
    assert drawn(first) == drawn(sampling.sample(3, 1, everywhere))
    assert drawn(first) != drawn(sampling.sample(3, 2, everywhere))
    assert [mutant["area"] for mutant in first] == [a for a in sampling.areas() for _ in range(3)]


@pytest.mark.exhaustive
def test_only_lines_are_drawn_that_a_test_reaches() -> None:
    assert all(m["first"] % 2 == 0 for m in sampling.sample(5, 1, on_even_lines))


def test_areas_hold_what_their_names_say() -> None:
    files = {area: {str(path) for path in found} for area, found in sampling.areas().items()}
    assert "tournament/overview/views/round.py" in files["console views"]
    assert "tournament/public/views/pages.py" not in files["console views"] | files["tournament"]
    assert not any("migrations" in path for path in files["tournament"])
