"""A process with limits is waited for, however slowly it begins."""

from pathlib import Path

from tournament.common.limited_process import Limits, run_limited

READS_LATE = """
import sys, time
time.sleep(0.5)
print(len(sys.stdin.buffer.read()))
"""


def test_what_a_slow_process_is_given_reaches_it_whole(tmp_path: Path) -> None:
    script, beats = tmp_path / "script.py", list[None]()
    script.write_text(READS_LATE)
    given = b"x" * 1_000_000
    limits = Limits(seconds=20, memory=512 * 1024**2, patience=60)
    out = run_limited(
        script, given=given, limits=limits, beat=lambda: beats.append(None), beat_seconds=0.05
    )
    assert int(out) == len(given)
    assert beats
