"""Put a fault into a module that is loaded later, in this process and in those it starts."""

import json
import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from benchmarks.mutants.faults import compile_fault

STARTUP = Path(__file__).parent / "startup"
VARIABLE = "MUTANT"


def put_into_children(path: Path, number: int) -> None:
    """Let each Python process that this one starts load the faulty module."""
    os.environ[VARIABLE] = json.dumps([str(path), number])
    os.environ["PYTHONPATH"] = f"{STARTUP}{os.pathsep}{STARTUP.parents[2]}"


def put_into_imports() -> None:
    """Load the faulty module here, as the environment says; nothing of it goes into a cache."""
    faulty, number = json.loads(os.environ[VARIABLE])
    get_code = SourceFileLoader.get_code

    def get_faulty_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if os.path.abspath(loader.path) != faulty:
            return get_code(loader, name)
        return compile_fault(loader.get_data(loader.path).decode(), number, loader.path)

    setattr(SourceFileLoader, "get_code", get_faulty_code)  # noqa: B010 - a method, to mypy
