"""Why a backup of the installation cannot be made, opened or restored."""


class InstallationBackupError(Exception):
    """A backup or a restore that was refused or failed; its sentences say what to do."""


class BackupRunningError(InstallationBackupError):
    """Another process backs up or restores this installation at this moment."""


class DamagedBackupError(InstallationBackupError):
    """A file that is not, byte for byte, the backup that was written."""

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(
            f"The file is damaged, or no backup of an installation ({detail}). Nothing was "
            "changed. Take the file again from where it was copied, or choose another backup."
        )


def reason_of(error: OSError) -> str:
    """Return the system's words for an error, with its file if that is known."""
    reason = error.strerror or str(error)
    return f"{reason}: {error.filename}" if error.filename else reason
