"""The contract that pure packages import the standard library and what is named, nothing else."""

import pytest
from grimp import ImportGraph
from grimp.exceptions import ModuleNotPresent

from tools.pure_contract import PureContract


def wrong(*imports: tuple[str, str], allowed: tuple[str, ...] = ()) -> list[str]:
    """What a contract about `pure` finds in a graph of these imports."""
    graph = ImportGraph()
    for name in ("pure", "pure.part"):
        graph.add_module(name)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    options = {"source_modules": ["pure"], "allowed_modules": list(allowed)}
    check = PureContract("Pure", session_options={}, contract_options=options).check(graph, False)
    assert check.kept is not bool(check.metadata["wrong"])
    return list(check.metadata["wrong"])


@pytest.mark.parametrize("imported", ["json", "collections.abc", "pure", "pure.other"])
def test_the_standard_library_and_the_package_itself_are_allowed(imported: str) -> None:
    assert wrong(("pure.part", imported)) == []


@pytest.mark.parametrize("imported", ["django", "django.db", "purer", "jsonschema"])
@pytest.mark.parametrize("importer", ["pure", "pure.part"])
def test_everything_else_is_found(importer: str, imported: str) -> None:
    assert wrong((importer, imported)) == [f"{importer} -> {imported}"]


def test_an_allowed_package_is_allowed_with_its_modules_and_no_other() -> None:
    found = wrong(
        ("pure.part", "other"), ("pure.part", "other.part"), ("pure", "others"), allowed=("other",)
    )
    assert found == ["pure -> others"]


def test_a_package_that_is_not_there_is_an_error() -> None:
    options = {"source_modules": ["gone"]}
    contract = PureContract("Pure", session_options={}, contract_options=options)
    with pytest.raises(ModuleNotPresent):
        contract.check(ImportGraph(), False)
