"""What the files of `config/deploy/` say, for tests that check them and start what they start."""

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

import yaml

from tests.serving import ROOT

FOLDER = ROOT / "config" / "deploy"
UNITS = FOLDER / "systemd"
_VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::-([^}]*)|:\?)\}")


def unit_commands() -> dict[str, list[list[str]]]:
    """The commands of each of systemd's units, by its name without `treasurer-`."""
    found = {}
    for unit in UNITS.glob("*.service"):
        lines = re.findall(r"^ExecStart=(.*)$", unit.read_text("utf-8"), re.MULTILINE)
        # systemd writes a percent sign as two.
        words = [shlex.split(line.replace("%%", "%")) for line in lines]
        found[unit.stem.removeprefix("treasurer-")] = words
    return found


def containers(variables: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The services of `compose.yaml` by their names; a variable that is not given has to have a
    default."""

    def value(found: re.Match[str]) -> str:
        return variables[found[1]] if found[2] is None else variables.get(found[1], found[2])

    text = (FOLDER / "compose.yaml").read_text("utf-8")
    services: dict[str, dict[str, Any]] = yaml.safe_load(_VARIABLE.sub(value, text))["services"]
    return services


def image_steps(target: str) -> list[tuple[str, str]]:
    """The instructions by which the container file makes an image: each with what follows it."""
    text = (FOLDER / "Containerfile").read_text("utf-8").replace("\\\n", "")
    lines = [line.partition(" ") for line in text.splitlines() if line and line[0] != "#"]
    steps = [(word, rest) for word, _blank, rest in lines]
    begin = next(number for number, step in enumerate(steps) if step[1].endswith(f" AS {target}"))
    ends = [number for number, step in enumerate(steps) if step[0] == "FROM" and number > begin]
    return steps[begin : min(ends, default=None)]


def settings_file() -> dict[str, str]:
    """The variables that all processes get."""
    lines = (FOLDER / "treasurer.env").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def dashboard_panels() -> list[dict[str, Any]]:
    """Return the panels of the dashboard, as Grafana reads them."""
    panels: list[dict[str, Any]] = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))[
        "panels"
    ]
    return panels


def dashboard_queries() -> list[str]:
    """Return what the dashboard asks of Prometheus."""
    return [target["expr"] for panel in dashboard_panels() for target in panel["targets"]]
