"""systemd's units agree with each other and with the pages."""

import re

from tests.config.deploy.files import UNITS, settings_file, unit_commands
from tests.serving import ROOT

OWN_LINES = (
    *("ExecStart", "LimitNOFILE", "Restart", "Type", "RemainAfterExit"),
    *("KillMode", "TimeoutStopSec", "#"),
)
"""What a unit may have otherwise than the others."""


def test_each_variable_is_one_that_the_page_explains() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    assert settings_file().keys() <= set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))


def test_the_target_upholds_every_unit() -> None:
    (upheld,) = re.findall(r"^Upholds=(.*)$", (UNITS / "treasurer.target").read_text("utf-8"), re.M)
    assert {*upheld.split()} == {unit.name for unit in UNITS.glob("*.service")}


def test_no_unit_may_do_more_than_the_others() -> None:
    services = [
        [
            line
            for line in unit.read_text("utf-8").partition("[Service]\n")[2].splitlines()
            if not line.startswith(OWN_LINES)
        ]
        for unit in UNITS.glob("*.service")
    ]
    assert len(services) == 5
    assert all(lines == services[0] for lines in services)


def test_workers_are_killed_before_systemd_would() -> None:
    for unit in ("web", "streams"):
        text = (UNITS / f"treasurer-{unit}.service").read_text("utf-8")
        (limit,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
        (command,) = unit_commands()[unit]
        assert int(command[command.index("--workers-kill-timeout") + 1]) < int(limit)
