"""What a stranger reads first stays short."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE_BYTES = 300_000


def read(name: str) -> str:
    """A file at the top of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def test_both_stay_short() -> None:
    assert len(read("README.md").splitlines()) <= 90
    versions = read("CHANGELOG.md").split("\n## ")[1:]
    assert [version[:20] for version in versions if len(version.splitlines()) > 80] == []


def test_the_picture_is_quick_to_load() -> None:
    assert (ROOT / "docs" / "screenshot.png").stat().st_size <= PICTURE_BYTES
