"""The git hooks that `make hooks` installs: a commit waits until what is staged is well formatted.

Each test makes a repository of its own that has this one's settings, hooks and tools.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = (".gitignore", "Makefile", "biome.jsonc", "pyproject.toml", "tools/hooks/pre-commit")
GOOD_PYTHON = 'NAME = "Ada"\n'
GOOD_TEMPLATE = "<p>Ada</p>\n"
GOOD_SCRIPT = 'export const NAME = "Ada";\n'


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the settings alone, in which `make hooks` has been called."""
    for name in SETTINGS:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((ROOT / name).read_bytes())
        file.chmod((ROOT / name).stat().st_mode)
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    run(tmp_path, "git", "init", "--quiet")
    assert run(tmp_path, "git", "add", *SETTINGS).returncode == 0
    assert commit(tmp_path).returncode == 0
    assert run(tmp_path, "make", "--assume-old=setup", "hooks").returncode == 0
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder, as somebody whom no settings of this machine describe."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    surroundings |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for role in ("AUTHOR", "COMMITTER"):
        surroundings |= {f"GIT_{role}_NAME": "Ada", f"GIT_{role}_EMAIL": "ada@example.org"}
    return subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, text=True, timeout=60
    )


def stage(repository: Path, name: str, text: str) -> Path:
    file = repository / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    assert run(repository, "git", "add", name).returncode == 0
    return file


def commit(repository: Path) -> subprocess.CompletedProcess[str]:
    return run(repository, "git", "commit", "--quiet", "-m", "Say who")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("who.py", "NAME = 'Ada'\n"),
        ("who.py", "import os\n"),
        ("templates/who.html", "<ul><li>Ada</li><li>Bo</li></ul>\n"),
        ("templates/room/who.html", '<img src="ada.png">\n'),
        ("room/who.js", "export const NAME = 'Ada'\n"),
        ("room/who.js", 'export const NAME = "Ada" == "Bo";\n'),
        ("room/who.css", "p{color:red}\n"),
    ],
    ids=[
        "format of Python",
        "lint of Python",
        "format of a template",
        "lint of a template",
        "format of a script",
        "lint of a script",
        "format of a style sheet",
    ],
)
def test_what_is_badly_formatted_is_not_committed(repository, name, text):
    stage(repository, name, text)
    refused = commit(repository)
    assert refused.returncode != 0
    assert Path(name).name in refused.stdout + refused.stderr
    assert run(repository, "git", "diff", "--cached", "--name-only").stdout.strip() == name


def test_what_is_well_formatted_is_committed(repository):
    stage(repository, "who.py", GOOD_PYTHON)
    stage(repository, "templates/who is.html", GOOD_TEMPLATE)
    stage(repository, "room/who.js", GOOD_SCRIPT)
    stage(repository, "package-lock.json", "{}")
    stage(repository, "notes.txt", "no linter reads  this\n")
    assert commit(repository).returncode == 0


def test_what_is_staged_counts_and_not_what_lies_beside_it(repository):
    file = stage(repository, "who.py", "NAME = 'Ada'\n")
    file.write_text(GOOD_PYTHON, encoding="utf-8")
    assert commit(repository).returncode != 0
    stage(repository, "who.py", GOOD_PYTHON)
    file.write_text("NAME = 'Ada'\n", encoding="utf-8")
    assert commit(repository).returncode == 0


def test_what_a_commit_leaves_alone_or_takes_away_is_no_hindrance(repository):
    stage(repository, "old.py", "NAME = 'Ada'\n")
    first = run(repository, "git", "commit", "--quiet", "--no-verify", "-m", "Once")
    assert first.returncode == 0
    stage(repository, "who.py", GOOD_PYTHON)
    run(repository, "git", "rm", "--quiet", "--cached", "Makefile")
    assert commit(repository).returncode == 0


def test_without_the_tools_it_says_what_makes_them(repository):
    (repository / ".venv").unlink()
    stage(repository, "who.py", GOOD_PYTHON)
    refused = commit(repository)
    assert refused.returncode != 0
    assert "make setup" in refused.stderr
