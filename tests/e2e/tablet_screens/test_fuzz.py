"""Four games of a bad day, three hundred taps and more; `make fuzz` has ten thousand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.app import read_record, read_statement
from tests.e2e.own_tablet import OwnTablet
from tests.e2e.proxy import Proxy
from tests.e2e.tablet_screens.fuzzing import Fuzz
from tests.e2e.tablet_screens.test_taps import GOLDEN

GAMES = ("33_*", "22_*", "14_*", "03_*")
"""One of each edition, to its end, by its number."""
TAPS = 300
SEED = 20261122


@pytest.fixture
def tablet(browser: Browser, network: Proxy, tmp_path: Path) -> Iterator[OwnTablet]:
    """A tablet that has loaded the app."""
    made = OwnTablet(browser.browser_type, network.url, tmp_path / "profile")
    made.open()
    yield made
    made.close()


def test_no_bounce_turn_or_death_records_what_was_not_meant(tablet: OwnTablet) -> None:
    fuzz = Fuzz(tablet, SEED)
    for game in GAMES:
        (path,) = GOLDEN.glob(f"{game}.amr.jsonl")
        fuzz.play(*read_record(path))
        assert fuzz.harm.unwanted == []
        assert fuzz.statement() == read_statement(path)
    assert fuzz.harm.taps >= TAPS
    assert fuzz.harm.bounces > 50
    assert fuzz.harm.turned
    assert fuzz.harm.killed
