"""`manage.py backup_key`: a key that opens what its public half encrypted."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from referee.backups.installation.age import decrypted, encrypt, read_identities, recipients_of


def test_the_key_opens_what_the_printed_one_encrypted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "key.txt"
    call_command("backup_key", str(file))
    public = capsys.readouterr().out.strip()
    assert file.stat().st_mode & 0o077 == 0
    out = io.BytesIO()
    encrypt(iter([b"all of it"]), out, recipients_of([public]))
    (tmp_path / "backup").write_bytes(out.getvalue())
    with decrypted(tmp_path / "backup", read_identities(file)) as content:
        assert content.read() == b"all of it"


def test_no_key_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "key.txt"
    file.write_text("the only key")
    with pytest.raises(CommandError, match="is there already: name a new file"):
        call_command("backup_key", str(file))
    assert file.read_text() == "the only key"
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("backup_key", str(tmp_path / "none" / "key.txt"))
