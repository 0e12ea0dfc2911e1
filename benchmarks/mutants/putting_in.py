"""Put a fault into a process that has loaded the product: its functions get other code.

Nothing is written and nothing loaded again, so one process that has everything loaded can be forked
for each mutant.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from benchmarks.mutants.faults import compile_fault
from benchmarks.mutants.importing import put_into_children, put_into_imports

Functions = dict[str, list[FunctionType]]


class NotPutInError(Exception):
    """The module has no function that the fault changes, or one whose closure it changes."""


def loaded_functions(root: Path) -> Functions:
    """Return the functions in memory by the file they come from."""
    found: Functions = {}
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(f"{root}/"):
            found.setdefault(thing.__code__.co_filename, []).append(thing)
    gc.freeze()
    return found


def put_in(functions: Functions, path: Path, number: int) -> None:
    """Give the functions of a file their faulty code, here and in processes started from here.

    A file that is not loaded yet is loaded with it.
    """
    put_into_children(path, number)
    if str(path) in functions:
        _change(functions[str(path)], compile_fault(path.read_text("utf-8"), number, str(path)))
    else:
        put_into_imports()


def _change(functions: list[FunctionType], module: CodeType) -> None:
    codes = {_name(code): code for code in _codes(module)}
    changed = [
        (function, code)
        for function in functions
        if (code := codes.get(_name(function.__code__))) and code != function.__code__
    ]
    if not changed:
        raise NotPutInError("no function has this line")
    for function, code in changed:
        try:
            function.__code__ = code
        except ValueError as error:
            raise NotPutInError(str(error)) from error


def _name(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield every code object that lies in a module's."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
