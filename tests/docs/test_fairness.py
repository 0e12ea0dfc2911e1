"""The page on fairness: every edition has its rows, and the figures are those of the command."""

import re
from pathlib import Path

import pytest

from referee.insight.fairness import MONOPOLIST, Setting, figures_of, play, tallies_of
from scoring.game.editions import EDITIONS, load_edition

PAGE = Path(__file__).resolve().parents[2] / "docs" / "fairness.md"
RANGE = r"\d+(?:–\d+)? \(\d+–\d+\)"
ROW = re.compile(rf"\| ([\w-]+) \| (\d) \|((?: {RANGE} \|){{5}})")


def rows() -> dict[tuple[str, int], list[str]]:
    """The ranges of the table of editions, by edition and size."""
    found = ROW.findall(PAGE.read_text("utf-8"))
    return {(edition, int(size)): re.findall(RANGE, cells) for edition, size, cells in found}


def bounds(cell: str) -> tuple[int, ...]:
    low, *high, least, most = map(int, re.findall(r"\d+", cell))
    return low, high[0] if high else low, least, most


def test_every_edition_has_its_rows_and_each_range_its_interval() -> None:
    assert set(rows()) == {(edition, size) for edition in EDITIONS for size in (3, 4, 5)}
    for cells in rows().values():
        for low, high, least, most in map(bounds, cells):
            assert least <= low <= high <= most


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_few_games_agree_with_the_page(edition: str) -> None:
    """Other dice: their interval and the page's have a share in common."""
    setting = Setting(load_edition(edition), 120, (4,))
    tallies = tallies_of(setting, ["miser"])
    list(play(setting, tallies, games=60, seed="other"))
    (figures,) = figures_of(setting, tallies)
    _low, _high, least, most = bounds(rows()[edition, 4][0])
    won = figures.roles[MONOPOLIST]
    assert won.least <= most / 100
    assert won.most >= least / 100


@pytest.mark.exhaustive
def test_a_row_is_what_the_command_counts() -> None:
    setting = Setting(load_edition("us-2011"), 120, (3,))
    tallies = tallies_of(setting)
    list(play(setting, tallies, games=600, seed="1"))
    (figures,) = figures_of(setting, tallies)
    found = [figures.roles[MONOPOLIST], figures.seats[0], figures.seats[-1]]
    found += [figures.early, figures.broke]
    told = [
        tuple(round(100 * part) for part in (each.low, each.high, each.least, each.most))
        for each in found
    ]
    assert told == [bounds(cell) for cell in rows()["us-2011", 3]]
