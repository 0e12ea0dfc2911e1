"""Writes happen in services: a lint over the source that nothing else saves or deletes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "referee", "tournament")
ALWAYS = {
    "save",
    "create",
    "bulk_create",
    "get_or_create",
    "update_or_create",
    "bulk_update",
    "delete",
}
# Dictionaries and digests are updated too: only of a query is it a write.
OF_A_QUERY = {"update"}
QUERIES = {"objects", "all", "filter", "exclude", "select_related", "select_for_update"}
# The log, backups, the pairing of tablets and publishing are services, one module a concept.
HOMES = (
    "referee/backups",
    "referee/uploads",
    "referee/log",
    "referee/devices",
    "referee/live/publishing",
    "tournament/audit.py",
)
# The demo makes the account it prints the password of; pictures and workbooks are saved in memory.
EXEMPT = {
    "referee/management/serving.py",
    "tournament/exports/writers.py",
    "tournament/sharing/preview_image.py",
}


def modules() -> list[Path]:
    """Every module that is neither a service nor a migration."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in found if not _may_write(path.relative_to(ROOT)))


def _may_write(path: Path) -> bool:
    name = path.as_posix()
    parts = path.with_suffix("").parts
    return "services" in parts or "migrations" in parts or name.startswith(HOMES) or name in EXEMPT


def writes(source: str) -> Iterator[str]:
    """The writes in a module: `line: what`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, receiver = node.func.attr, node.func.value
            if name in ALWAYS or (name in OF_A_QUERY and _is_query(receiver)):
                yield f"{node.lineno}: .{name}("


def _is_query(receiver: ast.expr) -> bool:
    attributes = {node.attr for node in ast.walk(receiver) if isinstance(node, ast.Attribute)}
    return bool(attributes & QUERIES)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_writes_but_services(path: Path) -> None:
    assert list(writes(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "event.save()",
        "Event.objects.create(name='x')",
        "Event.objects.filter(pk=1).update(name='x')",
        "event.rounds.all().update(number=1)",
        "Round.objects.all().delete()",
        "Seat.objects.bulk_create([])",
    ],
)
def test_the_lint_finds_each_kind_of_write(source: str) -> None:
    assert len(list(writes(source))) == 1


@pytest.mark.parametrize(
    "source", ["digest.update(b'x')", "values.update(a=1)", "save()", "x.saved"]
)
def test_the_lint_leaves_values_alone(source: str) -> None:
    assert list(writes(source)) == []


def slots(source: str) -> Iterator[int]:
    """The lines where a function sets what a module keeps one of."""
    tree = ast.parse(source)
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    lists = {
        target.id
        for node in assigned
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and isinstance(node.value, ast.List)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Global():
                yield node.lineno
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(), ctx=ast.Store()) if (
                name in lists
            ):
                yield node.lineno


def test_no_module_keeps_a_slot_that_others_fill() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in (*PACKAGES, "scoring")
        for path in sorted((ROOT / package).rglob("*.py"))
        for line in slots(path.read_text("utf-8"))
    ]
    assert not found, f"give it to who needs it, or name it in the settings: {found}"


@pytest.mark.parametrize(
    "source",
    [
        "_it: list[int] = [1]\ndef set(to):\n    _it[0] = to",
        "_it = [None]\ndef set(to):\n    _it[0] = to",
        "_it = None\ndef set(to):\n    global _it\n    _it = to",
    ],
)
def test_each_way_to_fill_a_slot_is_found(source: str) -> None:
    assert len(list(slots(source))) == 1
