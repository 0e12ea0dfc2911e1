"""The tablet's screens elide before the same names as the sentences of the server."""

import json
import subprocess
from pathlib import Path

from scoring.game.elision import begins_with_vowel
from tests.referee.static.test_pure_modules import NODE
from tests.scoring.game.test_elision import ELIDED, WHOLE

SCRIPT = Path(__file__).parents[3] / "referee" / "static" / "tablet" / "screens" / "elision.js"


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
