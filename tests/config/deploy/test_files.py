"""systemd's units and containers agree with each other and with the pages."""

import re
import shlex
from collections import defaultdict
from typing import Any

from tests.config.deploy.files import (
    FOLDER,
    UNITS,
    containers,
    image_steps,
    settings_file,
    unit_commands,
)
from tests.config.deploy.platform import LISTENING, VARIABLES
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
    assert len(services) == 6
    assert all(lines == services[0] for lines in services)


def test_workers_are_killed_before_systemd_would() -> None:
    for unit in ("web", "streams"):
        text = (UNITS / f"treasurer-{unit}.service").read_text("utf-8")
        (limit,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
        (command,) = unit_commands()[unit]
        assert int(command[command.index("--workers-kill-timeout") + 1]) < int(limit)


def programs() -> dict[str, dict[str, Any]]:
    """The containers that run the program."""
    found = containers(VARIABLES).items()
    return {name: each for name, each in found if each["image"] == "treasurer"}


def test_containers_run_the_commands_of_the_units() -> None:
    """What a unit has on this machine alone, others have to reach in a container."""
    found = defaultdict(list)
    for name, container in programs().items():
        words = shlex.split(container["command"].replace(" --host 0.0.0.0", ""))
        once = name in ("migrate", "collectstatic")
        found["prepare" if once else name.partition("-")[0]].append(words)
    by_units = {
        unit: [shlex.split(shlex.join(words).replace(" --host 127.0.0.1", "")) for words in lines]
        for unit, lines in unit_commands().items()
    }
    assert found == {
        unit: lines * 2 if unit in ("web", "streams") else lines for unit, lines in by_units.items()
    }


def test_no_container_may_do_more_than_the_others() -> None:
    own = {"command", "depends_on", "healthcheck", "networks", "ports", "restart", "ulimits"}
    every = [
        {key: said for key, said in each.items() if key not in own} for each in programs().values()
    ]
    assert all(each == every[0] for each in every)
    assert every[0]["read_only"]
    assert every[0]["tmpfs"] == ["/tmp"]  # noqa: S108
    assert every[0]["env_file"] == ["treasurer.env"]
    assert every[0]["volumes"] == [f"data:{settings_file()['DATA_DIR']}"]


def test_containers_have_the_limits_of_the_units() -> None:
    for name, container in programs().items():
        unit = UNITS / f"treasurer-{name.partition('-')[0]}.service"
        if unit.exists():
            text = unit.read_text("utf-8")
            assert f"TimeoutStopSec={container['stop_grace_period'].removesuffix('s')}\n" in text
            limits = container.get("ulimits", {})
            assert re.findall(r"LimitNOFILE=(\d+)", text) == [str(each) for each in limits.values()]


def test_nginx_finds_the_containers_by_their_addresses() -> None:
    script = (FOLDER / "nginx-container.sed").read_text("utf-8")
    for name, container in programs().items():
        for network in container.get("networks", {}).values():
            assert LISTENING[name] == network["ipv4_address"] + LISTENING[name][-5:]
            assert f"server {LISTENING[name]} " in script


def test_the_image_is_of_the_wheels_and_nobodys() -> None:
    steps = image_steps("program")
    assert re.search(r"/python:3\.\d+\.\d+-slim-\w+ AS program$", steps[0][1])
    assert ("USER", "nobody") in steps
    assert ("WORKDIR", "/") in steps
    assert ("VOLUME", settings_file()["DATA_DIR"]) in steps
    assert {each["build"]["target"] for each in programs().values()} == {"program"}
    copied = [word for step, rest in steps if step == "COPY" for word in rest.split()[:-1]]
    ignored = (FOLDER / "Containerfile.dockerignore").read_text("utf-8").split()
    assert ignored == ["*", *(f"!{word}" for word in copied), "!config/deploy/nginx*"]
