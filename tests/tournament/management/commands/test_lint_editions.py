"""The command that checks editions."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def test_the_editions_that_come_with_the_program_are_in_order() -> None:
    out = StringIO()
    call_command("lint_editions", stdout=out)
    assert out.getvalue() == "The editions are in order.\n"


def test_a_file_of_ones_own_is_checked(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text('inherits = "us-2011"\n[squares.24]\nprice = 250\n')
    call_command("lint_editions", str(good), stdout=StringIO())
    bad = tmp_path / "bad.toml"
    bad.write_text('inherits = "us-2011"\n[squares.24]\nprice = 255\n')
    err = StringIO()
    with pytest.raises(CommandError, match="1 fault in the editions"):
        call_command("lint_editions", str(good), str(bad), stderr=err)
    assert "bad.toml" in err.getvalue()
    assert "price" in err.getvalue()
