"""A contract of import-linter's for packages that import little.

They import the standard library, and little else. A list of forbidden libraries would have
to name those of next year. This one names what is allowed.
"""

import sys
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class PureContract(Contract):
    """A contract that `source_modules` and below import only what is allowed.

    That is the standard library, their own package, and `allowed_modules` (none by default), which
    have contracts of their own.
    """

    type_name = "pure"

    source_modules = fields.ListField(subfield=fields.StringField())
    allowed_modules = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Return the imports that are none of these, as `importer -> imported`."""
        wrong = []
        # At a contract in use a field is what was written in it.
        sources: Any = self.source_modules
        others: Any = self.allowed_modules or ()
        for package in sources:
            allowed = (package, *others)
            for importer in sorted({package, *graph.find_descendants(package)}):
                imported = sorted(graph.find_modules_directly_imported_by(importer))
                wrong += [f"{importer} -> {name}" for name in imported if not _fits(name, allowed)]
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name each import."""
        for line in check.metadata["wrong"]:
            output.print_error(f"- {line}", bold=False)
        output.new_line()


def _fits(module: str, allowed: tuple[str, ...]) -> bool:
    if module.partition(".")[0] in sys.stdlib_module_names:
        return True
    return any(module == name or module.startswith(f"{name}.") for name in allowed)
