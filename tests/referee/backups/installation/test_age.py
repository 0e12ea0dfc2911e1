"""What is encrypted is read again by its keys alone, and no byte of it may change."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.backups.installation.age import (
    decrypted,
    encrypt,
    new_identity,
    read_identities,
    recipients_of,
)
from referee.backups.installation.errors import DamagedBackupError, InstallationBackupError

KEY = new_identity()
LONG = bytes(range(256)) * 1024
"""Four chunks of age's 64 KiB."""


def sealed(*chunks: bytes) -> bytes:
    out = io.BytesIO()
    encrypt(iter(chunks), out, [KEY.to_public(), new_identity().to_public()])
    return out.getvalue()


def opened(file: Path, key: object = KEY) -> bytes:
    with decrypted(file, [key]) as content:
        return content.read()


@settings(deadline=None)
@given(st.lists(st.binary(max_size=100_000), max_size=5))
def test_what_was_encrypted_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[bytes]
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.age"
    file.write_bytes(sealed(*chunks))
    assert opened(file) == b"".join(chunks)


@settings(deadline=None)
@given(st.data())
def test_one_flipped_byte_is_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = bytearray(SEALED)
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    file = tmp_path_factory.getbasetemp() / "flipped.age"
    file.write_bytes(whole)
    with pytest.raises(InstallationBackupError, match=r"damaged.*Nothing was changed"):
        opened(file)


SEALED = sealed(LONG)


@pytest.mark.parametrize("left", [0, 10, 300, 70_000, -1])
def test_a_file_that_ends_early_is_refused(tmp_path: Path, left: int) -> None:
    file = tmp_path / "short.age"
    file.write_bytes(SEALED[:left])
    with pytest.raises(DamagedBackupError):
        opened(file)


def test_what_was_not_read_is_looked_at_too(tmp_path: Path) -> None:
    file = tmp_path / "end.age"
    file.write_bytes(SEALED[:-1] + bytes([SEALED[-1] ^ 1]))
    with pytest.raises(DamagedBackupError), decrypted(file, [KEY]) as content:
        assert content.read(10) == LONG[:10]


def test_an_error_of_the_reader_ends_the_decryption(tmp_path: Path) -> None:
    file = tmp_path / "fine.age"
    file.write_bytes(SEALED)
    with pytest.raises(KeyError, match="of the block"), decrypted(file, [KEY]):
        raise KeyError("of the block")


def test_another_key_opens_nothing(tmp_path: Path) -> None:
    file = tmp_path / "fine.age"
    file.write_bytes(SEALED)
    with pytest.raises(InstallationBackupError, match="it was made for another key"):
        opened(file, new_identity())


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InstallationBackupError, match=r"none\.age cannot be read: No such file"):
        opened(tmp_path / "none.age")


def test_a_full_disk_is_told_as_one() -> None:
    with (
        Path("/dev/full").open("wb", buffering=0) as out,
        pytest.raises(OSError, match="No space left") as caught,
    ):
        encrypt(iter([LONG]), out, [KEY.to_public()])
    assert caught.value.errno == 28


def test_what_fails_while_it_is_read_is_told() -> None:
    def chunks() -> Iterator[bytes]:
        yield LONG
        raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output error"):
        encrypt(chunks(), io.BytesIO(), [KEY.to_public()])


def test_a_key_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "key.txt"
    file.write_text(f"# created: 2026-11-29\n# public key: {KEY.to_public()}\n{KEY}\n")
    (found,) = read_identities(file)
    assert str(found) == str(KEY)


@pytest.mark.parametrize("content", [b"", b"age1none", b"AGE-SECRET-KEY-1QQ\n", b"\xff\xfe"])
def test_a_file_without_a_key_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "key.txt"
    file.write_bytes(content)
    with pytest.raises(InstallationBackupError, match=r"key\.txt has no private key of age"):
        read_identities(file)


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(InstallationBackupError, match=r"key\.txt cannot be read"):
        read_identities(tmp_path / "key.txt")


def test_a_text_that_is_no_public_key_is_refused() -> None:
    with pytest.raises(ValueError, match="HRP"):
        recipients_of([str(KEY)])
