"""Folders of tests in memory: none stays behind."""

import os
import subprocess
import sys

from tests.memory_folder import PREFIX, memory_folder


def test_a_folder_goes_at_the_end_and_what_a_killed_process_left_goes_with_the_next() -> None:
    with memory_folder() as folder:
        (folder / "file").touch()
        left = folder.with_name(f"{PREFIX}{number_of_an_ended_process()}-left")
        left.mkdir()
        (left / "file").touch()
        own = folder.with_name(f"{PREFIX}{os.getpid()}-other")
        own.mkdir()
        with memory_folder():
            assert (folder.exists(), own.exists(), left.exists()) == (True, True, False)
        own.rmdir()
    assert not folder.exists()


def number_of_an_ended_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid
