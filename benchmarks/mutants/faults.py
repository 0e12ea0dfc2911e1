"""Small faults that can be put into a module: one changed node of its syntax tree each.

A fault is named by what it changes (line, column, kind, choice), so that the same source always has
the same faults. Only what runs in functions counts: no annotation, no wording, no log line.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType

Variants = Iterator[tuple[str, ast.AST]]
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
WORDS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
LOGS = {"logger", "logging", "warnings", "log"}
NAMING = {"__str__", "__repr__"}
Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Fault:
    """`first` and `last`: the lines of which a test must reach one; `number`: the fault's place
    among those of its source."""

    number: int
    line: int
    first: int
    last: int
    kind: str
    before: str
    after: str


def list_faults(source: str) -> list[Fault]:
    """Return all faults of a source, in its order."""
    tree = ast.parse(source)
    return [
        Fault(number, node.lineno, *_lines(statement), kind, _short(node), _short(changed))
        for number, (statement, node, kind, changed) in enumerate(_walk(tree))
    ]


def compile_fault(source: str, number: int, path: str) -> CodeType:
    """Compile the source with one fault in it."""
    tree = ast.parse(source)
    for at, (_, node, _, changed) in enumerate(_walk(tree)):
        if at == number:
            _replace(tree, node, changed)
            code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec")
            return code
    raise LookupError(f"no fault {number} in {path}")


def _walk(tree: ast.Module) -> Iterator[tuple[ast.stmt, ast.expr | ast.stmt, str, ast.AST]]:
    """Yield each change: its statement, the node, the kind, and the node in its place."""
    for function in _functions(tree):
        for statement in _statements(function.body):
            for node in _own_nodes(statement):
                for kind, changed in _variants(node):
                    if ast.unparse(changed) != ast.unparse(node):
                        yield statement, node, kind, ast.copy_location(changed, node)


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the outermost functions; what lies in them belongs to them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            if child.name not in NAMING:
                yield child
        elif isinstance(child, ast.ClassDef | ast.If | ast.Try | ast.With):
            yield from _functions(child)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield every statement below, also those of nested blocks and functions."""
    for statement in body:
        yield statement
        for child in ast.walk(statement):
            if isinstance(child, ast.stmt) and child is not statement:
                yield child


def _own_nodes(statement: ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """Yield a statement and the expressions of its own, without those of statements below it."""
    if isinstance(statement, (*Function, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return
    if _is_talk(statement):
        return
    yield statement
    left = [child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.AST)]
    while left:
        node = left.pop(0)
        if isinstance(node, ast.stmt | ast.JoinedStr | ast.match_case | ast.ExceptHandler):
            continue
        if isinstance(statement, ast.AnnAssign) and node is statement.annotation:
            continue
        if isinstance(node, ast.Call) and _name(node.func) in WORDS:
            continue
        if isinstance(node, ast.expr):
            yield node
        left += ast.iter_child_nodes(node)


def _is_talk(statement: ast.stmt) -> bool:
    """Return whether a statement is a docstring or a line of a log."""
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return _name(value.func.value) in LOGS
    return isinstance(value, ast.Constant)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _variants(node: ast.AST) -> Variants:
    for kind, make in KINDS.items():
        for changed in make(node):
            yield kind, changed


def _comparison(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[at] = SWAPPED[type(operator)]()
            yield changed


def _and_or(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.BoolOp(other, node.values)


def _no_not(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def _constant(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _condition(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the negated condition; another kind changes `not` and comparisons."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        test = node.test
        if isinstance(test, ast.Compare) or (
            isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        ):
            return
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), test)
        yield changed


def _none(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return) and node.value is not None:
        yield ast.Return(ast.Constant(None))


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the omission of a `raise`, of a call for its effect, or of a change held elsewhere."""
    stored = isinstance(node, ast.Assign) and not any(
        isinstance(part, ast.Name) for target in node.targets for part in _targets(target)
    )
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if called or stored or isinstance(node, ast.Raise | ast.AugAssign | ast.Delete):
        yield ast.Pass()


def _targets(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def _arithmetic(node: ast.AST) -> Iterator[ast.AST]:
    """Yield mutants with swapped operands and with the opposite operator.

    Texts, lists and paths are left out.
    """
    if not isinstance(node, ast.BinOp) or _is_text(node.left) or _is_text(node.right):
        return
    if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod):
        yield ast.BinOp(node.right, node.op, node.left)
    opposite = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv}.get(type(node.op))
    if opposite:
        yield ast.BinOp(node.left, opposite(), node.right)


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)


KINDS: dict[str, Callable[[ast.AST], Iterator[ast.AST]]] = {
    "comparison": _comparison,
    "and/or": _and_or,
    "not": _no_not,
    "constant": _constant,
    "condition": _condition,
    "return None": _none,
    "left out": _left_out,
    "arithmetic": _arithmetic,
}


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """Return the lines of a statement, of a compound one those of its head."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno
    return statement.lineno, max(statement.lineno, last or 0)


def _short(node: ast.AST) -> str:
    """Return a node in one line; of a compound statement only its head."""
    return ast.unparse(node).splitlines()[0][:100]


def _replace(tree: ast.AST, node: ast.AST, changed: ast.AST) -> None:
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, changed)
                return
            if isinstance(value, list) and any(one is node for one in value):
                value[:] = [changed if one is node else one for one in value]
                return
