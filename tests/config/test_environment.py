"""Each setting from the environment: its default, its form, and the sentence a wrong value gets."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from py_vapid import Vapid02
from pyrage import x25519

from config import environment as given
from tests.config.deploy.files import settings_file
from tests.shares import sampled

ROOT = Path(__file__).resolve().parent.parent.parent


def start(data: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start `manage.py check` in a process of its own, with no other variables of ours."""
    ours = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG", "DATA_DIR"}
    ours |= {"PUSH_KEY", "HTTPS", "CSRF_TRUSTED_ORIGINS", "TIME_ZONE"}
    inherited = {key: value for key, value in os.environ.items() if key not in ours}
    return subprocess.run(
        [sys.executable, "manage.py", "check", *options],
        cwd=ROOT,
        env={**inherited, "DATA_DIR": str(data), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_starts_with_nothing_set_and_keeps_one_secret_key(tmp_path: Path) -> None:
    assert start(tmp_path).returncode == 0
    key = (tmp_path / "secret-key").read_text()
    assert len(key) >= 48
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert start(tmp_path).returncode == 0
    assert (tmp_path / "secret-key").read_text() == key


def test_one_push_key_is_made_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PUSH_KEY", raising=False)
    key = given.push_key(tmp_path)
    assert re.fullmatch(r"[-\w]{43}", key)
    assert (tmp_path / "push-key").stat().st_mode & 0o077 == 0
    assert given.push_key(tmp_path) == key
    monkeypatch.setenv("PUSH_KEY", f"{key}=")
    assert given.push_key(tmp_path / "none") == key
    # Any number below the curve's order is a key.
    assert Vapid02.from_raw(key.encode()).public_key is not None


@pytest.mark.parametrize("text", ["short", "!" * 43, "A" * 43, "_" * 43, "A" * 44])
def test_a_wrong_push_key_is_named_and_not_shown(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUSH_KEY", text)
    with pytest.raises(ImproperlyConfigured, match="PUSH_KEY does not work") as error:
        given.push_key(tmp_path)
    assert text not in str(error.value)


def test_backups_are_for_public_keys_and_a_private_one_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("BACKUP_RECIPIENT", raising=False)
    assert given.backup_recipients() == []
    keys = [x25519.Identity.generate() for _ in range(2)]
    public = [str(key.to_public()) for key in keys]
    monkeypatch.setenv("BACKUP_RECIPIENT", ", ".join(public))
    assert given.backup_recipients() == public
    for wrong in (str(keys[0]), public[0][:-1], f"{public[0]},none"):
        monkeypatch.setenv("BACKUP_RECIPIENT", wrong)
        with pytest.raises(ImproperlyConfigured, match="BACKUP_RECIPIENT does not work") as error:
            given.backup_recipients()
        assert wrong not in str(error.value)


def test_the_platforms_environment_passes_the_deployment_check(tmp_path: Path) -> None:
    variables = settings_file()
    del variables["DATA_DIR"]
    assert {"HTTPS", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"} <= variables.keys()
    run = start(tmp_path, "--deploy", "--fail-level", "INFO", **variables)
    assert (run.returncode, run.stderr) == (0, "")
    # One of django-axes' is silenced: our pages say themselves that an account is locked.
    assert run.stdout == "System check identified no issues (1 silenced).\n"


@pytest.mark.parametrize(
    ("name", "value"),
    sampled(
        [
            ("DATABASE_URL", "mysql://root@localhost/x"),
            ("DATABASE_URL", "postgres://localhost"),
            ("REDIS_URL", "localhost:6379"),
            ("NCHAN_URL", "127.0.0.1:8090/publish"),
            ("DEBUG", "maybe"),
            ("SECRET_KEY", "short"),
            ("TIME_ZONE", "Europe/Atlantis"),
            ("CSRF_TRUSTED_ORIGINS", "play.example.org"),
            ("TABLET_ORIGIN", "192.168.1.10:8443"),
            ("DATA_DIR", "/proc/nowhere"),
            ("EMAIL_URL", "mail.example.org:25"),
            ("EMAIL_URL", "smtp://mail.example.org:port"),
            ("BACKUP_FOLDER", "backups"),
            ("PORT", "65536"),
            ("BACKUP_DAILY", "0"),
            ("BACKUP_WEEKLY", "many"),
        ],
        every=4,
    ),
)
def test_a_wrong_value_stops_the_start_with_a_sentence(
    tmp_path: Path, name: str, value: str
) -> None:
    run = start(tmp_path, **{name: value})
    assert run.returncode == 1
    assert run.stderr.startswith(f"Cannot start: {name} is ")
    assert "Traceback" not in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_sqlite_is_opened_durable(settings: object) -> None:
    from config.databases import durable_settings

    options = durable_settings(given.database("sqlite:////tmp/x.sqlite3"))["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_postgres_keeps_the_options_of_its_address() -> None:
    from config.databases import durable_settings

    options = durable_settings(given.database("postgres://u@/n?host=/run/pg"))["OPTIONS"]
    assert options["host"] == "/run/pg"
    assert options["options"].startswith("-c synchronous_commit=on ")


@pytest.mark.parametrize("text", ["1", "true", "YES", "On"])
def test_boolean_yes(text: str) -> None:
    assert given.boolean(text) is True


@pytest.mark.parametrize("text", ["0", "false", "No", "OFF"])
def test_boolean_no(text: str) -> None:
    assert given.boolean(text) is False


def test_words_are_trimmed_and_empty_ones_dropped() -> None:
    assert given.words(" a, b ,,c ") == ["a", "b", "c"]


def test_an_unset_variable_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEBUG", raising=False)
    assert given.read_variable("DEBUG", given.boolean, "say true or false", False) is False
    monkeypatch.setenv("DEBUG", " ")
    assert given.read_variable("DEBUG", given.boolean, "say true or false", False) is False


def test_a_wrong_value_says_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match=r"DEBUG is 'perhaps'.*say true or false"):
        given.read_variable("DEBUG", given.boolean, "say true or false", False)


def test_a_mail_server_is_reached_as_its_address_says() -> None:
    found = given.mail_server("smtp+tls://me%40example.org:p%2Fw@mail.example.org")
    assert found["EMAIL_USE_TLS"] is True
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example.org", 587)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "p/w")
    assert given.mail_server("smtps://mail.example.org")["EMAIL_PORT"] == 465
    assert given.mail_server("smtp://u:p@localhost:2525")["EMAIL_PORT"] == 2525
    assert given.mail_server("file:///mails")["EMAIL_FILE_PATH"] == "/mails"
    assert given.mail_server("console:")["EMAIL_BACKEND"].endswith("console.EmailBackend")


@pytest.mark.parametrize("text", ["smtp://u:p@mail.example.org", "file:", "pop3://x", "smtp://"])
def test_a_mail_server_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        given.mail_server(text)


def test_who_emails_are_from_is_one_address() -> None:
    assert given.mailbox("Spring Open <desk@example.org>") == "Spring Open <desk@example.org>"
    for text in ("desk", "Desk <desk@example.org>\nBcc: a@b.example", "<>"):
        with pytest.raises(ValueError, match=r"."):
            given.mailbox(text)


def test_a_password_in_a_wrong_address_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://treasurer:swordfish@db/x")
    default: dict[str, Any] = {}
    with pytest.raises(ImproperlyConfigured, match=r"mysql://treasurer:\*\*\*@db/x"):
        given.read_variable("DATABASE_URL", given.database, "write postgres://…", default)


@pytest.mark.parametrize(
    ("named", "folder"),
    [("", "home/.local/share"), ("{}/data", "data"), ("relative", "home/.local/share")],
)
def test_an_installed_program_has_its_data_in_the_users_folder(
    named: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", named.format(tmp_path))
    assert given.default_data_folder(None) == tmp_path / folder / "treasurer"


def test_a_home_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(ImproperlyConfigured, match="Set DATA_DIR to a folder"):
        given.default_data_folder(None)
