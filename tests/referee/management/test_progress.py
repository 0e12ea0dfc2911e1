"""How far a long command is, where there is no terminal to draw a bar on."""

from io import StringIO

from rich.console import Console

from referee.management.progress import SECONDS_BETWEEN, progress


def told(*moments: float) -> list[str]:
    """The lines of a command that begins at 0 and makes one step at each moment."""
    out = StringIO()
    now = [0.0]
    with progress(Console(file=out), "Round 1", lambda: now[0]) as tell:
        for moment in moments:
            now[0] = moment
            tell()
    return out.getvalue().splitlines()


def test_a_line_now_and_then() -> None:
    late = SECONDS_BETWEEN
    assert told(1, 2, late, late + 1, 2 * late, 2 * late + 1) == [
        "Round 1: 3 events so far",
        "Round 1: 5 events so far",
    ]


def test_a_short_command_says_nothing() -> None:
    assert told(1, SECONDS_BETWEEN - 1) == []


def test_a_terminal_has_a_bar_that_is_gone_afterwards() -> None:
    out = StringIO()
    with progress(Console(file=out, force_terminal=True), "Round 1", lambda: 0.0) as tell:
        tell()
    assert "Round 1" in out.getvalue()
    assert "so far" not in out.getvalue()
