"""The bill of materials, in CycloneDX 1.6.

It lists the packages of both locks, with their hashes.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

REQUIREMENT = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)(?: ; ([^\\\n]+))?", re.MULTILINE
)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
Component = dict[str, Any]


class LockedPackage(NamedTuple):
    """A package of the Python lock.

    `marker` says on which machines it is needed. `hashes` are of its files.
    """

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def locked_packages(source: Path) -> list[LockedPackage]:
    """Return the packages of `requirements.txt` in a folder."""
    text = (source / "requirements.txt").read_text("utf-8")
    found = [*REQUIREMENT.finditer(text)]
    ends = [*(each.start() for each in found[1:]), len(text)]
    return [
        LockedPackage(
            each[1], each[2], (each[3] or "").strip(), (*HASH.findall(text[each.end() : end]),)
        )
        for each, end in zip(found, ends, strict=True)
    ]


def bill_of_materials(source: Path, project: dict[str, Any]) -> str:
    """Return the document for the sources in a folder.

    `project` has their version and licence.
    """
    own = {"version": project["version"], "licenses": [{"license": {"id": project["license"]}}]}
    engine = {"type": "library", **_identity("pypi", "treasurer-engine", own["version"]), **own}
    program = {"type": "application", **_identity("pypi", "treasurer", own["version"]), **own}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": [
            engine,
            *map(_python_package, locked_packages(source)),
            *_node_packages(source),
        ],
    }
    return json.dumps(document, indent=1) + "\n"


def _identity(kind: str, name: str, version: str) -> Component:
    address = f"pkg:{kind}/{quote(name)}@{quote(version)}"
    return {"bom-ref": address, "name": name, "version": version, "purl": address}


def _python_package(package: LockedPackage) -> Component:
    """Return a package of the Python lock as a component.

    Each hash is of one of its files, which pip chooses.
    """
    address = f"pkg:pypi/{package.name}@{package.version}"
    files = [
        {"type": "distribution", "url": address, "hashes": [{"alg": "SHA-256", "content": digest}]}
        for digest in package.hashes
    ]
    component = {"type": "library", **_identity("pypi", package.name, package.version)}
    if package.marker:
        component["properties"] = [{"name": "marker", "value": package.marker}]
    return {**component, "externalReferences": files}


def _node_packages(source: Path) -> list[Component]:
    """Return the Node packages that the tablet gets.

    They are the direct dependencies, in the lock's versions.
    """
    direct = json.loads((source / "package.json").read_text("utf-8"))["dependencies"]
    lock = json.loads((source / "package-lock.json").read_text("utf-8"))["packages"]
    found = [(name, lock[f"node_modules/{name}"]) for name in direct]
    return [
        {
            "type": "library",
            **_identity("npm", name, package["version"]),
            "hashes": [{"alg": "SHA-512", "content": _hexadecimal(package["integrity"])}],
            "licenses": [{"expression": package["license"]}],
        }
        for name, package in found
    ]


def _hexadecimal(integrity: str) -> str:
    """Return the digest of a lock's `integrity` (`sha512-` and base64)."""
    return base64.b64decode(integrity.removeprefix("sha512-")).hex()
