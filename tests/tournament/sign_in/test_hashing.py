"""The process that hashes passwords."""

import psutil

from tournament.sign_in.hashing import PROGRAM, PBKDF2InItsProcess, end_process


def hashing() -> list[psutil.Process]:
    """The processes that hash for this one, zombies among them."""
    return [
        child
        for child in psutil.Process().children()
        if child.status() == psutil.STATUS_ZOMBIE or str(PROGRAM) in child.cmdline()
    ]


def test_it_ends_when_told_and_starts_again_when_needed() -> None:
    hasher = PBKDF2InItsProcess()
    first = hasher.encode("secret", "salt", 1)
    assert len(hashing()) == 1
    end_process()
    assert hashing() == []
    assert hasher.encode("secret", "salt", 1) == first
    end_process()
