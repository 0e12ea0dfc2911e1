"""The scripts of the tablet and of the pages, read as text."""

import re
from pathlib import Path

import pytest

from referee.journal.order_in_force import TABLE_TYPES
from scoring.game.editions import EDITIONS

ROOT = Path(__file__).resolve().parents[3]
MODULES = sorted(
    path for app in ("referee", "tournament") for path in (ROOT / app / "static").rglob("*.js")
)
# Their names as people read them, and what a practice may be chosen of.
NAMED = {"en.js", "fr.js", "ru.js", "pairing.js", "practice.js"}
COMPARED = re.compile(
    r"edition(\.code)?\s*[!=]==?|[!=]==?\s*[\w.?]*edition(?!\.digest)|switch \([\w.?]*edition", re.I
)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_script_decides_by_the_name_of_an_edition(path):
    """What differs between editions is a flag of the view, which the rules themselves compute."""
    source = path.read_text(encoding="utf-8")
    assert not COMPARED.search(source)
    assert path.name in NAMED or not [code for code in EDITIONS if code in source]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_script_begins_with_what_it_is_for(path):
    assert re.match(r"/\*\*\s+(\* )?\w|// \w", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "line",
    [
        'if (desk.view.edition !== "us-2011") return;',
        "const old = EDITION === edition.code;",
        "const old = code === table?.edition;",
        "switch (view.edition) {",
    ],
)
def test_comparisons_are_found(line):
    assert COMPARED.search(line)


def test_the_tablet_knows_what_is_logged_beside_the_board():
    """It names the kind of a row before the server has: the same kinds as the journal's."""
    path = ROOT / "referee" / "static" / "tablet" / "runtime" / "wire_events.js"
    kinds = re.search(r"ADMINISTRATIVE = (\[.*?\]);", path.read_text("utf-8"), re.S)
    assert kinds
    assert set(re.findall(r'"(\w+)"', kinds[1])) == TABLE_TYPES
