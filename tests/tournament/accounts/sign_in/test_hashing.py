"""The process that hashes passwords."""

import psutil

from tournament.accounts.sign_in.hashing import PROGRAM, PBKDF2InItsProcess


def hashing() -> list[psutil.Process]:
    """The processes that hash for this one, zombies among them."""
    return [
        child
        for child in psutil.Process().children()
        if child.status() == psutil.STATUS_ZOMBIE or str(PROGRAM) in child.cmdline()
    ]


def test_it_is_started_again_when_it_died() -> None:
    hasher = PBKDF2InItsProcess()
    first = hasher.encode("secret", "salt", 1)
    (process,) = hashing()
    process.kill()
    assert hasher.encode("secret", "salt", 1) == first
    assert len(hashing()) == 1
