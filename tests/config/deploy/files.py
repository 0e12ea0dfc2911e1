"""What the files of `config/deploy/` say, for tests that check them and start what they start."""

import json
import re
import shlex
from typing import Any

from tests.serving import ROOT

FOLDER = ROOT / "config" / "deploy"
UNITS = FOLDER / "systemd"


def unit_commands() -> dict[str, list[list[str]]]:
    """The commands of each of systemd's units, by its name without `treasurer-`."""
    found = {}
    for unit in UNITS.glob("*.service"):
        lines = re.findall(r"^ExecStart=(.*)$", unit.read_text("utf-8"), re.MULTILINE)
        found[unit.stem.removeprefix("treasurer-")] = [shlex.split(line) for line in lines]
    return found


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
