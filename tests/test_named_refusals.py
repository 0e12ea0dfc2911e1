"""Tests say why something is refused: a lint over the tests that judge events or headers.

An event that is refused for another reason than the one meant is a test that shows nothing.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
FOLDERS = ("referee/engine", "referee/journal", "golden", "scoring")


def modules() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def unnamed(source: str) -> Iterator[str]:
    """Where a test is content with any refusal: `line: what it asks for`."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and not _names_a_code(function):
            for node in ast.walk(function):
                if found := _any_refusal(node):
                    yield f"{node.lineno}: {found}"  # type: ignore[attr-defined]


def _names_a_code(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr == "code" for n in ast.walk(function))


def _any_refusal(node: ast.AST) -> str:
    """What a node asks for if any refusal would do, otherwise ""."""
    match node:
        case ast.Assert(test=ast.UnaryOp(op=ast.Not(), operand=ast.Attribute(attr="is_accepted"))):
            return "not accepted"
        case ast.Assert(test=ast.Attribute(attr="refusals")):
            return "refusals"
        case ast.Assert(
            test=ast.Compare(
                left=ast.Attribute(attr="refusal"),
                ops=[ast.IsNot()],
            )
        ):
            return "refusal is not None"
        case ast.Call(
            func=ast.Attribute(attr="raises"), args=[ast.Name("RecordRefusedError")]
        ) if not (node.keywords):
            return "raises(RecordRefusedError)"
    return ""


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_refusal_is_named(path: Path) -> None:
    assert list(unnamed(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "statement",
    [
        "assert not game.play(event).is_accepted",
        "assert game.decide(event).refusals",
        "assert replay.refusal is not None",
        "with pytest.raises(RecordRefusedError): Game.open(head)",
    ],
)
def test_the_lint_finds_a_test_that_takes_any_refusal(statement: str) -> None:
    assert len(list(unnamed(f"def test_it():\n    {statement}"))) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "assert game.play(event).is_accepted",
        "assert refused(game.play(event)) == ('debtor', 'R24')",
        "assert replay.refusal is not None and replay.refusal.code == 'debtor'",
        "with pytest.raises(RecordRefusedError, match='no_header'): Game.open(head)",
        "assert game.decide(event).refusals == ()",
    ],
)
def test_the_lint_leaves_named_refusals_alone(statement: str) -> None:
    assert list(unnamed(f"def test_it():\n    {statement}")) == []
