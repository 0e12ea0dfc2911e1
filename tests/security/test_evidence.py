"""`docs/security.md` says something of each requirement, and names only what exists."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+\.(?:\d+\.\d+|\*)) \| (yes|no|n/a) \| (.+) \|$", re.MULTILINE)
NAMED = re.compile(r"`([\w./-]+(?:\.(?:py|md|js|conf|txt|json|html)|/))`")
# How many requirements of levels 1 and 2 the sections of ASVS 5.0.0 have.
SECTIONS = {
    1: (2, 9, 11, 3, 2),
    2: (3, 3, 4, 1),
    3: (0, 2, 4, 6, 5, 0, 2),
    4: (3, 1, 2, 4),
    5: (1, 3, 2, 3),
    6: (3, 12, 4, 4, 5, 3, 0, 4),
    7: (3, 4, 2, 5, 2, 2),
    8: (2, 3, 1, 1),
    9: (3, 4),
    11: (2, 3, 3, 4, 1, 1, 0),
    12: (3, 2, 4),
    13: (1, 5, 2, 5),
    14: (2, 4, 3),
    15: (3, 3, 7, 0),
    16: (1, 5, 4, 3, 3),
}
WHOLE_CHAPTERS = (10, 17)


def requirements() -> list[str]:
    """The numbers that have to stand on the page. In a section those of the first levels come
    first, so that they are numbered from 1 on."""
    single = [
        f"{chapter}.{section}.{number}"
        for chapter, counts in SECTIONS.items()
        for section, count in enumerate(counts, start=1)
        for number in range(1, count + 1)
    ]
    return [*single, *(f"{chapter}.*" for chapter in WHOLE_CHAPTERS)]


def test_each_requirement_of_levels_1_and_2_stands_there_once() -> None:
    assert Counter(number for number, _verdict, _why in ROW.findall(PAGE)) == Counter(
        requirements()
    )


def test_a_requirement_that_holds_names_its_evidence_or_says_what_holds() -> None:
    assert [number for number, _verdict, why in ROW.findall(PAGE) if len(why) < 4] == []


def test_every_file_that_is_named_exists() -> None:
    named = set(NAMED.findall(PAGE))
    assert {"tests/test_roles.py", "config/body_limits.py", "config/deploy/nginx.conf"} <= named
    missing = sorted(name for name in named if "/" in name and not (ROOT / name).exists())
    assert [name for name in missing if not name.startswith(("/", "i18n/"))] == []
