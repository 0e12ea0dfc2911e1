"""A contract for import-linter: no circle of imports between files.

Every import counts, also one inside a function or for types only: a circle is broken by moving what
belongs elsewhere, not by importing it later. `acyclic_siblings`, which comes with import-linter,
compares folders; it does not see a package's `__init__` and a module inside importing each other.
"""

from collections.abc import Mapping, Set
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

Circle = tuple[str, ...]
"""Modules, each importing the next; the last is the first again."""


class AcyclicFilesContract(Contract):
    """No module imports itself by way of others."""

    type_name = "acyclic_files"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Check that no circle is left; `circles` lists those there are."""
        imports = {
            module: graph.find_modules_directly_imported_by(module) for module in graph.modules
        }
        circles = find_circles(imports)
        lines = {
            step: graph.get_import_details(importer=step[0], imported=step[1])[0]["line_number"]
            for circle in circles
            for step in pairwise(circle)
        }
        return ContractCheck(kept=not circles, metadata={"circles": circles, "lines": lines})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each circle as a path of modules, with the line of each import."""
        for circle in check.metadata["circles"]:
            for step in pairwise(circle):
                line = check.metadata["lines"][step]
                output.print_error(f"{step[0]} imports {step[1]} (line {line})", bold=False)
            output.new_line()


def find_circles(imports: Mapping[str, Set[str]]) -> list[Circle]:
    """Return import cycles that, once each is broken, leave none.

    `imports` maps each module to those it imports. The same imports give the same cycles, whatever
    their order.
    """
    left = {module: sorted(imports[module]) for module in sorted(imports)}
    circles = []
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle = _from_the_least(tuple(reversed(error.args[1])))
            circles.append(circle)
            left[circle[-2]].remove(circle[-1])
        else:
            return circles


def _from_the_least(circle: Circle) -> Circle:
    """Return the same circle, begun at the module that is first by name."""
    start = circle.index(min(circle))
    return (*circle[start:-1], *circle[:start], circle[start])
