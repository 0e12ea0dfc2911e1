"""Browser tests wait for states: a lint over their source that none waits for a span of time."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("tests/e2e", "tests/browsers")
PAUSES = {"sleep", "wait_for_timeout"}
# It looks again and again for what no page can wait for, and pauses between two looks.
EXEMPT = "tests/e2e/waiting.py"


def pauses(source: str) -> Iterator[int]:
    """The lines that name a pause, called or imported."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name):
                if name in PAUSES:
                    yield node.lineno


def test_no_browser_test_waits_for_a_span_of_time() -> None:
    found = []
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        name = path.relative_to(ROOT).as_posix()
        if name != EXEMPT:
            found += [f"{name}:{line}" for line in pauses(path.read_text("utf-8"))]
    assert not found, f"wait for a state instead (tests/e2e/waiting.py): {found}"


def test_every_way_to_pause_is_found() -> None:
    for source in ("page.wait_for_timeout(1)", "time.sleep(1)", "from time import sleep as nap"):
        assert list(pauses(source)) == [1], source
