"""Script that makes a study in its own process, within limits.

The limits are those of `tournament/common/limited_process.py`.

Run as a script, it takes the setting and the seed on standard input and prints the figures,
all as JSON. It notes the percent done in the folder that is its argument. It stops playing
once a file in that folder says so.
"""

import json
import sys
from pathlib import Path

from django.conf import settings

from referee.fairness.playing import report_of, study_of

PERCENT, STOP = "percent", "stop"


def note_percent(folder: Path, percent: int) -> bool:
    """Note the percent that is done, for whoever waits; return whether to go on."""
    part = folder / f"{PERCENT}.part"
    part.write_text(str(percent), encoding="ascii")
    part.replace(folder / PERCENT)
    return not (folder / STOP).exists()


def noted_percent(folder: Path) -> int:
    """Return the percent that was noted last."""
    file = folder / PERCENT
    return int(file.read_text(encoding="ascii")) if file.exists() else 0


if __name__ == "__main__":
    # What is refused is described in words, which need a language.
    settings.configure(USE_I18N=False)
    given, here = json.load(sys.stdin), Path(sys.argv[1])
    study = study_of(given["setting"], given["seed"])
    sys.stdout.write(json.dumps(report_of(study, lambda percent: note_percent(here, percent))))
